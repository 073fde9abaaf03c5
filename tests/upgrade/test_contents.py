"""The dump of the next release can be made, and has something of everything that is kept."""

import pytest
from django.apps import apps

from clubcomp.models import Upload
from tests.upgrade.contents import make_contents
from tests.views.two_clubs import undone

pytestmark = pytest.mark.django_db

TOLD = "give it a value in tests/upgrade/contents.py"
#: Tables of which a dump has nothing, and why.
EMPTY = {
    "RecoveryCode": "nobody can sign in",
    "SecondFactor": "nobody can sign in",
    "Session": "nobody can sign in",
    "DonePress": "forms of the last days",
    "Upload": "files of the last day",
    "OldTableSearch": "tables pasted on the last day",
    "PushKey": "a private key, and dumps are for everybody to read",
    "LastBackup": "a dump is none",
    "AttemptCount": "guesses of the last hours",
}
#: Columns that have the value of a new row in all of a dump, and why.
AS_NEW = {
    "User.last_login": "nobody can sign in",
    "User.is_superuser": "an account of the site itself",
    "User.is_staff": "an account of the site itself",
    **dict.fromkeys(("Club.suspended_at", "Club.suspended_why"), "its pages would be in no dump"),
    "Club.ends_on": "the dump is looked at for years",
    "Club.has_webhook": "from a dump nothing is told",
    "Webhook.failures": "from a dump nothing is told",
    "Webhook.told_at": "from a dump nothing is told",
    "Receipt.table": "no file of another program is in it",
    **{
        f"Message.{name}": "sent within a day"
        for name in ("user", "address", "facts", "tries", "answer", "sent_at", "given_up_at")
    },
}


def models():
    return apps.get_app_config("clubcomp").get_models()


@pytest.fixture(scope="module", autouse=True)
def contents(django_db_setup, django_db_blocker):
    with django_db_blocker.unblock(), undone():
        Upload.objects.all().delete()  # what a browser of another test sent
        make_contents()
        yield


def test_every_table_has_rows_or_a_reason_to_have_none():
    empty = {model.__name__ for model in models() if not model._base_manager.exists()}
    assert empty == EMPTY.keys(), TOLD


def test_every_column_has_a_value_of_its_own_somewhere_or_a_reason_to_have_none():
    as_new = {
        f"{model.__name__}.{field.name}"
        for model in models()
        if model.__name__ not in EMPTY
        for field in model._meta.concrete_fields
        if not field.primary_key and not has_values(model, field)
    }
    assert as_new == AS_NEW.keys(), TOLD


def has_values(model, field):
    """Whether a row has another value than one that nothing is said of."""
    values = set(map(repr, model._base_manager.values_list(field.attname, flat=True)))
    return not values <= {repr(None), repr(""), repr(field.get_default())}
