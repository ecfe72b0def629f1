"""The matches of a season for its almanac: with scorers, the injured, the dead, and the coaches' write-ups."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from competitions.models import Competition, Season
from competitions.names import TeamName
from competitions.standings.rounds import round_counts
from leagues.books import books_of
from matches.models import MatchSide
from matches.pages.duels import injury_words
from matches.wording import called
from rules.book.book import Book
from stats.almanac.data import Game, Matches, Told
from stats.played.lines import PlayedLine, lines_in
from stats.played.matches import CONCEDED, PlayedMatch, PlayedSide, matches_in
from stats.played.scope import Scope
from teams.models import Player
from web.crests.paper import Worn


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """The matches of a season by one of its league's books: the players' lines and the write-ups by side (row ids)."""

    book: Book
    matches: Sequence[PlayedMatch]
    lines: Mapping[int, Sequence[PlayedLine]]
    stories: Mapping[int, str]
    players: Mapping[int, str]


def scopes_of(season: Season) -> list[Scope]:
    """The matches of a season by each of its league's books."""
    books = books_of(season.league)
    editions = ["", *(book.key for book in books[1:])]
    return [Scope(league=season.league, edition=edition, season=season.pk) for edition in editions]


def played_in(scope: Scope) -> Played:
    """The matches of a scope with all that an almanac tells of them. Six queries, one more with earlier coaches."""
    scoring = scope.book.scoring.key
    lines: dict[int, list[PlayedLine]] = {}
    for line in lines_in(scope):
        if line.died or line.injuries or line.deeds.get(scoring):
            lines.setdefault(line.side, []).append(line)
    written = MatchSide.objects.filter(scope.matches("match__")).exclude(story="")
    named = Player.objects.filter(scope.matches("lines__side__match__")).distinct()
    return Played(
        book=scope.book,
        matches=matches_in(scope),
        lines=lines,
        stories=dict(written.values_list("pk", "story")),
        players=dict(named.values_list("pk", "name")),
    )


def told_of(
    competition: Competition, played: Played, teams: Mapping[int, TeamName], worn: Mapping[int, Worn]
) -> Matches | None:
    """The matches of a competition by round, in their order; None if none was played. At most one query."""
    by_round: dict[int, list[Told]] = {}
    for match in played.matches:
        if match.competition == competition.pk:
            by_round.setdefault(match.round or 0, []).append(_told(match, played, teams, worn))
    if not by_round:
        return None
    names = {each.number: each.name for each in round_counts(competition)}
    called = {number: names.get(number) or _("Round %(number)d") % {"number": number} for number in by_round}
    rounds = [(called[number], by_round[number]) for number in sorted(by_round)]
    return Matches(competition=competition.name, rounds=rounds)


def games_of(
    played: Sequence[Played], teams: Mapping[int, TeamName], competitions: Mapping[int, str]
) -> dict[int, list[Game]]:
    """The matches of each team, by its id, in the order of play."""
    found: dict[int, list[Game]] = {}
    for part in played:
        for match in part.matches:
            for own, other in match.pairs:
                found.setdefault(own.team, []).append(
                    Game(
                        when=_day(match),
                        competition=competitions.get(match.competition or 0, ""),
                        opponent=_name(other, teams),
                        score=_score(own, other),
                        result=_("W") if own.won else _("D") if own.drawn else _("L"),
                    )
                )
    return found


def record_of(team: int, played: Played) -> list[tuple[str, str]]:
    """A team's sums of the season as labels with values; none if it did not play by this book."""
    pairs = [pair for match in played.matches for pair in match.pairs if pair[0].team == team]
    if not pairs:
        return []
    won, drawn = (sum(getattr(own, how) for own, _other in pairs) for how in ("won", "drawn"))
    found = [(_("W D L"), f"{won} – {drawn} – {len(pairs) - won - drawn}")]
    found.append((played.book.scoring.many.capitalize(), _sums(pairs, "score")))
    if played.book.credited is not None:
        found.append((played.book.credited.many.capitalize(), _sums(pairs, "casualties")))
    return found


def _sums(pairs: Sequence[tuple[PlayedSide, PlayedSide]], what: str) -> str:
    own, other = (sum(getattr(pair[side], what) or 0 for pair in pairs) for side in (0, 1))
    return f"{own} – {other}"


def _told(match: PlayedMatch, played: Played, teams: Mapping[int, TeamName], worn: Mapping[int, Worn]) -> Told:
    home, away = match.sides
    return Told(
        day=_day(match),
        home=_name(home, teams),
        away=_name(away, teams),
        home_worn=worn.get(home.team) or Worn(),
        away_worn=worn.get(away.team) or Worn(),
        score=_score(home, away),
        lines=[line for line in (_casualties(match, played, teams), *_lines(match, played, teams)) if line],
        stories=[(_name(side, teams), story) for side in match.sides if (story := played.stories.get(side.id))],
    )


def _casualties(match: PlayedMatch, played: Played, teams: Mapping[int, TeamName]) -> str:
    """Who conceded; how many injuries each side is credited with, where the book credits them; and the spectators."""
    home, away = match.sides
    found = [_("%(team)s conceded") % {"team": _name(side, teams)} for side in match.sides if side.result == CONCEDED]
    if played.book.credited is not None and home.casualties is not None and away.casualties is not None:
        found.append(f"{played.book.credited.many.capitalize()} {home.casualties} – {away.casualties}")
    if match.gate and played.book.with_gate:
        found.append(_("%(gate)s spectators") % {"gate": f"{match.gate:,}"})
    return ", ".join(found)


def _lines(match: PlayedMatch, played: Played, teams: Mapping[int, TeamName]) -> Iterator[str]:
    """For each side who scored, and who was hurt or died."""
    for side in match.sides:
        lines = played.lines.get(side.id, ())
        scored = [(line, line.deeds.get(played.book.scoring.key, 0)) for line in lines]
        words = [_scorer(_called(line, played), count) for line, count in scored if count]
        hurt = [_hurt(line, played) for line in lines if line.died or line.injuries]
        found = [_("%(names)s scored") % {"names": ", ".join(words)}] if words else []
        found += [_("hurt: %(names)s") % {"names": ", ".join(hurt)}] if hurt else []
        if found:
            yield f"{_name(side, teams)}: {'; '.join(found)}"


def _scorer(name: str, count: int) -> str:
    return f"{name} ({count})" if count > 1 else name


def _hurt(line: PlayedLine, played: Played) -> str:
    what = _("dead") if line.died else injury_words(played.book, line.injuries)
    return f"{_called(line, played)} ({what})"


def _called(line: PlayedLine, played: Played) -> str:
    name = played.players.get(line.player or 0) or line.name
    return name or (called(line.number, "", line.position) if line.number is not None else _("(no name)"))


def _name(side: PlayedSide, teams: Mapping[int, TeamName]) -> str:
    return teams[side.team].name if side.team in teams else _("a withdrawn team")


def _score(own: PlayedSide, other: PlayedSide) -> str:
    return f"{'?' if own.score is None else own.score} – {'?' if other.score is None else other.score}"


def _day(match: PlayedMatch) -> str:
    return date_format(match.when, "j M Y") if match.when else ""
