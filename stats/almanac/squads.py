"""The teams of a season as they were at its end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime

from django.db.models import Exists, OuterRef
from django.utils.translation import gettext as _

from competitions.models import Season
from rules.journal.history import Record, from_json, true_until
from rules.sheet.sheet import TeamSheet
from rules.words.words import say_worth
from stats.almanac.data import Squad
from teams.ledger import ledger
from teams.models import JournalEntry, Player, Team
from teams.roster.prints import roster_line
from web.crests.paper import Worn


def teams_of(season: Season) -> list[Team]:
    """The teams that entered a competition of the season, by name; ``changed`` says that they went on after its end."""
    rows = Team.objects.filter(entries__competition__season=season).distinct()
    later = JournalEntry.objects.filter(team=OuterRef("pk"), at__gt=end_of(season)) if end_of(season) else None
    rows = rows.annotate(changed=Exists(later)) if later is not None else rows
    return list(rows.select_related("league", "coach", "ruleset", "state_row").order_by("name", "pk"))


def end_of(season: Season) -> datetime | None:
    """When the season was closed; None while it is open, and for one that is known from records."""
    end = getattr(season, "end", None)
    return end.at if end is not None and season.state == Season.State.CLOSED else None


def sheet_of(team: Team, until: datetime | None) -> TeamSheet | None:
    """The roster of a team of ``teams_of`` at that moment, with later corrections; None if it had none.

    One query if the team has changed since.
    """
    if not hasattr(team, "state_row"):
        return None
    if until is None or not getattr(team, "changed", False):
        return ledger.sheet_in(team.state_row)
    rows = JournalEntry.objects.filter(team=team).order_by("seq").values_list("seq", "kind", "data", "at")
    records, last = [], 0
    for seq, kind, data, at in rows.iterator():
        records.append(Record(seq=seq, fact=from_json(kind, data)))
        last = seq if at <= until else last
    return true_until(records, last) if last else None


def squads_of(season: Season, teams: Sequence[Team], worn: Mapping[int, Worn]) -> Iterator[tuple[Team, Squad]]:
    """Each team with its roster, one after the other: a query for the names, one more for a team that went on since."""
    until = end_of(season)
    for team in teams:
        sheet = sheet_of(team, until)
        about = " · ".join(filter(None, (team.team_list, team.coached_by)))
        plain = Squad(name=team.name, about=about, worn=worn[team.pk], facts=())
        yield team, plain if sheet is None else _with_roster(team, sheet, plain)


def _with_roster(team: Team, sheet: TeamSheet, plain: Squad) -> Squad:
    rules = team.ruleset.rules()
    book, value = rules.book, rules.worth(sheet)
    players = [line.player for line in sheet.players]
    names = dict(Player.objects.filter(pk__in=players).values_list("pk", "name"))
    return Squad(
        name=plain.name,
        about=plain.about,
        worn=plain.worn,
        facts=[(book.worth.name, say_worth(book, value.amount))]
        if book.worth is not None and value is not None
        else [],
        columns=book.roster,
        characteristics=[short for short, _long in book.characteristic_names],
        deeds=[_(deed.short) for deed in book.deeds.values()],
        points=_(book.points_called.short),
        skills=_(book.skills_called or "Skills and injuries"),
        players=[roster_line(rules, sheet, line, names.get(line.player, "")) for line in sheet.players],
    )
