"""A knock-out's bracket as its page shows it. The number of queries does not depend on its size."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext as _

from competitions.access import marks_of, runs_it
from competitions.formats.knock_out.brackets import fixtures_by_tie
from competitions.formats.misplaced_teams import misplaced_by_tie
from competitions.models import Competition, Season, Tie
from competitions.models.bracket_names import stage_name, tie_title
from competitions.names import TeamName
from competitions.parts import parts_of
from competitions.standings.competition_page import entrants_of
from competitions.standings.fixture_list import ShownFixture, fixtures_of, shown_fixtures
from leagues.agreements.waiting import shown_agreements
from matches.pages.records import DECIDED
from web.kept import Kept

FOLDER = "competitions/formats/knock_out"


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownSide:
    """One side of a tie: a team, or words that name the tie it comes from. ``scores`` are its own by leg."""

    team: TeamName | None
    words: str
    scores: tuple[int, ...]
    won: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownTie:
    """A tie. ``note`` says what the scores do not, ``misplaced`` which team would play here by corrected results.

    ``may_rule``: a commissioner can rule which team advances; ``after_reopening``: only once the season is open
    again. ``decided``: it has a winner. ``by_ruling``: a ruling decided it.
    """

    number: int
    title: str
    sides: tuple[ShownSide, ...]
    matches: tuple[ShownFixture, ...]
    note: str
    misplaced: tuple[str, ...]
    by_ruling: bool
    may_rule: bool
    after_reopening: bool
    decided: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownStage:
    """A round of the bracket."""

    name: str
    ties: tuple[ShownTie, ...]


LEAD, MAIN = f"{FOLDER}/_lead.html", f"{FOLDER}/_whole.html"


def asked_about_ties(request: HttpRequest, competition: Competition) -> list[dict[str, Any]]:
    """What waits for somebody's agreement about a bracket's ties, for members."""
    if "member" not in request.league_roles:
        return []
    subjects = [f"tie:{tie}" for tie in competition.ties.values_list("pk", flat=True)]
    return shown_agreements(subjects, competition.season.league, request.user)


def bracket_page(
    request: HttpRequest, competition: Competition, agreements: Sequence[Mapping[str, Any]]
) -> dict[str, Any]:
    """The context of the page, with what waits for agreement.

    For those who run the league the bracket has buttons, so theirs is not kept.
    """
    runs = runs_it(request)
    return {
        "competition": competition,
        "runs_it": runs,
        "agreements": agreements,
        "may_print": request.user.is_authenticated and competition.ties.exists(),
        "parts": bracket_parts(competition, marks_of(request)),
        **(stages_of(competition, entrants_of(competition), runs=True) if runs else {}),
    }


def bracket_parts(competition: Competition, marks: Collection[str] = ()) -> Kept:
    """What everybody sees on the page of a bracket, drawn for a reader with these marks."""
    return parts_of(competition, LEAD, MAIN, marks=marks, gather=lambda: everybodys(competition))


def everybodys(competition: Competition) -> dict[str, Any]:
    """What everybody sees on the page of a bracket, with six queries."""
    bracket = stages_of(competition, entrants_of(competition), runs=False)
    return {"competition": competition, "league": competition.season.league, **bracket}


def stages_of(competition: Competition, teams: Mapping[int, TeamName], *, runs: bool) -> dict[str, Any]:
    """The bracket for a reader who ``runs`` the league or does not, with four queries.

    ``stages`` is empty before the draw.
    """
    ties = list(competition.ties.order_by("number"))
    fixtures = fixtures_by_tie(competition)
    tie_of = {each.pk: tie for tie, several in fixtures.items() for each in several}
    matches: dict[int, list[ShownFixture]] = {}
    for shown in shown_fixtures(fixtures_of(competition).filter(tie__isnull=False), teams):
        assert shown.id is not None
        matches.setdefault(tie_of[shown.id], []).append(shown)
    misplaced = misplaced_by_tie(ties, fixtures, {team.id: team.name for team in teams.values()})
    recorded = competition.recorded
    open_to_ruling = runs and competition.state == Competition.State.RUNNING
    over = runs and not recorded and competition.state == Competition.State.FINISHED
    closed = over and competition.season.state == Season.State.CLOSED
    last = max((tie.round for tie in ties), default=0)
    by_round: dict[int, list[ShownTie]] = {}
    third = None
    for tie in ties:
        shown_tie = _shown(tie, matches.get(tie.pk, ()), teams, last, open_to_ruling=open_to_ruling)
        shown_tie = replace(shown_tie, misplaced=misplaced.get(tie.number, ()))
        if over and _needs_ruling(tie):
            shown_tie = replace(shown_tie, may_rule=not closed, after_reopening=closed)
        if tie.third_place:
            third = shown_tie
        else:
            by_round.setdefault(tie.round, []).append(shown_tie)
    champion = next((tie.winner_id for tie in ties if tie.round == last and not tie.third_place), None)
    return {
        "stages": [
            ShownStage(name=stage_name(last - number), ties=tuple(by_round[number])) for number in sorted(by_round)
        ],
        "third": third,
        "champion": teams.get(champion) if champion else None,
    }


def _shown(
    tie: Tie, matches: Sequence[ShownFixture], teams: Mapping[int, TeamName], last: int, *, open_to_ruling: bool
) -> ShownTie:
    bye = tie.away_id is None and tie.away_from is None
    pairs = [(tie.home_id, tie.home_from)] if bye else [(tie.home_id, tie.home_from), (tie.away_id, tie.away_from)]
    sides = tuple(
        ShownSide(
            team=teams.get(team) if team else None,
            words=_source(source, tie.third_place),
            scores=_scores(team, matches),
            won=team is not None and team == tie.winner_id and not bye,
        )
        for team, source in pairs
    )
    title = tie_title(tie.number, final=tie.round == last, third_place=tie.third_place)
    both = tie.home_id is not None and tie.away_id is not None
    by_ruling = tie.how == Tie.How.WORD
    return ShownTie(
        number=tie.number,
        title=title,
        sides=sides,
        matches=tuple(each for each in matches if each.away is not None),
        note=_note(tie, matches, teams, bye=bye),
        misplaced=(),
        by_ruling=by_ruling and open_to_ruling,
        may_rule=open_to_ruling and both and not by_ruling,
        after_reopening=False,
        decided=tie.winner_id is not None,
    )


def _needs_ruling(tie: Tie) -> bool:
    """Whether a correction has opened a tie of a finished bracket again: it is level, or both sides lost."""
    return tie.winner_id is None and tie.home_id is not None and tie.away_id is not None


def _source(source: int | None, third_place: bool) -> str:
    """Which tie the team will come from, in words."""
    if source is None:
        return ""
    text = _("Loser of tie %(number)s") if third_place else _("Winner of tie %(number)s")
    return text % {"number": source}


def _scores(team: int | None, matches: Sequence[ShownFixture]) -> tuple[int, ...]:
    """A team's scores in the matches of a tie that it played."""
    scores = []
    for each in matches:
        if each.score is not None and each.away is not None and team in (each.home.id, each.away.id):
            scores.append(each.score[0] if each.home.id == team else each.score[1])
    return tuple(scores)


