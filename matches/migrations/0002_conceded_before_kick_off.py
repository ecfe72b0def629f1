"""A concession before a kick-off (N1) is called what it is, in the column and in the reports on record."""

import hashlib
import json
from typing import Any

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

OLD, NEW = "conceded_without_penalty", "conceded_before_kick_off"


def rename_in_reports(apps: Apps, old: str, new: str) -> None:
    """Renames the fact in every version of every report; a digest stays the one of its contents."""
    report = apps.get_model("matches", "Report")
    for row in report.objects.only("pk", "data").iterator(chunk_size=500):
        result = row.data.get("result") or {}
        if old in result:
            result[new] = result.pop(old)
            report.objects.filter(pk=row.pk).update(data=row.data, digest=digest_of(row.data))


def digest_of(data: Any) -> str:
    """The digest of a report's contents, as reports had it when this was written."""
    return hashlib.sha256(json.dumps(data, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def forwards(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """To the new name."""
    rename_in_reports(apps, OLD, NEW)


def backwards(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """To the old name."""
    rename_in_reports(apps, NEW, OLD)


class Migration(migrations.Migration):
    dependencies = [("matches", "0001_initial")]

    operations = [
        migrations.RenameField(model_name="match", old_name=OLD, new_name=NEW),
        migrations.RunPython(forwards, backwards),
    ]
