"""Under which terms do clubs sign up? Signed ones without gaps, and only where mail goes."""

import pytest

from clubcomp.flow.errors import StepError
from clubcomp.flow.sign_up.terms import change_sign_up, is_on, sign_up_now
from clubcomp.models import SignUp
from clubcomp.words.terms import terms_template
from tests.views.asked_clubs import TERMS, ask

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sends")]


@pytest.fixture
def sends(settings):
    settings.SENDS_EMAIL = True


def change(**values):
    known = {"mode": "open", "most_clubs": 3, "terms": TERMS, "signature": "Hanna Host"}
    return change_sign_up(**known | values, by=None)


def test_nothing_is_on_until_somebody_chose_it():
    assert not is_on(sign_up_now())
    assert is_on(change())


@pytest.mark.parametrize(
    ("values", "words"),
    [
        (
            {"terms": "Ask [contact address] of [name]."},
            r"fill in \[contact address\], \[name\]",
        ),
        ({"terms": " "}, "no terms yet"),
        ({"signature": " "}, "Sign the terms as they are now"),
        ({"most_clubs": 0}, "between 1 and"),
        ({"mode": "off", "terms": "[gap]"}, "have gaps"),
    ],
)
def test_with_a_gap_or_without_a_name_it_stays_off(values, words):
    with pytest.raises(StepError, match=words):
        change(**values)
    assert not SignUp.objects.exists()


def test_the_template_has_gaps_and_may_be_kept_as_long_as_it_is_off():
    kept = change(mode="off", terms=terms_template(), signature="")
    assert "[contact address]" in kept.terms
    assert kept.signed_at is None


def test_other_terms_are_signed_anew_and_the_same_stay_signed():
    signed = change()
    assert change(mode="approved", signature="").signed_at == signed.signed_at
    with pytest.raises(StepError, match="Sign the terms"):
        change(terms="Other words.", signature="")
    assert change(terms="Other words.").signed_at > signed.signed_at
    assert [row.mode for row in SignUp.objects.all()] == ["open", "approved", "open"]


def test_a_page_that_is_old_changes_nothing():
    first = change()
    change(most_clubs=9, seen=first.pk)
    with pytest.raises(StepError, match="Somebody changed this meanwhile"):
        change(most_clubs=5, seen=first.pk)
    assert sign_up_now().most_clubs == 9


def test_what_is_as_it_was_leaves_no_line():
    change()
    change(signature="")
    assert SignUp.objects.count() == 1


@pytest.mark.parametrize("where", [{"SENDS_EMAIL": False}, {"IS_DEMO": True}])
def test_without_mail_and_in_a_demo_it_is_off(settings, where):
    now = change()
    for name, value in where.items():
        setattr(settings, name, value)
    assert not is_on(now)
    with pytest.raises(StepError, match="in a demo"):
        change(most_clubs=9)
    with pytest.raises(StepError, match="at the moment"):
        ask()
