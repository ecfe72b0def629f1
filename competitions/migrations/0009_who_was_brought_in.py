"""Who was brought into a stage by its feeds is a fact of its own; until now the league's log had to tell."""

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

ANEW = "competitions.fed_anew"
KINDS = ("competitions.brought_in", "competitions.brought_in_by_lot", ANEW)


def note(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """As the log noted it; where it did not, a team that has a seed in a stage with feeds came in so."""
    log = apps.get_model("leagues", "LogEntry").objects.filter(kind__in=KINDS).order_by("pk")
    noted: dict[int, list[int]] = {}
    lots: dict[int, str] = {}
    for kind, args in log.values_list("kind", "args"):
        if "ids" in args and "target_id" in args:
            target = args["target_id"]
            noted[target] = [*([] if kind == ANEW else noted.get(target, [])), *args["ids"]]
            lots[target] = args.get("seed", "")
    fed = apps.get_model("competitions", "StageFeed").objects.values_list("target", flat=True)
    for target in sorted({*noted, *fed}):
        _note_stage(apps, target, noted.get(target, []), lots.get(target, ""))


def _note_stage(apps: StateApps, target: int, noted: list[int], lot: str) -> None:
    entrants = apps.get_model("competitions", "Entrant").objects.filter(competition=target)
    there = {entrant.team_id: entrant for entrant in entrants.order_by("seed", "pk")}
    brought = [there[team] for team in noted if team in there]
    for place, entrant in enumerate(brought or [each for each in there.values() if each.seed is not None], 1):
        entrant.fed_place = place
        entrant.save(update_fields=["fed_place"])
    apps.get_model("competitions", "Competition").objects.filter(pk=target).update(fed_seed=lot)


class Migration(migrations.Migration):
    dependencies = [("competitions", "0008_decided_as_a_draw"), ("leagues", "0002_requests_withdrawn")]

    operations = [
        migrations.AddField(
            model_name="competition",
            name="fed_seed",
            field=models.CharField(blank=True, max_length=32),
        ),
        migrations.AddField(
            model_name="entrant",
            name="fed_place",
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.RunPython(note, migrations.RunPython.noop),
    ]
