"""A hash chain for each journal, also for the entries that are there already."""

import django.db.models.deletion
from django.db import migrations, models

from web.audit.hash_chain import START, next_hash

COLUMNS = ("team_id", "seq", "kind", "data", "why", "source", "by_id", "at")
CHUNK = 1000


def chain_older_entries(apps, schema_editor):
    """About 50,000 entries a second. Each team's chain begins with its first entry."""
    link = apps.get_model("teams", "JournalLink")
    entries = apps.get_model("teams", "JournalEntry").objects.order_by("team_id", "seq").values(*COLUMNS)
    team, before, made = None, START, []
    for entry in entries.iterator(chunk_size=CHUNK):
        if entry["team_id"] != team:
            team, before = entry["team_id"], START
        before = next_hash(before, entry)
        made.append(link(team_id=team, seq=entry["seq"], hash=before))
        if len(made) == CHUNK:
            link.objects.bulk_create(made)
            made = []
    link.objects.bulk_create(made)


class Migration(migrations.Migration):
    dependencies = [
        ("teams", "0001_squashed_0009_model_names"),
    ]

    operations = [
        migrations.CreateModel(
            name="JournalLink",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seq", models.PositiveIntegerField()),
                ("hash", models.CharField(max_length=64)),
                (
                    "team",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="journal_links", to="teams.team"
                    ),
                ),
            ],
            options={
                "verbose_name": "link of a journal's chain",
                "verbose_name_plural": "links of journals' chains",
                "ordering": ["team", "seq"],
                "constraints": [models.UniqueConstraint(fields=("team", "seq"), name="journal_link_team_seq_unique")],
            },
        ),
        migrations.RunPython(chain_older_entries, migrations.RunPython.noop),
    ]