def _extra(winner: str, matches: Sequence[ShownFixture]) -> str:
    """How a level match was decided: by a concession, overtime or a shoot-out."""
    how = matches[-1].note if matches else ""
    if how and how not in map(str, DECIDED.values()):
        return how
    return _("%(team)s won it %(how)s.") % {"team": winner, "how": how or _("after overtime or a shoot-out")}


def _note(tie: Tie, matches: Sequence[ShownFixture], teams: Mapping[int, TeamName], *, bye: bool) -> str:
    """What is unusual about a tie, and what a commissioner has to do."""
    if bye:
        return _("has a bye") if tie.home_id else ""
    if tie.winner_id is not None:
        winner = {"team": teams[tie.winner_id].name}
        if tie.how == Tie.How.EXTRA:
            return _extra(winner["team"], matches)
        texts = {
            Tie.How.AGGREGATE: _("%(team)s advances on aggregate."),
            Tie.How.WORD: _("%(team)s advances by the commissioner's ruling."),
        }
        return texts[Tie.How(tie.how)] % winner if tie.how in texts else ""
    over = [each for each in matches if each.score is not None or each.note]
    if matches and len(over) == len(matches):
        if all(each.score is None or each.decided for each in matches):
            return _("Nobody won. The commissioner has to choose who advances.")
        return _("Level. The commissioner has to choose who advances.")
    return ""
