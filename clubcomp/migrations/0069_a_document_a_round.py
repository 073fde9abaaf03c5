"""Each round keeps the document that it was paired from whole, no longer in shared parts."""

import hashlib
import zlib
from typing import Any

from django.db import migrations, models

from clubcomp.models.rounds import CompressedTextField

#: The documents as they were kept until now.
JOINED = """
    SELECT round.id, array_to_string(ARRAY(
        SELECT coalesce(nullif(part.text, ''), round.to_pair)
        FROM clubcomp_recordpart part
        WHERE part.competition_id = evening.competition_id
            AND part.since <= round.record_version
            AND (part.until IS NULL OR part.until > round.record_version)
        ORDER BY part.place
    ), '')
    FROM clubcomp_round round JOIN clubcomp_evening evening ON evening.id = round.evening_id
    WHERE round.id = ANY(%s)
"""


def keep_whole(apps: Any, schema_editor: Any) -> None:
    """A few rounds at a time: the documents of years do not fit into memory."""
    rounds = apps.get_model("clubcomp", "Round").objects.exclude(record_version=None)
    keys = list(rounds.order_by("pk").values_list("pk", flat=True))
    for begin in range(0, len(keys), 50):
        with schema_editor.connection.cursor() as cursor:
            cursor.execute(JOINED, [keys[begin : begin + 50]])
            for key, document in cursor.fetchall():
                text = document.encode()
                cursor.execute(
                    "UPDATE clubcomp_round SET paired_from = %s, paired_digest = %s WHERE id = %s",
                    [zlib.compress(text), hashlib.sha256(text).hexdigest(), key],
                )


class Migration(migrations.Migration):
    dependencies = [
        ("clubcomp", "0068_kind_of_a_habit"),
    ]

    operations = [
        migrations.AddField(
            model_name="round",
            name="paired_from",
            field=CompressedTextField(blank=True, editable=False, default=""),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="round",
            name="paired_digest",
            field=models.CharField(blank=True, default="", editable=False, max_length=64),
            preserve_default=False,
        ),
        migrations.RunPython(keep_whole),
        migrations.RemoveField(model_name="round", name="to_pair"),
        migrations.RemoveField(model_name="round", name="record_version"),
        migrations.RemoveField(model_name="round", name="record_digest"),
        migrations.DeleteModel(name="RecordPart"),
    ]
