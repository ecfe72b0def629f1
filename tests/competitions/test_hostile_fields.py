"""No value in a form of teams and competitions breaks a page or reaches the database unchecked.

Each scene shows pages with forms; each form is attacked field by field. The last test checks that the scenes show all
routes that `tests/web/post_routes.py` wants attacked here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from django.urls import reverse

from competitions.challenges import challenges
from competitions.formats import draws, swiss_rounds
from competitions.formats.knock_out import manual_advance
from competitions.formats.qualification import qualification
from competitions.friendlies import friendlies
from competitions.models import Adjustment, Challenge, Competition, Fixture, FriendlyOffer
from competitions.rulings import decisions
from competitions.season_end.season_end import Ending, end_season
from competitions.setup import finishing, seasons
from competitions.setup.shape import Shape
from rules.team.trades import Stake
from tests.competitions.competition_builders import bare_team, bare_teams, competition_in, decide_match, matches_of
from tests.leagues.cast import Cast, add_member, create_league, signed_in
from tests.matches.forms import visit
from tests.policy_objects import BUILDERS
from tests.teams import pages, team_builders
from tests.teams.trade_builders import create_trading_teams, days_ahead
from tests.web.hostile_forms import attack, forms_on, route_of
from tests.web.hostile_values import guard as guard  # an autouse fixture
from tests.web.post_routes import ATTACKED

Shown = Iterator[tuple[str, str]]
"""Who looks, and at which address."""

SCENES: dict[str, Callable[[Cast], Shown]] = {}
OURS = re.compile(r"(teams|competitions):")
"""Other rooms have tests of their own: `tests/matches/test_hostile_fields.py`, `tests/web/test_hostile_posts.py`."""


def scene(make: Callable[[Cast], Shown]) -> Callable[[Cast], Shown]:
    """Register a scene under the name of what it shows."""
    SCENES[make.__name__] = make
    return make


@scene
def seasons_of_a_league(cast: Cast) -> Shown:
    season = seasons.open_season(league=cast.league, by=cast.commissioner, name="Spring")
    root = f"/leagues/{cast.league.slug}/seasons"
    for path in ("open/", "1/rename/", "1/"):
        yield "commissioner", f"{root}/{path}"
    season.refresh_from_db()
    if season.state == "open":
        seasons.close_season(season=season, by=cast.commissioner, expected=season.version)
    yield "commissioner", f"{root}/1/"


@scene
def a_new_competition(cast: Cast) -> Shown:
    seasons.open_season(league=cast.league, by=cast.commissioner, name="Spring")
    yield "commissioner", f"/leagues/{cast.league.slug}/seasons/1/competitions/new/"


@scene
def a_friendly(cast: Cast) -> Shown:
    bare_teams(cast.league, 2)
    yield "commissioner", f"/leagues/{cast.league.slug}/friendly/"


@scene
def a_competition_that_is_set_up(cast: Cast) -> Shown:
    teams = bare_teams(cast.league, 4)
    competition = competition_in(cast.league, teams[:3], drawn=True)
    for path in ("settings/", "manage/"):
        yield "commissioner", f"/competitions/{competition.public_id}/{path}"


@scene
def teams_in_conferences(cast: Cast) -> Shown:
    competition = competition_in(cast.league, bare_teams(cast.league, 4), started=True)
    yield "commissioner", f"/competitions/{competition.public_id}/conferences/"


@scene
def a_competition_under_way(cast: Cast) -> Shown:
    competition = competition_in(cast.league, bare_teams(cast.league, 4), started=True)
    root = f"/competitions/{competition.public_id}"
    for path in ("settings/", "fixtures/add/", "table/", "manage/"):
        yield "commissioner", f"{root}/{path}"
    yield "commissioner", f"/leagues/{cast.league.slug}/seasons/1/"


@scene
def a_table_that_is_settled(cast: Cast) -> Shown:
    teams = bare_teams(cast.league, 3)
    competition = competition_in(cast.league, teams, started=True, tie_breakers=("points", "coin_toss"))
    decide_match(matches_of(competition)[0], 2, 1)
    entry = Adjustment.objects.create(competition=competition, team=teams[0], points=-2, reason="Late")
    for path in ("ranking/", "adjust/", "table/"):
        yield "commissioner", f"/competitions/{competition.public_id}/{path}"
    yield "commissioner", f"/adjustments/{entry.pk}/withdraw/"


@scene
def a_competition_that_is_over(cast: Cast) -> Shown:
    competition = competition_in(cast.league, bare_teams(cast.league, 2), started=True)
    decide_match(matches_of(competition)[0], 2, 1)
    yield "commissioner", f"/leagues/{cast.league.slug}/seasons/{competition.season.number}/"
    competition.refresh_from_db()
    if competition.state == Competition.State.FINISHED:  # the previous page has done it
        finishing.resume_competition(competition=competition, by=cast.commissioner, expected=competition.version)
    yield "commissioner", f"/competitions/{competition.public_id}/manage/"
    Competition.objects.filter(pk=competition.pk).update(state=Competition.State.FINISHED)
    yield "commissioner", f"/competitions/{competition.public_id}/manage/"


@scene
def a_fixture(cast: Cast) -> Shown:
    teams = [bare_team(cast.league, "Ours", cast.coach), *bare_teams(cast.league, 3)]
    fixtures = matches_of(competition_in(cast.league, teams, started=True))
    yield "commissioner", f"/fixtures/{fixtures[0].pk}/"
    yield "commissioner", f"/fixtures/{fixtures[1].pk}/decide/"
    decided = Fixture.objects.get(pk=fixtures[2].pk)
    decisions.declare_void(fixture=decided, by=cast.commissioner, expected=decided.version, reason="Snow")
    yield "commissioner", f"/fixtures/{decided.pk}/decide/back/"


@scene
def a_bracket(cast: Cast) -> Shown:
    shape = Shape(scheduling="knock_out", options={"third_place": True})
    cup = competition_in(cast.league, bare_teams(cast.league, 4), started=True, shape=shape)
    root = f"/competitions/{cup.public_id}"
    yield "commissioner", f"{root}/bracket/1/"
    given = {"competition": cup, "by": cast.commissioner, "number": 2, "reason": "Snow"}
    cup.refresh_from_db()
    if cup.ties.get(number=2).how == "":
        manual_advance.advance_team(**given, expected=cup.version, team=cup.ties.get(number=2).home)
    yield "commissioner", f"{root}/bracket/"
    yield "commissioner", f"{root}/deadlines/"


@scene
def several_matches_at_once(cast: Cast) -> Shown:
    cup = competition_in(cast.league, bare_teams(cast.league, 4), started=True)
    yield "commissioner", f"/competitions/{cup.public_id}/fixtures/several/"


@scene
def a_swiss_round_that_is_over(cast: Cast) -> Shown:
    cup = competition_in(cast.league, bare_teams(cast.league, 4), started=True, shape=Shape(scheduling="swiss"))
    for fixture in matches_of(cup):
        decide_match(fixture, 1, 0)
    yield "commissioner", f"/competitions/{cup.public_id}/manage/"
    latecomers = [bare_team(cast.league, name) for name in ("Early", "Late")]
    draft = competition_in(cast.league, latecomers, shape=Shape(scheduling="swiss"))
    yield "commissioner", f"/competitions/{draft.public_id}/order/"


@scene
def a_swiss_round_that_is_just_paired(cast: Cast) -> Shown:
    cup = competition_in(cast.league, bare_teams(cast.league, 6), started=True, shape=Shape(scheduling="swiss"))
    for fixture in matches_of(cup):
        decide_match(fixture, 1, 0)
    cup.refresh_from_db()
    swiss_rounds.pair_next_round(competition=cup, by=cast.commissioner, expected=cup.version)
    yield "commissioner", f"/competitions/{cup.public_id}/manage/"


@scene
def stages_that_feed_one_another(cast: Cast) -> Shown:
    season = seasons.open_season(league=cast.league, by=cast.commissioner, name="Spring")
    teams = bare_teams(cast.league, 3)
    division = competition_in(cast.league, teams, name="Division")
    Competition.objects.filter(pk=division.pk).update(state=Competition.State.FINISHED)
    cup = competition_in(cast.league, name="Cup")
    qualification.add_feed(target=cup, by=cast.commissioner, expected=cup.version, source=division, first=1, last=2)
    yield "commissioner", f"/competitions/{cup.public_id}/feeds/"
    cup.refresh_from_db()
    if not cup.entrants.exists():
        qualification.enter_qualified(target=cup, by=cast.commissioner, expected=cup.version)
    cup.entrants.filter(team=teams[1]).update(team=teams[2])  # as if the table were corrected now
    yield "commissioner", f"/competitions/{cup.public_id}/feeds/"
    yield "commissioner", f"/leagues/{cast.league.slug}/seasons/{season.number}/groups/"


@scene
def divisions_that_start_together(cast: Cast) -> Shown:
    teams = bare_teams(cast.league, 4)
    for name, entered in (("North", teams[:2]), ("South", teams[2:])):
        competition_in(cast.league, entered, name=name, shape=Shape(group_name="Divisions"))
    yield "commissioner", f"/leagues/{cast.league.slug}/seasons/1/"


@scene
def games_that_coaches_find(cast: Cast) -> Shown:
    home, away = bare_team(cast.league, "Ours", cast.coach), bare_team(cast.league, "Theirs", cast.other_coach)
    third = bare_team(cast.league, "Third")
    made = competition_in(cast.league, [home, away, third], shape=Shape(scheduling="open", challenges=True))
    cup = draws.start_competition(competition=made, by=cast.commissioner, expected=made.version)
    for path in ("game/", "challenges/write/"):
        yield "coach", f"/competitions/{cup.public_id}/{path}"
    Challenge.objects.filter(competition=cup).delete()
    written = challenges.write_challenge(competition=cup, by=cast.coach, challenger=home, challenged=away, own=None)
    yield "other_coach", f"/challenges/{written.pk}/"
    yield "commissioner", f"/challenges/{written.pk}/"


@scene
def friendlies_that_coaches_arrange(cast: Cast) -> Shown:
    home, away = bare_team(cast.league, "Ours", cast.coach), bare_team(cast.league, "Theirs", cast.other_coach)
    yield "coach", f"/leagues/{cast.league.slug}/friendlies/offer/"
    given = {"offering": home, "asked": away, "by": cast.coach, "at_home": True}
    for person in ("other_coach", "coach"):
        FriendlyOffer.objects.filter(league=cast.league).delete()
        yield person, f"/friendlies/{friendlies.offer_friendly(**given).pk}/"
    FriendlyOffer.objects.filter(league=cast.league).delete()
    made = friendlies.offer_friendly(**given)
    friendlies.accept_friendly(offer=made, by=cast.other_coach, expected=made.version)
    yield "coach", f"/leagues/{cast.league.slug}/friendlies/"


@scene
def a_team_that_is_begun(cast: Cast) -> Shown:
    yield "coach", f"/leagues/{cast.league.slug}/teams/new/"
    yield "coach", f"/leagues/{cast.league.slug}/teams/bring/"


@scene
def a_draft(cast: Cast) -> Shown:
    team = team_builders.drafted_team(cast.league, cast.coach)
    for page in ("build", "change_list", "retire"):
        yield "coach", pages.url(page, team)


@scene
def teams_that_wait(cast: Cast) -> Shown:
    team = team_builders.submitted_team(cast.league, cast.coach)
    team_builders.submitted_team(cast.league, cast.other_coach, "Altdorf Acolytes")
    yield "commissioner", pages.url("send_back", team)
    yield "commissioner", f"/leagues/{cast.league.slug}/teams/approvals/"
    yield "coach", pages.url("build", team)


@scene
def a_founded_team(cast: Cast) -> Shown:
    team = team_builders.veteran_team(cast.league, cast.coach)
    yield "coach", pages.url("crest", team)
    yield "coach", pages.url("rename", team)
    yield "commissioner", pages.url("retire", team)


@scene
def a_team_from_elsewhere(cast: Cast) -> Shown:
    page = visit(signed_in(cast.coach), f"/leagues/{cast.league.slug}/teams/bring/")
    form = next(form for form in page.forms if "team_list" in form.fields)
    sent = page.send(form, name="Wanderers", team_list="Human")
    yield "coach", sent.response.redirect_chain[-1][0]


@scene
def trades(cast: Cast) -> Shown:
    trading_teams = create_trading_teams(cast, "free")
    yield "coach", f"{pages.url('offer_trade', trading_teams.ours)}?asked={trading_teams.theirs.public_id}"
    for person in ("other_coach", "coach"):
        yield person, f"/trades/{trading_teams.offered(gives=Stake(gold=10_000)).pk}/"
    loan = trading_teams.accepted(Stake(players_lent=(trading_teams.player(trading_teams.ours),)), until=days_ahead(9))
    yield "coach", f"/trades/{loan.pk}/"


@scene
def a_trade_that_waits_for_approval(cast: Cast) -> Shown:
    trading_teams = create_trading_teams(cast, "approval")
    trade = trading_teams.accepted(gives=Stake(gold=10_000))
    yield "commissioner", f"/trades/{trade.pk}/"


@scene
def trophies_of_a_league(cast: Cast) -> Shown:
    holding = BUILDERS["holding"](cast, cast.league)
    trophy = BUILDERS["trophy"](cast, cast.league)
    root = f"/leagues/{cast.league.slug}/trophies"
    for path in ("new/", f"{trophy}/change/", f"{trophy}/hand-over/", "spike/best-player/"):
        yield "commissioner", f"{root}/{path}"
    yield "coach", f"/holdings/{holding}/gifts/"
    yield "commissioner", f"/holdings/{holding}/take-back/"


@scene
def the_end_of_a_season(cast: Cast) -> Shown:
    teams = bare_teams(cast.league, 4)
    competition = competition_in(cast.league, teams, started=True)
    bare_team(cast.league, "Latecomers", cast.coach)
    root = f"/leagues/{cast.league.slug}/seasons/{competition.season.number}"
    for path in ("play-offs/", "next/", "end/"):
        yield "commissioner", f"{root}/{path}"
    yield "commissioner", f"/competitions/{competition.public_id}/teams/"
    yield "commissioner", f"/competitions/{competition.public_id}/teams/{teams[0].public_id}/leave/"


@scene
def a_closed_season(cast: Cast) -> Shown:
    competition = competition_in(cast.league, bare_teams(cast.league, 2), started=True)
    for fixture in matches_of(competition):
        decide_match(fixture, 1, 0)
    season = competition.season
    end_season(season=season, by=cast.commissioner, expected=season.version, ending=Ending())
    yield "commissioner", reverse("competitions:take_end_back", args=[cast.league.slug, season.number])


@scene
def a_team_that_is_passed_on(cast: Cast) -> Shown:
    takeover = BUILDERS["takeover"](cast, cast.league)
    yield "other_coach", f"/takeovers/{takeover}/"
    passed = cast.league.teams.get(name="Passed On")
    yield "commissioner", f"/teams/{passed.public_id}/pass-on/"
    team = team_builders.approved_team(cast.league, cast.commissioner, "To Be Passed On", by=cast.commissioner)
    yield "commissioner", f"/teams/{team.public_id}/pass-on/"
    yield "commissioner", f"/teams/{team.public_id}/correct/"


@scene
def a_member_with_teams_is_removed(cast: Cast) -> Shown:
    teams = [bare_team(cast.league, "Ours", cast.coach), *bare_teams(cast.league, 2)]
    competition_in(cast.league, teams, started=True)
    bare_team(cast.league, "Idle", cast.coach)
    membership = cast.league.memberships.get(user=cast.coach)
    yield "commissioner", reverse("competitions:remove_member", args=[cast.league.slug, membership.pk])


@pytest.mark.thorough
@pytest.mark.parametrize("name", SCENES)
def test_no_value_in_a_field_breaks_a_page(name: str, cast: Cast) -> None:
    done = set()
    for person, url in SCENES[name](cast):
        client = signed_in(cast[person])
        for _page, action, form in forms_on(client, url, OURS):
            if (person, action) in done:
                continue
            done.add((person, action))
            attack(client, action, form)
    assert done, "a scene without a form tries nothing"


@pytest.mark.once
@pytest.mark.thorough
def test_the_scenes_show_a_form_for_each_route_that_is_to_be_attacked(cast: Cast) -> None:
    shown = set()
    for number, make in enumerate(SCENES.values()):
        league = create_league(f"League {number}", by=cast.commissioner)
        for coach in (cast.coach, cast.other_coach):
            add_member(league, coach)
        for person, url in make(replace(cast, league=league)):
            shown |= {route_of(action) for _page, action, _form in forms_on(signed_in(cast[person]), url, OURS)}
    assert shown == ATTACKED["tests/competitions/test_hostile_fields.py"]
