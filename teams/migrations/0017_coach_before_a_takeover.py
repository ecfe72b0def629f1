"""The name of a coach without an account who gave a team away, which only the league's log knew until now."""

from datetime import timedelta

from django.db import migrations, models

NEAR = timedelta(minutes=1)
"""An entry of the log and the answer to the offer are written in one transaction."""


def fill(apps, schema_editor):
    """From the log: of offers that were accepted, and of teams that went from one such coach to another."""
    entries = apps.get_model("leagues", "LogEntry").objects
    teams, offers = apps.get_model("teams", "Team").objects, apps.get_model("teams", "Takeover").objects
    for entry in entries.filter(kind="teams.taken_over_from_records").order_by("pk"):
        near = (entry.at - NEAR, entry.at + NEAR)
        rows = offers.filter(team__league=entry.league_id, state="accepted", was=None, was_name="", asked=entry.by_id)
        row = rows.filter(answered_at__range=near).order_by("pk").first()
        if row is not None:
            offers.filter(pk=row.pk).update(was_name=_name(entry))
    for entry in entries.filter(kind="teams.handed_on").order_by("pk"):
        team = teams.filter(league=entry.league_id, name=entry.args.get("team", "")).order_by("pk").first()
        if team is None or entry.by_id is None:
            continue
        made = offers.create(
            team=team, asked_id=entry.by_id, by_id=entry.by_id, was=None, was_name=_name(entry),
            reason=entry.reason, state="accepted", answered_at=entry.at,
        )  # fmt: skip
        offers.filter(pk=made.pk).update(at=entry.at)


def _name(entry):
    name = str(entry.args.get("was", ""))
    return "" if name == "–" else name[:80]


class Migration(migrations.Migration):
    dependencies = [
        ("teams", "0016_origin"),
        ("leagues", "0017_books"),
    ]

    operations = [
        migrations.AddField(
            model_name="takeover", name="was_name", field=models.CharField(blank=True, default="", max_length=80)
        ),
        migrations.RunPython(fill, migrations.RunPython.noop, elidable=True),
    ]
