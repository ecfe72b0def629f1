"""A knock-out's bracket: written when it is drawn, and filled from results.

Filling depends only on the current rows, so it can be repeated at any time, also after a correction. A tie whose
match was opened or played stays with the teams that played it, and its winner advances. The page says if another team
would play there by a corrected result (``competitions.formats.misplaced_teams``). The bracket follows once that match
is called off or annulled, or the ruling on it is revoked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from competitions.fixtures.deadlines import following_deadline
from competitions.fixtures.notices import tell_paired
from competitions.formats.knock_out.seeding import draw_ties
from competitions.models import Competition, Fixture, Round, Tie
from competitions.models.bracket_names import TWO_LEGS
from competitions.pairing import knock_out
from competitions.pairing.knock_out import Leg, Verdict
from competitions.ranking.points import WINNING, Outcome
from competitions.setup.pairings import delete_scheduled, give_match
from competitions.standings.results import outcomes_of
from matches.models import Match
from teams.models import Team

Ended = tuple[Outcome, Outcome, int, int]
"""How a fixture ended: the outcome of both sides, home and away, and their scores."""


def write_bracket(competition: Competition, rng: Random) -> None:
    """Draw the bracket and make its rounds, ties and first fixtures. Raises ``KnockOutRefused``."""
    drawn = draw_ties(competition, competition.entrants.team_ids_by_seed(), rng)
    rounds = max(tie.round for tie in drawn)
    stages = {tie.round: tie.stage for tie in drawn if not tie.third_place}
    Round.objects.bulk_create(
        Round(competition=competition, number=_row_number(competition, number, rounds, leg), stage=stages[number])
        for number in range(1, rounds + 1)
        for leg in range(1, legs_of(competition, number, rounds) + 1)
    )
    Tie.objects.bulk_create(
        Tie(
            competition=competition,
            number=tie.number,
            round=tie.round,
            stage=tie.stage,
            third_place=tie.third_place,
            home_id=tie.home,
            away_id=tie.away,
            home_from=tie.home_from,
            away_from=tie.away_from,
        )
        for tie in drawn
    )
    fill_bracket(competition)


def legs_of(competition: Competition, number: int, rounds: int) -> int:
    """The number of matches in a tie of a round; the last round has one."""
    return 1 if number == rounds else min(competition.legs, TWO_LEGS)


def _row_number(competition: Competition, number: int, rounds: int, leg: int) -> int:
    """The number of the ``Round`` row of a leg: these rows are numbered through the competition."""
    return sum(legs_of(competition, before, rounds) for before in range(1, number)) + leg


def fill_bracket(competition: Competition) -> None:
    """Advance the winners of ties, make the fixtures that can be played now, and remove those that cannot.

    Runs in the transaction that changed a result.
    """
    ties = list(Tie.objects.filter(competition=competition).order_by("number"))
    if not ties:
        return
    fixtures = fixtures_by_tie(competition)
    work_out(competition, ties, fixtures, verdicts_of(competition, ties, fixtures))
    Tie.objects.bulk_update(ties, ["home", "away", "winner", "how"])
    _make_fixtures(competition, ties, fixtures)


def work_out(
    competition: Competition,
    ties: Sequence[Tie],
    fixtures: Mapping[int, Sequence[Fixture]],
    verdicts: Mapping[int, Verdict],
) -> None:
    """Set the teams and the winner of each of these ties; nothing is written."""
    sides = knock_out.filled([as_drawn(tie) for tie in ties], verdicts, _held(ties, fixtures))
    for tie in ties:
        home, away = sides[tie.number]
        verdict = verdicts.get(tie.number)
        holds = verdict is not None and {verdict.winner, verdict.loser} == {home, away}
        if tie.away_id is None and tie.away_from is None:
            verdict, holds = Verdict(winner=home or 0, loser=None, how="bye"), home is not None
        tie.home_id, tie.away_id = home, away
        tie.winner_id = verdict.winner if verdict is not None and holds else None
        tie.how = verdict.how if verdict is not None and holds else ""


def _held(ties: Sequence[Tie], fixtures: Mapping[int, Sequence[Fixture]]) -> dict[int, knock_out.Sides]:
    """The teams of ties that have begun, by number: a match was opened, or decided without play."""
    begun = {tie.number: fixtures[tie.pk][0] for tie in ties if any(map(has_begun, fixtures.get(tie.pk, ())))}
    return {number: (first.home_id, first.away_id) for number, first in begun.items()}


def has_begun(fixture: Fixture) -> bool:
    """Whether a fixture's match was opened, or it was decided without one."""
    opened = fixture.match is not None and fixture.match.state != Match.State.SCHEDULED
    return opened or bool(fixture.home_outcome)


