"""A league made from an archive of records: teams without sheets, matches that were played elsewhere.

All or nothing, in one transaction. Texts that are too long for their column are cut and reported.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from competitions.archive.causes import cause_called
from competitions.archive.checks import deeds_in
from competitions.archive.published import OUTCOME_OF, order_of_play, scheme_of
from competitions.archive.records import (
    Archive,
    PlayerLine,
    PublishedRow,
    RecordedCompetition,
    RecordedMatch,
    RecordedSide,
    RecordedTeam,
)
from competitions.models import Competition, Entrant, Fixture, ImportedArchive, Round, Season
from competitions.ranking.tallies import Points
from leagues import log
from leagues.models import League, Membership
from leagues.services import Details, write_league, write_ruleset
from matches.models import Match, MatchSide
from matches.models import PlayerLine as Line
from rules import editions
from teams.models import Player, Team
from teams.presentation.kits import first_crest

BATCH = 1000
INDUCED = frozenset({"star", "mercenary"})
IMPORTED = log.kind(
    "competitions.imported", gettext_lazy("The records in {filename} became this league ({matches} matches played).")
)


class AlreadyImported(Exception):
    """The same file was imported before, as ``league``."""

    def __init__(self, league: League) -> None:
        super().__init__(league.slug)
        self.league = league


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """Where an archive came from: the file's name and the SHA-256 of its bytes."""

    filename: str
    digest: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Wishes:
    """Settings for the new league: its name (if empty, the archive's), its visibility, its commissioner."""

    name: str = ""
    public: bool = True
    commissioner: User | None = None


@dataclass(slots=True)
class Rows:
    """The rows written so far, by the archive's ids; ``cut`` has the texts that were too long, with what is left."""

    league: League
    teams: dict[str, Team] = field(default_factory=dict)
    players: dict[tuple[str, str], Player] = field(default_factory=dict)
    cut: dict[str, str] = field(default_factory=dict)

    def short(self, text: str, most: int) -> str:
        """The text, cut if it is too long for its column."""
        if len(text) <= most:
            return text
        self.cut[text] = text[: most - 1] + "…"
        return self.cut[text]


def imported_before(source: Source) -> League | None:
    """The league that the same file was imported as, if any."""
    known = ImportedArchive.objects.select_related("league").filter(digest=source.digest).first()
    return known.league if known else None


def import_archive(archive: Archive, source: Source, wishes: Wishes) -> Rows:
    """Write an archive as a league of its own, or nothing on any error. Raises ``AlreadyImported``."""
    try:
        with transaction.atomic():
            return _write(archive, source, wishes)
    except IntegrityError:  # the other of two imports at once was faster
        known = imported_before(source)
        if known is None:
            raise
        raise AlreadyImported(known) from None


def _write(archive: Archive, source: Source, wishes: Wishes) -> Rows:
    known = imported_before(source)
    if known is not None:
        raise AlreadyImported(known)
    rows = Rows(_league(archive, source, wishes))
    _teams(archive, rows)
    _players(archive, rows)
    seasons = _seasons(archive, rows)
    competitions = _competitions(archive, seasons, rows)
    _entrants(archive, competitions, rows)
    matches = _matches(archive, rows)
    _fixtures(archive, competitions, matches, rows)
    return rows


def _league(archive: Archive, source: Source, wishes: Wishes) -> League:
    details = Details(
        name=(wishes.name or archive.league)[:80],
        description=_(
            "Records of %(league)s, imported from a file. They were played under the rules that the file calls "
            "%(edition)s; the teams have no rosters here."
        )
        % {"league": archive.league, "edition": archive.edition},
        public=wishes.public,
    )
    ruleset = write_ruleset(editions.ruleset(editions.edition_called(archive.edition).key).house)
    league = write_league(details, ruleset)
    ImportedArchive.objects.create(
        league=league, digest=source.digest, edition=archive.edition, filename=source.filename[-200:]
    )
    if wishes.commissioner is not None:
        Membership.objects.create(league=league, user=wishes.commissioner, role=Membership.Role.COMMISSIONER)
    played = sum(match.played for competition in archive.competitions for match in competition.matches)
    log.record(IMPORTED, league=league, by=wishes.commissioner, filename=source.filename, matches=played)
    return league


def _teams(archive: Archive, rows: Rows) -> None:
    """A team for each id, with its name in its last competition."""
    known: dict[str, RecordedTeam] = {team.id: team for each in archive.competitions for team in each.teams}
    made = [
        Team(
            league=rows.league,
            name=rows.short(team.name, 60),
            team_list=rows.short(team.race, 60),
            coach_name=rows.short(team.coach, 80),
            state=Team.State.RECORDED,
            crest=first_crest(place, None, team.race).as_json(),
        )
        for place, team in enumerate(known.values())
    ]
    rows.teams = dict(zip(known, Team.objects.bulk_create(made, BATCH), strict=True))


def _players(archive: Archive, rows: Rows) -> None:
    """A player for each id in a team, with their latest name; stars and mercenaries belong to no team."""
    names = {(side.team, line.id): line.name for side in _sides(archive) for line in side.players if _belongs(line)}
    made = [Player(team=rows.teams[team], name=rows.short(name, 60)) for (team, _id), name in names.items()]
    rows.players = dict(zip(names, Player.objects.bulk_create(made, BATCH), strict=True))


def _sides(archive: Archive) -> Iterable[RecordedSide]:
    return (side for each in archive.competitions for match in each.matches for _which, side in match.sides)


def _belongs(line: PlayerLine) -> bool:
    return line.kind not in INDUCED


