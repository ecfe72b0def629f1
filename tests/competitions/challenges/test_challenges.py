"""Written challenges: one a week, answered within a day, and 2-0 against a team that will not play (L5)."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from competitions.challenges import answers
from competitions.challenges.offers import substitutes_for
from competitions.formats import draws, open_play
from competitions.models import Challenge, Competition
from competitions.setup.shape import Shape
from competitions.standings.ladders import ladder_of
from competitions.standings.standings import standings_of
from matches.models import Match
from teams.models import Team
from tests.competitions.challenges.challenge_builders import HOUR, NOON, answer, team, write
from tests.competitions.competition_builders import bare_team, competition_in
from tests.leagues.cast import Cast, signed_in
from web.errors import Refusal, StaleVersion

State = Challenge.State


def points(cup: Competition) -> dict[str, int]:
    cup.refresh_from_db()
    names = dict(Team.objects.values_list("pk", "name"))
    return {names[int(line.team)]: line.points for line in standings_of(cup).lines if line.played or line.walkovers
            or line.forfeits}  # fmt: skip


@pytest.mark.rules("L5")
def test_an_accepted_challenge_is_a_match_at_the_challenged_teams_home(cast: Cast, cup: Competition) -> None:
    done = answer(cast, write(cast, cup, "Anvils", "Badgers"), "accept")
    assert done.state == State.ACCEPTED
    assert (done.fixture.home.name, done.fixture.away.name) == ("Badgers", "Anvils")
    assert done.fixture.match.state == Match.State.SCHEDULED


@pytest.mark.rules("L5")
def test_a_refusal_is_two_nil_to_the_challenger_and_no_match(cast: Cast, cup: Competition) -> None:
    done = answer(cast, write(cast, cup, "Anvils", "Badgers"), "refuse")
    assert done.state == State.REFUSED
    assert done.fixture.match is None and not Match.objects.exists()  # no SPP, cash or fan factor, no match missed
    assert points(cup) == {"Anvils": 3, "Badgers": 0}
    line = next(line for line in standings_of(cup).lines if line.team == team("Anvils").pk)
    assert (line.score_for, line.score_against) == (2, 0)


@pytest.mark.rules("L5")
def test_no_answer_for_a_day_is_a_refusal(cast: Cast, cup: Competition) -> None:
    written = write(cast, cup, "Anvils", "Badgers")
    assert written.answer_by == NOON + timedelta(days=1)
    assert answers.settle_expired(challenge=written, now=NOON + 23 * HOUR) is None
    done = answers.settle_expired(challenge=written, now=NOON + 24 * HOUR)
    assert done is not None and done.state == State.LAPSED
    assert points(cup) == {"Anvils": 3, "Badgers": 0}
    assert answers.settle_expired(challenge=written, now=NOON + 25 * HOUR) is None
    assert cup.rounds.get().fixtures.count() == 1


@pytest.mark.rules("L5")
def test_a_substitute_that_has_not_met_the_challenger_can_play(cast: Cast, cup: Competition) -> None:
    open_play.report_game(competition=cup, by=cast.commissioner, home=team("Dragons"), away=team("Anvils"), own=None)
    written = write(cast, cup, "Anvils", "Badgers")
    assert [each.name for each in substitutes_for(written)] == ["Comets"]
    with pytest.raises(Refusal, match="Dragons cannot be the substitute"):
        answer(cast, written, "name_substitute", substitute=team("Dragons"))
    with pytest.raises(Refusal, match="Badgers cannot be the substitute"):
        answer(cast, written, "name_substitute", substitute=team("Badgers"))
    answer(cast, written, "name_substitute", substitute=team("Comets"))
    offered = answer(cast, written, "say_willing", willing=True, own={team("Comets").pk})
    assert (offered.state, offered.answer_by) == (State.OFFERED, NOON + 25 * HOUR)
    done = answer(cast, written, "meet_substitute", play=True, own={team("Anvils").pk})
    assert done.state == State.SUBSTITUTED
    assert (done.fixture.home.name, done.fixture.away.name) == ("Comets", "Anvils")


@pytest.mark.rules("L5")
def test_a_team_that_only_refused_a_challenge_has_not_met_the_challenger(cast: Cast, cup: Competition) -> None:
    """A refusal is 2-0 without a match: the two have not played so far (p40)."""
    answer(cast, write(cast, cup, "Anvils", "Comets"), "refuse")
    written = write(cast, cup, "Anvils", "Badgers", now=NOON + timedelta(days=7))
    assert [each.name for each in substitutes_for(written)] == ["Comets", "Dragons"]


@pytest.mark.rules("L5")
@pytest.mark.parametrize("silent", [True, False])
def test_a_challenger_who_will_not_play_the_substitute_loses(cast: Cast, cup: Competition, silent: bool) -> None:
    written = write(cast, cup, "Anvils", "Badgers")
    answer(cast, written, "name_substitute", substitute=team("Comets"))
    answer(cast, written, "say_willing", willing=True)
    if silent:
        answers.settle_expired(challenge=written, now=NOON + 26 * HOUR)
    else:
        answer(cast, written, "meet_substitute", play=False)
    written.refresh_from_db()
    assert written.state == State.DECLINED
    assert points(cup) == {"Badgers": 3, "Anvils": 0}
    assert not Match.objects.exists()


def test_if_the_substitute_declines_the_challenged_team_answers_again(cast: Cast, cup: Competition) -> None:
    written = write(cast, cup, "Anvils", "Badgers")
    answer(cast, written, "name_substitute", substitute=team("Comets"))
    back = answer(cast, written, "say_willing", willing=False)
    assert (back.state, back.substitute, back.answer_by) == (State.WAITING, None, NOON + 24 * HOUR)
    assert team("Comets") not in substitutes_for(back)
    with pytest.raises(Refusal, match="Comets cannot be the substitute"):
        answer(cast, written, "name_substitute", substitute=team("Comets"))
    page = signed_in(cast.coach).get(f"/challenges/{written.pk}/").text
    assert "Declined to be the substitute:" in page and ">Comets</a>" in page
    assert answer(cast, written, "accept").state == State.ACCEPTED


def test_no_answer_of_the_substitute_is_a_refusal(cast: Cast, cup: Competition) -> None:
    written = write(cast, cup, "Anvils", "Badgers")
    answer(cast, written, "name_substitute", substitute=team("Comets"))
    done = answers.settle_expired(challenge=written, now=NOON + 24 * HOUR)
    assert done is not None and done.state == State.LAPSED
    assert points(cup) == {"Anvils": 3, "Badgers": 0}


@pytest.mark.rules("L5")
def test_a_coach_writes_one_challenge_a_week(cast: Cast, cup: Competition) -> None:
    answer(cast, write(cast, cup, "Anvils", "Badgers"), "refuse")
    with pytest.raises(Refusal, match="wrote a challenge less than a week ago") as refused:
        write(cast, cup, "Anvils", "Comets", now=NOON + timedelta(days=6, hours=23))
    assert refused.value.message.purpose == "challenges"
    write(cast, cup, "Badgers", "Comets", now=NOON + HOUR)  # another coach can
    write(cast, cup, "Anvils", "Comets", now=NOON + timedelta(days=7))


def test_a_challenge_that_was_called_off_does_not_count(cast: Cast, cup: Competition) -> None:
    written = write(cast, cup, "Anvils", "Badgers")
    answers.call_off(challenge=written, by=cast.commissioner, expected=written.version, reason="they are ill")
    write(cast, cup, "Anvils", "Badgers")
    assert not cup.rounds.exists()


@pytest.mark.parametrize(
    ("challenger", "challenged", "given", "words"),
    [
        ("Anvils", "Anvils", {}, "cannot play itself"),
        ("Anvils", "Outsiders", {}, "Outsiders is not in"),
        ("Dragons", "Badgers", {"own": {0}}, "Dragons is not your team"),
    ],
)
def test_an_impossible_challenge_is_refused(
    cast: Cast, cup: Competition, challenger: str, challenged: str, given: dict[str, Any], words: str
) -> None:
    bare_team(cast.league, "Outsiders")
    with pytest.raises(Refusal, match=words):
        write(cast, cup, challenger, challenged, **given)
    assert not Challenge.objects.exists()


def test_challenges_must_be_allowed_and_two_teams_have_one_at_a_time(cast: Cast, cup: Competition) -> None:
    write(cast, cup, "Anvils", "Badgers")
    with pytest.raises(Refusal, match="is not answered yet"):
        write(cast, cup, "Badgers", "Anvils")
    Competition.objects.filter(pk=cup.pk).update(challenges=False)
    with pytest.raises(Refusal, match="There are no written challenges"):
        write(cast, cup, "Badgers", "Comets")


def test_answers_out_of_turn_too_late_stale_or_by_others_are_refused(cast: Cast, cup: Competition) -> None:
    written = write(cast, cup, "Anvils", "Badgers")
    with pytest.raises(Refusal, match="does not need that answer"):
        answer(cast, written, "meet_substitute", play=True)
    with pytest.raises(Refusal, match="Badgers is not your team"):
        answer(cast, written, "accept", own={team("Anvils").pk})
    with pytest.raises(Refusal, match="The time to answer ended"):
        answer(cast, written, "accept", now=NOON + 24 * HOUR)
    written.refresh_from_db()
    old = Challenge.objects.get(pk=written.pk)
    answer(cast, written, "refuse")
    with pytest.raises(StaleVersion):
        answers.accept(challenge=old, by=cast.coach, expected=old.version, own=None, now=NOON)


def test_on_a_ladder_a_refused_challenge_costs_the_place(cast: Cast) -> None:
    teams = [bare_team(cast.league, name) for name in ("Anvils", "Badgers", "Comets", "Dragons")]
    made = competition_in(cast.league, teams, shape=Shape(scheduling="ladder", options={"reach": 2}))
    ladder = draws.start_competition(competition=made, by=cast.commissioner, expected=made.version)
    with pytest.raises(Refusal, match="may challenge teams up to 2 places above it"):
        write(cast, ladder, "Dragons", "Anvils")
    with pytest.raises(Refusal, match="may challenge teams up to 2 places"):
        write(cast, ladder, "Anvils", "Badgers")  # never down
    answer(cast, write(cast, ladder, "Dragons", "Badgers"), "refuse")
    assert [Team.objects.get(pk=pk).name for pk in ladder_of(ladder)] == ["Anvils", "Dragons", "Badgers", "Comets"]


def test_the_log_has_each_step_of_a_challenge(cast: Cast, cup: Competition) -> None:
    from leagues import log

    written = write(cast, cup, "Anvils", "Badgers")
    answer(cast, written, "name_substitute", substitute=team("Comets"))
    answer(cast, written, "say_willing", willing=True)
    answer(cast, written, "meet_substitute", play=False)
    rows = cast.league.log.filter(kind__startswith="competitions.").order_by("pk")
    words = [log.words(entry) for entry in rows if "hallenge" in entry.kind or "substitute" in entry.kind]
    assert len(words) == 4
    assert words[-1] == "Anvils declined the substitute Comets: 0–2 to Badgers."


def test_a_commissioner_does_not_refuse_their_own_challenge_for_the_opponent(cast: Cast, cup: Competition) -> None:
    written = write(cast, cup, "Anvils", "Badgers")
    cast.league.memberships.filter(user=team("Anvils").coach).update(role="commissioner")
    given = {"challenge": written, "by": team("Anvils").coach, "expected": written.version, "now": NOON}
    with pytest.raises(Refusal) as refused:
        answers.refuse(**given, own=None)
    assert refused.value.id == "leagues.own_match"


def test_a_commissioner_does_not_call_off_a_challenge_to_their_own_team(cast: Cast, cup: Competition) -> None:
    written = write(cast, cup, "Anvils", "Badgers")
    challenged = team("Badgers").coach
    cast.league.memberships.filter(user=challenged).update(role="commissioner")
    with pytest.raises(Refusal) as refused:
        answers.call_off(challenge=written, by=challenged, expected=written.version, reason="x")
    assert refused.value.id == "leagues.own_match"
