"""No text column takes signs that nobody sees, whatever it comes in by: archive or form."""

import pytest
from django.apps import apps
from django.core.exceptions import ValidationError
from django.db.models import CharField, JSONField, TextField
from django.db.models.functions import Cast

from clubcomp.flow.archives.graph import columns, file_of, tables
from clubcomp.flow.archives.reading import BadArchive, import_club
from clubcomp.flow.archives.values import read
from clubcomp.flow.archives.writing import export_club
from tests.flow.test_archives import packed, unpacked
from tests.views.site_map import STEPS
from tests.views.test_hostile import browser, send
from tests.views.two_clubs import TwoClubs, undone

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nothing_is_kept")]

#: Written right to left from here; a NUL; half a sign.
BIDI = "\u202e"
HIDDEN = {"bidi": BIDI, "NUL": "\0", "half a sign": "\ud800"}
#: Columns whose texts the site makes by itself, or that hold a file as it came.
MADE_HERE = {"Original.text"}


def text_columns(model):
    """The columns of a table that can hold a text, JSON among them."""
    kinds = (CharField, TextField, JSONField)
    return [field for field in columns(model) if isinstance(field, kinds)]


EVERY = [(model, field) for model in tables() for field in text_columns(model)]


@pytest.mark.parametrize("sign", HIDDEN)
def test_no_text_column_of_an_archive_takes_it(sign):
    for model, field in EVERY:
        if f"{model.__name__}.{field.name}" in MADE_HERE:
            continue
        value = f"Anna{HIDDEN[sign]}"
        if isinstance(field, JSONField):
            value = [value] if field.default is list else {"note": [value]}
        with pytest.raises(ValidationError):
            read(field, value)


@pytest.fixture(scope="module")
def files(django_db_setup, django_db_blocker):
    with django_db_blocker.unblock(), undone():
        return unpacked(export_club(TwoClubs().club))


def test_an_archive_is_refused_at_the_column_that_has_it(files):
    for model, field in EVERY:
        rows = files[file_of(model)]
        if not rows or f"{model.__name__}.{field.name}" in MADE_HERE:
            continue
        value = f"Anna{BIDI}"
        if isinstance(field, JSONField):
            value = [value] if field.default is list else {"note": [value]}
        changed = files | {file_of(model): [rows[0] | {field.name: value}, *rows[1:]]}
        with pytest.raises(BadArchive) as refused:
            import_club(packed(changed), by=None)
        assert str(refused.value).startswith(f"{file_of(model)}, row 1, “{field.name}”")
        assert BIDI not in str(refused.value)


def stored_with(sign):
    """The columns of the database that have it."""
    found = set()
    for model in apps.get_app_config("clubcomp").get_models():
        for field in model._meta.concrete_fields:
            if isinstance(field, (CharField, TextField, JSONField)):
                texts = model._base_manager.annotate(said=Cast(field.name, TextField()))
                if texts.filter(said__contains=sign).exists():
                    found.add(f"{model.__name__}.{field.name}")
    return found


@pytest.mark.parametrize("name", list(STEPS))
def test_no_form_stores_it(clubs, name):
    client, url, data = browser(clubs, name), clubs.step_url(name), clubs.data(name)
    for field, value in data.items():
        if isinstance(value, str) and value and not value.lstrip("-").isdigit():
            answer = send(client, url, data | {field: f"{value} {BIDI}a"})
            assert answer.status_code < 500
    assert stored_with(BIDI) == set()
