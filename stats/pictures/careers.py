"""A player's career: the points after each match, what they did in it, and whom it was against."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from competitions.models.bracket_names import Rounds
from competitions.models.fixtures import rounds_of_bracket
from competitions.trophies.page import honours_of_player
from matches.casualty_words import result_words
from matches.extensions import ShownCareer, careers
from matches.models import Match, MatchSide, PlayerLine
from matches.models.lines import with_deeds
from rules.book.book import Book
from rules.book.growth import Milestone
from rules.sheet.sheet import PlayerSheet
from stats.honours.hints import of_player as in_the_hall
from stats.played.initials import MOST_NAMED, initials_of, told
from stats.played.names import names_for
from teams.models import Team
from teams.presentation.wearers import wearer
from web.charts import Appearance, Drawing, Step, career_chart
from web.charts.layout import kept_chart
from web.crests.shown import Shown, shown_crest
from web.prepared import Prepared

SCORED, HURT, INJURED, AWARDED = "ball", "drop", "bone", "star"
OF = "side__match__fixture__round__competition"
COMPETITION, SEASON, SCHEDULING, LEGS = (f"{OF}__{column}" for column in ("name", "season", "scheduling", "legs"))
BRACKET = "bracket"
COLUMNS = (
    "side__match",
    "side__team",
    "side__match__fixture__round__number",
    COMPETITION,
    SCHEDULING,
    LEGS,
    BRACKET,
    SEASON,
    f"{SEASON}__name",
    "side__match__stage",
    "side__match__played_on",
    "side__match__confirmed_at",
    "spp",
    "died",
    "injuries",
)


@careers.add
def career(team: Team, player: int, called: str, line: PlayerSheet | None) -> ShownCareer:
    """The career of a player of a team, with earlier teams: five queries at most.

    ``line`` is their line on the roster, None for a team without one. The points are those of the matches, in order;
    what the roster has beyond them was earned elsewhere. There is no picture before their first match.
    """
    rows = _rows(player)
    seasons = ((row["side__team"], row[SEASON]) for row in rows)
    played = [(own, season) for own, season in seasons if season is not None]
    honours = [*in_the_hall(player), *honours_of_player(player, played)]
    if not rows:
        return ShownCareer(honours=honours)
    played_in = _competitions_of(rows)
    initials = _initials(played_in)
    matches, note = _appearances(team, rows, played_in, initials), told(initials)
    milestones = _milestones(team, line)
    shown = (team.book.key, called, team.name, shown_crest(team), matches, milestones, note)
    return ShownCareer(
        chart=kept_chart("career", shown, lambda: _chart(team, called, matches, milestones, note)),
        places={row["side__match"]: (each.place, each.full) for row, each in zip(rows, matches, strict=True)},
        honours=honours,
    )


def career_drawing(team: Team, player: int, called: str, line: PlayerSheet | None) -> Drawing | None:
    """The picture of a career; three queries. None before the player's first match."""
    rows = _rows(player)
    played_in = _competitions_of(rows)
    initials = _initials(played_in)
    matches = _appearances(team, rows, played_in, initials)
    return _chart(team, called, matches, _milestones(team, line), told(initials)) if rows else None


def _milestones(team: Team, line: PlayerSheet | None) -> Sequence[Milestone]:
    return team.ruleset.rules().standing(line).milestones if line is not None and team.ruleset else ()


def _appearances(
    team: Team, rows: Sequence[dict[str, Any]], played_in: Sequence[str], initials: Mapping[str, str]
) -> list[Appearance]:
    """The matches of a player; ``played_in`` says in which competition each was."""
    book = team.book
    others = _opponents(rows)
    names = names_for(teams=others.values()).teams
    points, matches = 0, list[Appearance]()
    several = len(set(filter(None, played_in))) > 1
    for number, row in enumerate(rows, start=1):
        points += row["spp"]
        opponent = names.get(others.get(row["side__match"], 0))
        of, rounds = played_in[number - 1], Rounds(row[SCHEDULING], row[BRACKET], row[LEGS] or 1)
        place, stage = row["side__match__fixture__round__number"], row["side__match__stage"]
        short = _short(place, rounds.letters(place, stage), initials.get(of, ""), number, several=several)
        full = ", ".join(filter(None, (of, rounds.words(place, stage)))) or _("Match %(number)d") % {"number": number}
        matches.append(
            Appearance(
                place=short,
                full=full,
                opponent=wearer(opponent.name, opponent.crest) if opponent else wearer("–", Shown()),
                points=points,
                earned=f"+{row['spp']}" if row["spp"] else "0",
                signs=tuple(_signs(book, row)),
                told=", ".join(_told(book, row)),
            )
        )
    return matches


