"""The accounts of the demo that version 1.0 loaded beside real clubs open nothing any more.

Their password was known to everybody. Who made another choice meanwhile keeps it.
"""

from typing import Any

from django.contrib.auth.hashers import check_password, make_password
from django.db import migrations

PUBLISHED = "schaak-en-mat"
EMAILS = [f"{name}@testtoren.example" for name in ("owner", "leader", "member")]


def close(apps: Any, schema_editor: Any) -> None:
    User = apps.get_model("clubcomp", "User")
    for user in User.objects.filter(email__in=EMAILS):
        if check_password(PUBLISHED, user.password):
            user.password = make_password(None)
            user.save(update_fields=["password"])


class Migration(migrations.Migration):

    dependencies = [
        ('clubcomp', '0008_serials_of_evenings'),
    ]

    operations = [migrations.RunPython(close, migrations.RunPython.noop, elidable=True)]
