"""The log knew who coached a team before by name; his account says that, and forgets it when he wants."""

from django.db import migrations

TAKEN_OVER, FROM_RECORDS = "teams.taken_over", "teams.taken_over_from_records"


def take_names_out(apps, schema_editor):
    entries = apps.get_model("leagues", "LogEntry")._base_manager  # the usual one lets nothing be changed
    for pk, about, args in entries.filter(kind=TAKEN_OVER).values_list("pk", "about", "args"):
        if about is None:
            entries.filter(pk=pk).update(kind=FROM_RECORDS)
        else:
            entries.filter(pk=pk).update(args={name: value for name, value in args.items() if name != "was"})


def put_names_back(apps, schema_editor):
    entries = apps.get_model("leagues", "LogEntry")._base_manager
    for entry in entries.filter(kind=TAKEN_OVER).select_related("about"):
        name = entry.about.display_name or entry.about.username
        entries.filter(pk=entry.pk).update(args={**entry.args, "was": name})
    entries.filter(kind=FROM_RECORDS).update(kind=TAKEN_OVER)


class Migration(migrations.Migration):
    dependencies = [
        ("teams", "0006_takeovers"),
        ("leagues", "0004_friendlies_by_coaches"),
        ("accounts", "0004_deleted_accounts"),
    ]

    operations = [migrations.RunPython(take_names_out, put_names_back)]
