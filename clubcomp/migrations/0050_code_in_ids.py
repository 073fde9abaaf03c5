from typing import Any

from django.db import migrations, models
from django.utils.crypto import salted_hmac

import clubcomp.models.clubs


def fill(apps: Any, schema_editor: Any) -> None:
    """Until now the secret key said it: what calendar programs know of keeps its id."""
    code = salted_hmac("clubcomp.pages.identifiers", "", algorithm="sha256").hexdigest()[:16]
    apps.get_model("clubcomp", "Club").objects.update(code_in_ids=code)


class Migration(migrations.Migration):
    dependencies = [("clubcomp", "0049_prizes")]

    operations = [
        migrations.AddField(
            model_name="club",
            name="code_in_ids",
            field=models.CharField(
                default=clubcomp.models.clubs.new_code, editable=False, max_length=16
            ),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
