"""Options for one new team alone: fewer star points of the first edition, set by a commissioner (FC9)."""

from __future__ import annotations

import random
import re

import pytest
from django.urls import reverse

from leagues import services
from leagues.models import League, LogEntry
from rules.book.house_rules import HouseRulesError
from rules.team.drafting import draft
from teams.building import drafting, own_rules
from teams.building.drafts import Draft
from teams.building.founding import founding_of
from teams.models import Team
from tests.leagues.cast import PEOPLE, Cast, add_member, form_data, signed_in
from tests.teams.pages import url
from tests.web.hostile_forms import attack, forms_on
from tests.web.hostile_values import guard as guard  # an autouse fixture
from web.errors import Refusal

REASON = "They have played since 1986."


@pytest.fixture
def league(cast: Cast) -> League:
    details = services.Details(name="Chaos Challenge")
    found = services.create_league(by=cast.commissioner, details=details, edition="first-1986")
    for coach in (cast.coach, cast.other_coach):
        add_member(found, coach)
    cast.league = found
    return found


def drafted(league: League, coach: object, name: str = "Reavers") -> Team:
    team = drafting.draft_team(league=league, coach=coach, name=name, team_list="Orc")
    wanted = Draft(choice=draft(random.Random(1), league.ruleset.rules(), "Orc"))
    return drafting.save_draft(team=team, expected=team.version, draft=wanted, name=name)


def asked_points(team: Team) -> int:
    """How many star points the founding of a team offers; 0 if it asks for none."""
    team = Team.objects.get(pk=team.pk)
    asked = founding_of(team.founding_rules, team).outcome.questions
    return next((one.form.most for one in asked if one.key == "stars.count"), 0)


def test_a_commissioner_gives_one_team_fewer_star_points(cast: Cast, league: League) -> None:
    team, other = drafted(league, cast.coach), drafted(league, cast.other_coach, "Others")
    page = signed_in(cast.commissioner).get(url("build", team)).content.decode()
    assert url("own_rules", team) in page and "For this team alone" not in page
    sent = form_data(version=team.version, star_points=2, reason=REASON)
    assert signed_in(cast.commissioner).post(url("own_rules", team), sent).status_code == 302
    assert (asked_points(team), asked_points(other)) == (2, 4)
    page = signed_in(cast.coach).get(url("build", team)).content.decode()
    assert "For this team alone:</strong> Star points of a new team: 2" in page
    assert url("own_rules", team) not in page
    entry = LogEntry.objects.get(kind=own_rules.SET_FOR_TEAM.id)
    assert (entry.reason, entry.args["rules"]) == (REASON, "Star points of a new team: 2")


def test_the_number_of_the_league_sets_nothing(cast: Cast, league: League) -> None:
    team = drafted(league, cast.coach)
    for points, stored in ((0, {"star_points": 0}), (4, {})):
        team = own_rules.set_rules(
            team=team, expected=team.version, by=cast.commissioner, values={"star_points": points}, reason=REASON
        )
        assert team.own_rules == stored and asked_points(team) == points


def test_a_number_that_the_book_does_not_allow_is_refused(cast: Cast, league: League) -> None:
    team = drafted(league, cast.coach)
    sent = form_data(version=team.version, star_points=13, reason=REASON)
    answer = signed_in(cast.commissioner).post(url("own_rules", team), sent)
    assert answer.status_code == 422 and "must be from 0 to 12" in answer.content.decode()
    with pytest.raises(HouseRulesError):
        own_rules.set_rules(
            team=team, expected=team.version, by=cast.commissioner, values={"star_points": 13}, reason=REASON
        )
    assert Team.objects.get(pk=team.pk).own_rules == {}


def test_a_commissioner_does_not_set_them_for_their_own_team_if_others_can(cast: Cast, league: League) -> None:
    team = drafted(league, cast.commissioner)
    services_by = {"team": team, "expected": team.version, "values": {"star_points": 6}, "reason": REASON}
    add_member(league, cast.stranger, "commissioner")
    with pytest.raises(Refusal) as refused:
        own_rules.set_rules(by=cast.commissioner, **services_by)
    assert refused.value.message.id == "leagues.own_team"
    own_rules.set_rules(by=cast.stranger, **services_by)
    assert asked_points(team) == 6


@pytest.mark.parametrize("person", PEOPLE)
def test_only_commissioners_set_them(cast: Cast, league: League, person: str) -> None:
    team = drafted(league, cast.coach)
    sent = form_data(version=team.version, star_points=2, reason=REASON)
    signed_in(cast[person]).post(url("own_rules", team), sent)
    allowed = person in ("commissioner", "staff")
    assert bool(Team.objects.get(pk=team.pk).own_rules) == allowed


def test_a_book_without_such_options_has_no_such_page(cast: Cast) -> None:
    team = drafted_by_the_usual_book(cast)
    page = signed_in(cast.commissioner).get(url("build", team)).content.decode()
    assert url("own_rules", team) not in page
    assert signed_in(cast.commissioner).get(url("own_rules", team)).status_code == 302
    refuse_all(cast, team)


def test_a_team_from_elsewhere_has_no_rules_of_its_own(cast: Cast, league: League) -> None:
    team = drafted(league, cast.coach)
    Team.objects.filter(pk=team.pk).update(from_elsewhere=True)
    refuse_all(cast, Team.objects.get(pk=team.pk))


def refuse_all(cast: Cast, team: Team) -> None:
    sent = form_data(version=team.version, star_points=2, reason=REASON)
    assert signed_in(cast.commissioner).post(url("own_rules", team), sent).status_code == 409
    with pytest.raises(Refusal) as refused:
        own_rules.set_rules(team=team, expected=team.version, by=cast.commissioner, values={}, reason=REASON)
    assert refused.value.message is own_rules.NO_OWN_RULES
    assert not LogEntry.objects.filter(kind=own_rules.SET_FOR_TEAM.id).exists()


def drafted_by_the_usual_book(cast: Cast) -> Team:
    return drafting.draft_team(league=cast.league, coach=cast.coach, name="Reavers", team_list="Orc")


def test_no_value_in_its_fields_breaks_the_page(cast: Cast, league: League) -> None:
    team, commissioner = drafted(league, cast.coach), signed_in(cast.commissioner)
    page = reverse("teams:own_rules", args=[team.public_id])
    for _page, action, form in list(forms_on(commissioner, page, re.compile("teams:own_rules"))):
        attack(commissioner, action, form)
