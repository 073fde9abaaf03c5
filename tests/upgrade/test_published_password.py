"""The demo's accounts of version 1.0, whose password everybody could read, are closed."""

from importlib import import_module

import pytest
from django.apps import apps

from clubcomp.models import User
from tests import make

pytestmark = pytest.mark.django_db


def test_the_accounts_with_the_published_password_are_closed():
    published = import_module("clubcomp.migrations.0009_close_published_demo_accounts")
    leader, owner = [
        User.objects.get_or_create(email=f"{name}@testtoren.example")[0]
        for name in ("leader", "owner")
    ]
    for user, password in ((leader, make.PASSWORD), (owner, published.PUBLISHED)):
        user.set_password(password)
        user.save()
    published.close(apps, None)
    assert not User.objects.get(pk=owner.pk).has_usable_password()
    assert User.objects.get(pk=leader.pk).check_password(make.PASSWORD)
