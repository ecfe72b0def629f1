"""Teams of a list of the league's own: drafted, matched, shown and printed, and kept when the list changes."""

import pytest
from django.urls import reverse

from leagues.own_lists.stored import save_lists
from leagues.services import LIST_IN_USE
from matches.models import Match
from matches.report import reporting
from teams.building import drafting
from teams.ledger import audit
from teams.models import Team, TeamState
from teams.roster.prints import roster_print
from teams.selectors import team_url
from tests.leagues.cast import Cast, signed_in
from tests.matches import match_builders
from tests.rules.book.own_lists import FROGS
from tests.teams import pages
from tests.teams.team_builders import team_from_list
from web.errors import Refusal

CLOSED = FROGS.replace("apothecary", "closed = true\napothecary")


def put(cast: Cast, *texts: str) -> None:
    league = cast.league
    league.refresh_from_db()
    told = {"ruleset": league.ruleset, "expected": league.ruleset_id, "reason": "", "texts": texts}
    save_lists(league=league, by=cast.commissioner, **told)
    league.refresh_from_db()


def read(cast: Cast, address: str) -> str:
    answer = signed_in(cast.coach).get(address)
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.fixture
def frogs(cast: Cast) -> Team:
    put(cast, FROGS)
    return team_from_list(
        cast.league, cast.coach, "Croakers", "Frogs", ["Jumper"] * 11 + ["Toad"], rerolls=1, fan_factor=0
    )


def test_the_list_is_offered_at_the_draft_with_the_emblem_of_its_people(cast: Cast) -> None:
    put(cast, FROGS)
    page = read(cast, reverse("teams:create", args=[cast.league.slug]))
    assert "Frogs" in page and "0–16 Jumper 50k" in page and "the league&#x27;s own" in page
    team = drafting.draft_team(league=cast.league, coach=cast.coach, name="Croakers", team_list="Frogs")
    assert team.crest["emblem"] == "lizardman"
    assert "Toad" in read(cast, pages.url("build", team))
    put(cast, FROGS, FROGS.replace("Frogs", "Newts"))
    assert "Newts" in read(cast, pages.url("change_list", team))


def test_a_list_that_teams_have_is_closed_and_not_taken_out(cast: Cast, frogs: Team) -> None:
    for texts in ((), (FROGS.replace('"Frogs"', '"Newts"'),)):
        with pytest.raises(Refusal) as caught:
            put(cast, *texts)
        assert caught.value.message is LIST_IN_USE
    put(cast, CLOSED)
    assert "0–16 Jumper" not in read(cast, reverse("teams:create", args=[cast.league.slug]))
    assert "Jumper" in read(cast, team_url(frogs))


def test_a_team_keeps_its_players_when_its_list_changes(cast: Cast, frogs: Team) -> None:
    put(cast, FROGS.replace("cost = 50_000", "cost = 80_000").replace("Toad", "Troll"))
    page = read(cast, team_url(frogs))
    assert "Toad" in page and "Troll" not in page
    assert not any(found.differences for found in audit.audit())
    team = drafting.draft_team(league=cast.league, coach=cast.other_coach, name="Newcomers", team_list="Frogs")
    page = signed_in(cast.other_coach).get(pages.url("build", team)).content.decode()
    assert "Troll" in page and "Toad" not in page


def test_a_player_of_the_list_wears_the_same_shirt_before_and_after_a_match_counts(cast: Cast, frogs: Team) -> None:
    toad = frogs.players.order_by("pk").last()
    other = team_from_list(cast.league, cast.other_coach, "Reavers", "Human")
    assert toad is not None
    match = match_builders.reported_match(frogs, other, home_lines={toad.pk: {"completions": 1}})
    page = f"/matches/{match.public_id}/"
    assert 'href="#shirt-giant-' in read(cast, page)
    reporting.confirm_report(match=match, digest=match.reports.get().digest, by=cast.other_coach)
    assert 'href="#shirt-giant-' in read(cast, page)


@pytest.mark.costly
def test_a_team_of_the_list_plays_a_match_and_is_shown_everywhere(cast: Cast, frogs: Team) -> None:
    other = team_from_list(cast.league, cast.other_coach, "Reavers", "Human")
    match = match_builders.closed_match(frogs, other)
    assert match.state == Match.State.CLOSED
    for name in ("history", "roster_text", "rename", "crest"):
        assert "Croakers" in read(cast, pages.url(name, frogs))
    slug = cast.league.slug
    assert "/lists/frogs/" not in read(cast, reverse("stats:lists", args=[slug]))
    for address in (reverse("teams:list", args=[slug]), team_url(frogs)):
        page = read(cast, address)
        assert "Frogs" in page and "/lists/frogs/" not in page
    assert roster_print(Team.objects.get(pk=frogs.pk), TeamState.objects.get(team=frogs))
    put(cast, CLOSED.replace("Toad", "Troll"))
    assert match_builders.closed_match(frogs, other).state == Match.State.CLOSED