def _competitions_of(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    several = len({row[SEASON] for row in rows if row[SEASON]}) > 1
    return [_competition_of(row, several=several) for row in rows]


def _initials(played_in: Sequence[str]) -> dict[str, str]:
    """The letters of a few competitions by name; none for one, and for many."""
    several = [each for each in dict.fromkeys(played_in) if each]
    return initials_of(several) if 1 < len(several) <= MOST_NAMED else {}


def _competition_of(row: Mapping[str, Any], *, several: bool) -> str:
    """The competition of a line, with its season if there are several; empty for a friendly."""
    competition, season = row[COMPETITION], row[f"{SEASON}__name"]
    return f"{season}, {competition}" if several and competition else competition or ""


def _short(place: int | None, called: str, letters: str, number: int, *, several: bool) -> str:
    """A match in a few letters: its round, with the initials of one of a few competitions; else its number.

    A round of a bracket is ``called`` by its own letters.
    """
    if letters:
        return f"{letters} {called or place}"
    if several or not place:
        return str(number)
    return called or _("R%(number)d") % {"number": place}


def _chart(
    team: Team, called: str, matches: Sequence[Appearance], milestones: Sequence[Milestone], note: str
) -> Drawing:
    """The picture; ``note`` says what its letters stand for."""
    book = team.book
    signs = [(SCORED, _(book.scoring.one)), (INJURED, _("injured"))]
    signs += [(HURT, _(book.credited.one))] if book.credited else []
    signs += [(AWARDED, _(book.awarded.one))] if book.awarded else []
    return career_chart(
        name="career",
        title=_("Career of %(player)s") % {"player": called},
        words=_(
            "Matches run from left to right; each step is what the player earned in it. Signs stand for what happened."
        ),
        wearer=wearer(team.name, shown_crest(team)),
        matches=matches,
        ranks=[Step(name=_(each.title), points=each.points) for each in milestones],
        heads=(_("Match"), _("Opponent"), _("Earned"), _(book.points_called.short), _("What happened")),
        signs=signs,
        missed=_("missed"),
        note=note,
    )


@Prepared
def _lines(player: int) -> QuerySet[PlayerLine, Any]:
    lines = PlayerLine.objects.filter(player=player, side__match__state__in=Match.PLAYED)
    lines = lines.annotate(**{BRACKET: rounds_of_bracket(OF, "side__match__stage")})
    return lines.order_by("side__match__played_on", "side__match__confirmed_at", "side__match").with_deeds(*COLUMNS)


@Prepared
def _sides(matches: Collection[int]) -> QuerySet[MatchSide, Any]:
    return MatchSide.objects.filter(match__in=matches).order_by().values_list("match", "team")


def _rows(player: int) -> list[dict[str, Any]]:
    """The lines of a player in matches that count, in their order of play; one query."""
    return with_deeds(_lines(player))


def _opponents(rows: Sequence[Mapping[str, Any]]) -> dict[int, int]:
    """The other team of each match; one query."""
    own = {row["side__match"]: row["side__team"] for row in rows}
    return {match: team for match, team in _sides(list(own)) if team != own[match]}


def _signs(book: Book, row: Mapping[str, Any]) -> list[str]:
    deeds, found = row["deeds"], []
    for deed in book.told:
        sign = SCORED if deed.scores else HURT if deed.causes else AWARDED if deed.awarded else ""
        found += [sign] * deeds.get(deed.key, 0) if sign else []
    return found + [INJURED] * bool(row["injuries"] or row["died"])


def _told(book: Book, row: Mapping[str, Any]) -> list[str]:
    found = []
    for deed in book.told:
        if count := row["deeds"].get(deed.key, 0):
            found.append(f"{count} {_(deed.one) if count == 1 else _(deed.many)}")
    results = {each.key: each for each in book.casualties}
    return found + [result_words(book, results[key]) if key in results else str(key) for key in row["injuries"]]
