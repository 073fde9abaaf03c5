"""No form speaks in Django's stock sentences: each one that a field can say is ours, translated."""

import gettext
import importlib
import pkgutil

import pytest
from django import forms
from django.utils.translation import override

import clubcomp.forms
from tests.test_architecture import ROOT

#: What a field of ours cannot come to say: its widget or its type leaves it out.
NEVER = {"max_digits", "overflow"}


def all_forms():
    for module in pkgutil.iter_modules(clubcomp.forms.__path__, "clubcomp.forms."):
        importlib.import_module(module.name)
    found, seen = [forms.BaseForm], set()
    while found:
        one = found.pop()
        found += [kind for kind in one.__subclasses__() if kind not in seen]
        seen.add(one)
    return [kind for kind in seen if kind.__module__.startswith(("clubcomp.", "pairing."))]


def sentences():
    """Every sentence that a field of ours can say, in English, with where it comes from."""
    for form in all_forms():
        for name, field in getattr(form, "base_fields", {}).items():
            said = {**field.error_messages}
            # What a field says of a code goes before what the check itself would say.
            checks = [one for one in field.validators if one.code not in said]
            said |= {type(one).__name__: one.message for one in checks}
            for code, sentence in said.items():
                if code not in NEVER and sentence:
                    yield f"{form.__name__}.{name}: {code}", sentence


@pytest.mark.parametrize("language", ["nl", "tr", "de"])
def test_every_sentence_of_a_form_is_ours(language):
    folder = ROOT / "locale" / language / "LC_MESSAGES" / "django.mo"
    with folder.open("rb") as file:
        known = gettext.GNUTranslations(file)._catalog
    ours = {text[0] if isinstance(text, tuple) else text for text in known}
    foreign = set()
    with override("en"):
        for where, sentence in sentences():
            keys = getattr(sentence, "_kw", {}).get("singular") or getattr(
                sentence, "_args", (str(sentence),)
            )
            text = keys if isinstance(keys, str) else keys[0]
            if text not in ours:
                foreign.add(f"{where}: {text}")
    assert foreign == set()


def test_a_few_of_them_as_they_are_read():
    class Form(forms.Form):
        name = forms.CharField(max_length=5)
        rating = forms.IntegerField(max_value=4000)
        mail = forms.EmailField()
        day = forms.DateField()

    form = Form({"rating": "9999", "mail": "x", "day": "soon"})
    with override("nl"):
        said = [str(error) for errors in form.errors.values() for error in errors]
    assert said == [
        "Vul dit in.",
        "Hoogstens 4000.",
        "Dit is geen e-mailadres.",
        "Dit is geen datum.",
    ]
    with override("en"):
        long = Form(
            {"name": "Wilhelmina", "rating": "x", "mail": "a@b.example", "day": "2026-01-01"}
        )
        said = [str(error) for errors in long.errors.values() for error in errors]
    assert said == [
        "At most 5 characters; there are 10.",
        "Only a whole number can stand here.",
    ]