def _seasons(archive: Archive, rows: Rows) -> dict[tuple[int, str], Season]:
    """Year by year; within a year, in the order of the file."""
    keys = list(dict.fromkeys((each.year, each.season) for each in archive.competitions))
    keys.sort(key=lambda key: key[0])
    made = [
        Season(league=rows.league, number=number, name=rows.short(_season_name(*key), 80), state=Season.State.CLOSED)
        for number, key in enumerate(keys, start=1)
    ]
    return dict(zip(keys, Season.objects.bulk_create(made, BATCH), strict=True))


def _season_name(year: int, season: str) -> str:
    words = {"year": year, "season": season}
    return _("Year %(year)s, %(season)s") % words if season.strip() else _("Year %(year)s") % words


def _competitions(archive: Archive, seasons: dict[tuple[int, str], Season], rows: Rows) -> dict[str, Competition]:
    made = []
    for each in archive.competitions:
        scheme = scheme_of(each)
        made.append(
            Competition(
                season=seasons[each.year, each.season],
                name=rows.short(each.name, 100),
                scheduling=each.scheduling,
                points={name: getattr(scheme.points, name) for name in Points.__slots__},
                tie_breakers=list(scheme.tie_breakers),
                state=Competition.State.FINISHED,
                recorded=True,
                external_id=each.id,
            )
        )
    written = Competition.objects.bulk_create(made, BATCH)
    return {each.id: row for each, row in zip(archive.competitions, written, strict=True)}


def _entrants(archive: Archive, competitions: dict[str, Competition], rows: Rows) -> None:
    made = []
    for each in archive.competitions:
        table = {row.team: row for row in each.table}
        for team in each.teams:
            published = table.get(team.id)
            made.append(
                Entrant(
                    competition=competitions[each.id],
                    team=rows.teams[team.id],
                    coin_toss=published.coin_toss if published else None,
                    published=_published(team.id, published),
                )
            )
    Entrant.objects.bulk_create(made, BATCH)


def _published(team: str, row: PublishedRow | None) -> dict[str, Any]:
    """A team's id in the records, and its published row."""
    figures = {name: getattr(row, name) for name in PublishedRow.__slots__} if row else {}
    return {"team": team, **{name: figure for name, figure in figures.items() if figure is not None}}


def _matches(archive: Archive, rows: Rows) -> dict[str, Match]:
    """The matches that were played, by id, with sides and players' lines."""
    played = [match for each in archive.competitions for match in each.matches if match.played]
    made = [
        Match(
            league=rows.league,
            state=Match.State.RECORDED,
            conceded_by=next((which for which, side in match.sides if side.outcome == "conceded"), ""),
        )
        for match in played
    ]
    matches = {str(match.id): row for match, row in zip(played, Match.objects.bulk_create(made, BATCH), strict=True)}
    pairs = [(match, which, side) for match in played for which, side in match.sides]
    sides = MatchSide.objects.bulk_create(
        [
            MatchSide(
                match=matches[str(match.id)],
                side=which,
                team=rows.teams[side.team],
                score=side.score,
                casualties=side.casualties,
                result=OUTCOME_OF[side.outcome].value,
            )
            for match, which, side in pairs
        ],
        BATCH,
    )
    lines = [
        (_line(line, row, match.away if which == "home" else match.home, side, rows), deeds_in(line))
        for (match, which, side), row in zip(pairs, sides, strict=True)
        for line in side.players
    ]
    Line.objects.store(lines, BATCH)
    return matches


def _line(line: PlayerLine, row: MatchSide, other: RecordedSide, side: RecordedSide, rows: Rows) -> Line:
    killer = line.died.by if line.died else None
    return Line(
        side=row,
        player=rows.players.get((side.team, line.id)) if _belongs(line) else None,
        kind=line.kind,
        name=rows.short(line.name, 60),
        spp=line.spp,
        died=line.died is not None,
        killed_by=rows.players.get((other.team, killer)) if killer else None,
        cause=cause_called(line.died.cause) if line.died else "",
    )


def _fixtures(archive: Archive, competitions: dict[str, Competition], matches: dict[str, Match], rows: Rows) -> None:
    numbers = [(each.id, number) for each in archive.competitions for number in sorted({m.round for m in each.matches})]
    made = [Round(competition=competitions[id], number=number) for id, number in numbers]
    rounds = dict(zip(numbers, Round.objects.bulk_create(made, BATCH), strict=True))
    fixtures = [
        _fixture(match, order, each, rounds[each.id, match.round], matches, rows)
        for each in archive.competitions
        for match, order in zip(each.matches, order_of_play(each.matches), strict=True)
    ]
    Fixture.objects.bulk_create(fixtures, BATCH)


def _fixture(
    match: RecordedMatch,
    order: int,
    competition: RecordedCompetition,
    row: Round,
    matches: dict[str, Match],
    rows: Rows,
) -> Fixture:
    scheme = dict(competition.points)
    outcomes = {f"{which}_outcome": OUTCOME_OF[side.outcome].value for which, side in match.sides}
    counted = {which: _counted(side, scheme[side.outcome], match.played) for which, side in match.sides}
    return Fixture(
        round=row,
        order=order,
        home=rows.teams[match.home.team],
        away=rows.teams[match.away.team],
        match=matches[str(match.id)] if match.played else None,
        counted={which: figures for which, figures in counted.items() if figures},
        **({} if match.played else outcomes),
    )


def _counted(side: RecordedSide, usual: int, played: bool) -> dict[str, int]:
    """Figures of the league that differ from the match's rows and the scheme."""
    figures: dict[str, int | None] = {
        "points": None if side.points == usual else side.points,
        "touchdown_difference": side.touchdown_difference,
        "casualty_difference": side.casualty_difference,
    }
    if not played:
        figures |= {"score": side.score, "casualties": side.casualties}
    return {name: figure for name, figure in figures.items() if figure is not None}