def as_drawn(tie: Tie) -> knock_out.Tie:
    """A row as the pure ``pairing.knock_out`` takes it, without teams that came from other ties."""
    return knock_out.Tie(
        number=tie.number,
        round=tie.round,
        stage=tie.stage,
        third_place=tie.third_place,
        home=None if tie.home_from else tie.home_id,
        away=None if tie.away_from else tie.away_id,
        home_from=tie.home_from,
        away_from=tie.away_from,
    )


def fixtures_by_tie(competition: Competition) -> dict[int, list[Fixture]]:
    """The fixtures of every tie by its id, the first leg first."""
    found: dict[int, list[Fixture]] = {}
    rows = Fixture.objects.filter(round__competition=competition, tie__isnull=False)
    for fixture in rows.select_related("match", "round").order_by("round__number", "pk"):
        assert fixture.tie_id is not None
        found.setdefault(fixture.tie_id, []).append(fixture)
    return found


def verdicts_of(
    competition: Competition,
    ties: Sequence[Tie],
    fixtures: Mapping[int, Sequence[Fixture]],
) -> dict[int, Verdict]:
    """The verdict of each decided tie by number, from a commissioner's ruling or the results."""
    outcomes = outcomes_of([fixture for several in fixtures.values() for fixture in several])
    rounds = max(tie.round for tie in ties)
    found: dict[int, Verdict] = {}
    for tie in ties:
        if tie.how == Tie.How.WORD and tie.winner_id is not None:
            loser = tie.away_id if tie.winner_id == tie.home_id else tie.home_id
            found[tie.number] = Verdict(winner=tie.winner_id, loser=loser, how="word")
            continue
        legs = [leg for each in fixtures.get(tie.pk, ()) if (leg := _leg(each, outcomes.get(each.pk)))]
        verdict = knock_out.winner_of(as_drawn(tie), legs, legs_of(competition, tie.round, rounds))
        if verdict is not None:
            found[tie.number] = verdict
    return found


def _leg(fixture: Fixture, outcomes: Ended | None) -> Leg | None:
    """A fixture's result as the pure ``pairing.knock_out`` takes it."""
    if outcomes is None or fixture.away_id is None:
        return None
    home, away, home_score, away_score = outcomes
    winner = fixture.home_id if home in WINNING else fixture.away_id if away in WINNING else None
    return Leg(home=fixture.home_id, away=fixture.away_id, home_score=home_score, away_score=away_score, winner=winner)


def _make_fixtures(competition: Competition, ties: Sequence[Tie], fixtures: Mapping[int, Sequence[Fixture]]) -> None:
    rows = {row.number: row for row in competition.rounds.all()}
    rounds = max(tie.round for tie in ties)
    for tie in ties:
        there = fixtures.get(tie.pk, ())
        if tie.home_id is None or (tie.away_id is None and tie.away_from is not None):
            _take_back(there)
            continue
        if all({fixture.home_id, fixture.away_id} == {tie.home_id, tie.away_id} for fixture in there) and there:
            continue
        if not _take_back(there):
            continue
        legs = 1 if tie.away_id is None else legs_of(competition, tie.round, rounds)
        for leg in range(1, legs + 1):
            row = rows[_row_number(competition, tie.round, rounds, leg)]
            _make_fixture(competition, tie, row, swapped=leg == TWO_LEGS)


def _make_fixture(competition: Competition, tie: Tie, row: Round, *, swapped: bool) -> None:
    home, away = (tie.away_id, tie.home_id) if swapped else (tie.home_id, tie.away_id)
    fixture = Fixture(round=row, tie=tie, home_id=home, away_id=away)
    if competition.state != Competition.State.DRAFT and away is not None:
        teams = Team.objects.active().filter(pk__in=(home, away))
        if len(teams) == len((home, away)):  # a retired team cannot open the match: it waits for a ruling
            give_match(competition, fixture)
    fixture.save()
    if not swapped and (tie.home_from or tie.away_from):
        tell_paired(fixture)
    if row.deadline is None and (deadline := following_deadline(competition, row.number)) is not None:
        row.deadline = deadline
        row.save(update_fields=["deadline"])


def _take_back(fixtures: Sequence[Fixture]) -> bool:
    """Delete fixtures that were not opened. Returns False, with nothing deleted, if one was opened or decided."""
    if any(map(has_begun, fixtures)):
        return False
    matches = [fixture.match_id for fixture in fixtures if fixture.match_id is not None]
    if matches and not delete_scheduled(matches):
        return False
    Fixture.objects.filter(pk__in=[fixture.pk for fixture in fixtures]).delete()
    return True
