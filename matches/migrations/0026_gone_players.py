"""A line of a player who was gone by then, as a later correction says, counts for nobody."""

from django.db import migrations, models

from rules.journal import Impossible
from rules.journal.history import CORRECTION, Journal, Record, from_json
from rules.sequence.codec import CodecError

CLOSED, PARTS = "closed", ("post_match", "correction")
KINDS = [
    ("roster", "on the roster"), ("journeyman", "journeyman"), ("mercenary", "mercenary"), ("star", "star player"),
    ("raised", "raised"), ("card", "brought by a card"), ("gone", "not on the roster"),
]  # fmt: skip


def find_who_was_gone(apps, schema_editor):
    """Leagues that corrected a death before: what `matches.report.appearances` writes since then."""
    entries = apps.get_model("teams", "JournalEntry").objects
    sides = apps.get_model("matches", "MatchSide").objects.filter(match__state=CLOSED, match__opened_at__isnull=False)
    lines = apps.get_model("matches", "PlayerLine").objects
    for team in entries.filter(kind=CORRECTION).order_by("team").values_list("team", flat=True).distinct():
        rows = list(entries.filter(team=team).order_by("seq"))
        try:
            journal = Journal(Record(seq=row.seq, fact=from_json(row.kind, row.data)) for row in rows)
            journal.sheet_after(len(journal.order))
        except (CodecError, Impossible):
            continue  # the audit of journals says so
        for side in sides.filter(team=team).select_related("match").order_by("pk"):
            start = _start(rows, journal, side.match)
            here = {line.player for line in journal.sheet_after(start).players}
            own = lines.filter(side=side, kind="roster", player__isnull=False)
            gone = {player: pk for pk, player in own.values_list("pk", "player") if player not in here}
            lines.filter(side__match=side.match, killed_by__in=gone).update(killed_by=None)
            if lines.filter(pk__in=gone.values()).update(player=None, kind="gone", killed_by=None):
                side.match._meta.model.objects.filter(pk=side.match_id).update(version=models.F("version") + 1)


def _start(rows, journal, match):
    """The place in the order of effect where a team's entries of a match begin."""
    starts = {}
    for index, item in enumerate(journal.order):
        starts.setdefault(item.place[0], index)
    sources = {f"{part}:{match.public_id}" for part in PARTS}
    own = [row.seq for row in rows if row.source in sources and row.at >= match.opened_at and row.seq in starts]
    if own:
        return min(starts[seq] for seq in own)
    later = (row.seq for row in rows if row.kind != CORRECTION and match.closed_at and row.at > match.closed_at)
    return next((starts[seq] for seq in later), len(journal.order))


class Migration(migrations.Migration):
    dependencies = [("matches", "0025_deaths_of_a_side"), ("teams", "0020_folded_names")]

    operations = [
        migrations.AlterField("playerline", "kind", models.CharField(choices=KINDS, default="roster", max_length=10)),
        migrations.RunPython(find_who_was_gone, migrations.RunPython.noop, elidable=True),
    ]
