"""A member is removed, and a commissioner decides in the same command what happens to their teams."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from competitions.models import Competition, Withdrawal
from competitions.rulings.removals import OFFER, Fate, remove_member
from competitions.setup.shape import Shape
from leagues.models import LogEntry, Membership
from leagues.services import change_house_rules
from matches.models import Match
from teams.models import Takeover, Team
from tests.competitions.competition_builders import bare_team, bare_teams, competition_in, decide_match, matches_of
from tests.leagues.cast import Cast, add_member, create_user, form_data, signed_in
from tests.matches.match_builders import opened_match
from tests.teams.team_builders import approved_team, drafted_team
from web.errors import Refusal

REASON = "Moved to another town"


def membership(cast: Cast, name: str = "coach") -> Membership:
    return cast.league.memberships.get(user=cast[name])


def page(cast: Cast, by: User | None = None, name: str = "coach") -> HttpResponse:
    url = reverse("competitions:remove_member", args=[cast.league.slug, membership(cast, name).pk])
    return signed_in(by or cast.commissioner).get(url)


def remove(cast: Cast, by: User | None = None, *, name: str = "coach", **fields: Any) -> HttpResponse:
    url = reverse("competitions:remove_member", args=[cast.league.slug, membership(cast, name).pk])
    return signed_in(by or cast.commissioner).post(url, form_data(**{"reason": REASON, **fields}))


def offered(answer: HttpResponse, team: Team) -> list[str]:
    """What the page lets a commissioner do with a team."""
    return re.findall(rf'name="what_{team.public_id}" value="(\w+)"', answer.text)


def is_member(cast: Cast, name: str = "coach") -> bool:
    return membership(cast, name).left_at is None


@pytest.fixture(autouse=True)
def _several_teams(cast: Cast) -> None:
    change_house_rules(
        league=cast.league,
        by=cast.commissioner,
        expected=cast.league.ruleset_id,
        options={"several_teams_per_coach": True},
    )
    cast.league.refresh_from_db()


@pytest.fixture
def entered(cast: Cast) -> tuple[Team, Competition]:
    """A team of the coach in a running round robin of four, of which one match is played."""
    team = bare_team(cast.league, "Zebras", cast.coach)
    competition = competition_in(cast.league, [*bare_teams(cast.league, 3), team], started=True, name="Spring Cup")
    played = next(each for each in matches_of(competition) if team in (each.home, each.away))
    decide_match(played, 1, 0)
    return team, Competition.objects.get(pk=competition.pk)


def test_the_page_lists_the_teams_with_their_competitions_and_open_matches(
    cast: Cast, entered: tuple[Team, Competition]
) -> None:
    mine, theirs = (
        approved_team(cast.league, cast.coach, "Reavers"),
        approved_team(cast.league, cast.other_coach, "Rats"),
    )
    draft = drafted_team(cast.league, cast.coach, "Half Built")
    gone = bare_team(cast.league, "Old Boys", cast.coach)
    Team.objects.filter(pk=gone.pk).update(state=Team.State.RETIRED)
    match = opened_match(mine, theirs)
    shown = page(cast)
    assert "Spring Cup" in shown.text and "2 matches to play" in shown.text
    assert reverse("matches:match", args=[match.public_id]) in shown.text and "Match against Rats" in shown.text
    assert "pre-match" in shown.text and "Old Boys" not in shown.text
    assert "0 matches" not in shown.text
    assert offered(shown, entered[0]) == ["stay", "offer", "leave", "retire"]
    assert offered(shown, mine) == ["stay", "offer"], "a match holds it"
    assert offered(shown, draft) == ["stay", "retire"]


def test_a_team_that_plays_the_season_out_stays_as_it_is(cast: Cast, entered: tuple[Team, Competition]) -> None:
    team, competition = entered
    assert remove(cast, **{f"what_{team.public_id}": "stay"}).status_code == 302
    team.refresh_from_db()
    assert not is_member(cast) and team.state == Team.State.ACTIVE and team.coach == cast.coach
    assert not Withdrawal.objects.filter(entrant__competition=competition).exists()


def test_another_member_is_asked_to_take_a_team_over_and_can_after_the_removal(
    cast: Cast, entered: tuple[Team, Competition]
) -> None:
    key = entered[0].public_id
    fields = {f"what_{key}": "offer", f"to_{key}": str(cast.other_coach.pk)}
    assert remove(cast, **fields).status_code == 302
    offer = Takeover.objects.open().get(team=entered[0], asked=cast.other_coach)
    assert offer.reason == REASON and not is_member(cast)
    taken = signed_in(cast.other_coach).post(reverse("teams:take_over", args=[offer.pk]), form_data())
    assert taken.status_code == 302 and Team.objects.get(pk=entered[0].pk).coach == cast.other_coach


def test_a_team_leaves_its_competitions_in_the_chosen_way_and_is_kept(
    cast: Cast, entered: tuple[Team, Competition]
) -> None:
    team, competition = entered
    assert remove(cast, **{f"what_{team.public_id}": "leave", f"how_{team.public_id}": "kept"}).status_code == 302
    left = Withdrawal.objects.get(entrant__competition=competition, entrant__team=team)
    team.refresh_from_db()
    assert (left.how, left.reason, left.by) == ("kept", REASON, cast.commissioner)
    assert team.state == Team.State.ACTIVE and not is_member(cast)


def test_a_team_is_retired_after_its_opponents_got_their_walkovers(cast: Cast) -> None:
    team = approved_team(cast.league, cast.coach)
    competition = competition_in(cast.league, [*bare_teams(cast.league, 3), team], started=True)
    assert remove(cast, **{f"what_{team.public_id}": "retire", f"how_{team.public_id}": "walkovers"}).status_code == 302
    team.refresh_from_db()
    assert team.state == Team.State.RETIRED and not is_member(cast)
    assert Withdrawal.objects.get(entrant__team=team, entrant__competition=competition).how == "walkovers"
    kinds = LogEntry.objects.filter(reason=REASON).order_by("pk").values_list("kind", flat=True)
    said = ["competitions.walkover"] * 3 + ["competitions.team_left", "teams.retired", "leagues.removed"]
    assert list(kinds) == said


def test_in_a_knock_out_the_opponents_always_advance(cast: Cast) -> None:
    team = bare_team(cast.league, "Zebras", cast.coach)
    knock_out = competition_in(
        cast.league, [*bare_teams(cast.league, 3), team], started=True, shape=Shape(scheduling="knock_out")
    )
    competition_in(cast.league, [*Team.objects.filter(league=cast.league)], started=True)
    assert remove(cast, **{f"what_{team.public_id}": "leave", f"how_{team.public_id}": "kept"}).status_code == 302
    hows = dict(Withdrawal.objects.values_list("entrant__competition", "how"))
    assert hows.pop(knock_out.pk) == "walkovers" and list(hows.values()) == ["kept"]


def test_two_teams_of_a_member_leave_the_same_competition(cast: Cast) -> None:
    own = [bare_team(cast.league, name, cast.coach) for name in ("Zebras", "Yaks")]
    competition_in(cast.league, [*bare_teams(cast.league, 3), *own], started=True)
    fields = {f"what_{team.public_id}": "leave" for team in own} | {f"how_{team.public_id}": "void" for team in own}
    assert remove(cast, **fields).status_code == 302
    assert Withdrawal.objects.count() == 2


def test_a_draft_is_deleted(cast: Cast) -> None:
    draft = drafted_team(cast.league, cast.coach)
    assert remove(cast, **{f"what_{draft.public_id}": "retire"}).status_code == 302
    draft.refresh_from_db()
    assert draft.state == Team.State.RETIRED and not is_member(cast)


def test_nothing_happens_without_a_decision_for_each_team_or_without_the_new_coach(
    cast: Cast, entered: tuple[Team, Competition]
) -> None:
    key = entered[0].public_id
    wrong: list[dict[str, str]] = [
        {},
        {f"what_{key}": "offer"},
        {f"what_{key}": "offer", f"to_{key}": str(cast.coach.pk)},
        {f"what_{key}": "leave", f"how_{key}": "x"},
        {f"what_{key}": "leave"},
        {f"what_{key}": "sell"},
        {f"what_{key}": "stay", "reason": ""},
    ]
    for fields in wrong:
        assert remove(cast, **fields).status_code == 422, fields
    assert is_member(cast) and not Takeover.objects.exists() and not Withdrawal.objects.exists()


def test_if_one_part_is_refused_nothing_is_done(cast: Cast, entered: tuple[Team, Competition]) -> None:
    """The only commissioner cannot be removed, so their team stays too."""
    own = approved_team(cast.league, cast.commissioner, "Bosses")
    refused = remove(cast, cast.staff, name="commissioner", **{f"what_{own.public_id}": "retire"})
    own.refresh_from_db()
    assert refused.status_code == 422 and own.state == Team.State.ACTIVE and is_member(cast, "commissioner")


def test_a_team_whose_match_was_opened_meanwhile_is_not_retired(cast: Cast) -> None:
    mine, theirs = (
        approved_team(cast.league, cast.coach, "Reavers"),
        approved_team(cast.league, cast.other_coach, "Rats"),
    )
    opened_match(mine, theirs)
    assert remove(cast, **{f"what_{mine.public_id}": "retire"}).status_code == 422
    assert is_member(cast) and Match.objects.get().state == Match.State.PRE_MATCH


def test_a_commissioner_who_coaches_an_opponent_has_to_ask_before_the_team_leaves(
    cast: Cast, entered: tuple[Team, Competition]
) -> None:
    team, competition = entered
    opponent = competition.entrants.exclude(team=team).first().team
    Team.objects.filter(pk=opponent.pk).update(coach=cast.commissioner)
    shown = page(cast)
    assert offered(shown, team) == ["stay", "offer", "retire"]
    assert reverse("competitions:leave", args=[competition.public_id, team.public_id]) in shown.text
    assert "has to agree before you withdraw it" in shown.text
    assert remove(cast, **{f"what_{team.public_id}": "leave", f"how_{team.public_id}": "kept"}).status_code == 422
    assert is_member(cast)


def test_a_team_that_somebody_is_asked_to_take_over_is_not_offered_twice(
    cast: Cast, entered: tuple[Team, Competition]
) -> None:
    Takeover.objects.create(team=entered[0], asked=cast.other_coach, was=cast.coach, by=cast.commissioner)
    shown = page(cast)
    assert "other_coach is asked to take it over" in shown.text and "offer" not in offered(shown, entered[0])


def test_only_commissioners_and_site_staff_open_the_page(cast: Cast) -> None:
    assert page(cast).status_code == page(cast, cast.staff).status_code == 200
    for person in (cast.coach, cast.other_coach, cast.stranger, cast.elsewhere):
        assert page(cast, person).status_code == 403
        assert remove(cast, person).status_code == 403
    assert is_member(cast)


def test_the_number_of_queries_does_not_grow_with_the_teams(cast: Cast) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as counted:
            assert page(cast).status_code == 200
        return len(counted)

    def grow(size: int) -> None:
        own = [bare_team(cast.league, f"Team {size} {number}", cast.coach) for number in range(size)]
        others = [bare_team(cast.league, f"Rest {size} {number}") for number in range(3)]
        competition_in(cast.league, [*own, *others], started=True)
        add_member(cast.league, create_user(f"member{size}"))
        for number in range(size):
            sides = (f"Held {size} {number}", cast.coach), (f"Holds {size} {number}", cast.other_coach)
            home, away = (approved_team(cast.league, coach, name) for name, coach in sides)
            opened_match(home, away)

    grow(1)
    few = queries()
    grow(4)
    assert queries() == few


def test_a_team_that_has_got_another_coach_meanwhile_is_left_alone(cast: Cast) -> None:
    team = approved_team(cast.league, cast.coach)
    fate = Fate(team=team, what=OFFER, to=cast.commissioner)
    Team.objects.filter(pk=team.pk).update(coach=cast.other_coach)
    with pytest.raises(Refusal) as refused:
        remove_member(membership=membership(cast), by=cast.commissioner, reason=REASON, fates=[fate])
    assert refused.value.id == "competitions.removed_members_team" and refused.value.status == 409
    assert is_member(cast) and not Takeover.objects.exists()
