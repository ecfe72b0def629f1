"""A tournament beside the league: each coach has one team by its pack besides their league team, and only for it."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from django.urls import reverse

from competitions.friendlies import friendlies
from competitions.models import Competition
from competitions.season_end.new_book import bring_over
from competitions.season_end.next_season import _setup_of
from competitions.season_end.play_offs import Plan, draw_play_offs
from competitions.setup import finishing, services
from competitions.setup.group_stage import GroupStage, make_groups
from leagues.books import add_book
from leagues.models import League
from leagues.services import change_house_rules
from rules import editions
from rules.team.drafting import draft as draft_of_list
from teams.building import drafting
from teams.building.approval import submit_team
from teams.building.checks import one_team_each
from teams.building.drafts import Draft
from teams.building.founding import answer_founding, founding_of
from teams.models import Team
from teams.trading import takeovers
from teams.trading.page import partners_of
from teams.trading.terms import Offer
from teams.trading.trading import offer_trade
from tests.competitions.competition_builders import bare_team, bare_teams, competition_in, decide_match, matches_of
from tests.competitions.formats.qualification_builders import bring_in, feed
from tests.leagues.cast import Cast, form_data, signed_in
from tests.rules.book.own_packs import CUP
from web.errors import Refusal, StaleVersion

RICH = CUP.replace("1_150_000", "1_300_000").replace("Spring", "Summer")


@pytest.fixture
def league(cast: Cast) -> League:
    return cast.league


@pytest.fixture
def cup(league: League) -> Competition:
    return competition_in(league, name="Spring Cup", pack=CUP)


@pytest.fixture
def own(cast: Cast, league: League) -> Team:
    """The coach's league team."""
    return bare_team(league, "Old Reavers", coach=cast.coach)


def by_pack(team: Team, cup: Competition) -> Team:
    """The team as one that was founded by the pack of a competition."""
    Team.objects.filter(pk=team.pk).update(own_rules={"pack": cup.pack, "pack_of": cup.public_id})
    return Team.objects.get(pk=team.pk)


def draft(cast: Cast, cup: Competition | None, name: str) -> Team:
    own = {"pack": cup.pack, "pack_of": cup.public_id} if cup is not None else None
    return drafting.draft_team(league=cast.league, coach=cast.coach, name=name, team_list="Orc", own_rules=own)


def changed(cup: Competition, by: object, **settings: object) -> Competition:
    current = Competition.objects.get(pk=cup.pk)
    setup = replace(_setup_of(current, 0), **settings)
    return services.change_competition(competition=current, by=by, expected=current.version, setup=setup)


def enter(cup: Competition, by: object, *teams: Team) -> Competition:
    version = Competition.objects.get(pk=cup.pk).version
    return services.enter_teams(competition=cup, by=by, expected=version, teams=teams)


def refused(work, *args: object, **kwargs: object) -> Refusal:
    with pytest.raises(Refusal) as caught:
        work(*args, **kwargs)
    return caught.value


def test_a_coach_with_a_league_team_builds_one_by_the_pack_too(cast: Cast, own: Team, cup: Competition) -> None:
    assert refused(draft, cast, None, "More Reavers").message.id == "teams.one_each"
    address = f"{reverse('teams:create', args=[cast.league.slug])}?pack={cup.public_id}"
    client = signed_in(cast.coach)
    assert "besides your team of the league" in client.get(address).content.decode()
    answer = client.post(address, form_data(name="Cup Reavers", team_list="Orc"))
    assert answer.status_code == 302, answer.content.decode()
    answer = client.post(address, form_data(name="Second Reavers", team_list="Orc"))
    assert answer.status_code == 422
    said = "each coach has one team by the pack of Spring Cup, and ann already has one: Cup Reavers"
    assert said.replace("ann", str(cast.coach)) in answer.content.decode()
    again = competition_in(cast.league, name="Spring Cup, next year", pack=CUP)
    assert refused(draft, cast, again, "Third Reavers").message.id == "teams.one_each_by_pack"
    other = competition_in(cast.league, name="Summer Cup", pack=RICH)
    assert draft(cast, other, "Summer Reavers").pack_of == other.public_id


def test_a_visitor_and_a_stranger_build_none(cast: Cast, cup: Competition) -> None:
    address = f"{reverse('teams:create', args=[cast.league.slug])}?pack={cup.public_id}"
    for who in (None, cast.stranger):
        assert signed_in(who).post(address, form_data(name="Reavers", team_list="Orc")).status_code in (302, 403, 404)
    assert not Team.objects.filter(name="Reavers").exists()


def test_such_a_team_plays_in_its_tournament_only(cast: Cast, own: Team, cup: Competition) -> None:
    ours, by = by_pack(bare_team(cast.league, "Ours", coach=cast.coach), cup), cast.commissioner
    assert enter(cup, by, ours).entrants.count() == 1
    plain = competition_in(cast.league, name="Premier Division")
    page = signed_in(by).get(reverse("competitions:manage", args=[plain.public_id])).content.decode()
    assert "Old Reavers" in page and "Ours" not in page
    refusal = refused(enter, plain, by, own, ours)
    assert (refusal.message.id, refusal.args_shown["teams"]) == ("competitions.for_a_tournament", "Ours")
    assert enter(plain, by, own).entrants.count() == 1
    again = competition_in(cast.league, name="Spring Cup, next year", pack=CUP)
    assert enter(again, by, ours).entrants.count() == 1


def test_it_goes_on_to_the_finals_of_its_tournament(cast: Cast, cup: Competition) -> None:
    teams, by = [by_pack(team, cup) for team in bare_teams(cast.league, 5)], cast.commissioner
    cup = competition_in(cast.league, teams, started=True, name="Spring Groups", pack=CUP)
    for place, fixture in enumerate(matches_of(cup)):
        decide_match(fixture, place, place + 1)
    plan = Plan(name="Semi-finals", way="points", sources=[cup], seed="a fair lot", by_lot=True)
    semis = draw_play_offs(season=cup.season, by=by, plan=plan)
    assert semis.entrants.count() == 4 and semis.pack == "", "no team is built for it"
    finals = competition_in(cast.league, name="Finals")
    feed(cast, finals, cup, 1, 2)
    cup.refresh_from_db()
    finishing.finish_competition(competition=cup, by=by, expected=cup.version)
    page = signed_in(by).get(reverse("competitions:manage", args=[finals.public_id])).content.decode()
    assert teams[0].name in page
    assert bring_in(cast, finals).entrants.count() == 2
    refusal = refused(enter, finals, by, by_pack(bare_team(cast.league, "Strangers"), cup))
    assert refusal.message.id == "competitions.for_a_tournament"


def test_its_tournament_has_groups_and_no_other_group_stage_takes_it(cast: Cast, own: Team, cup: Competition) -> None:
    ours = [by_pack(team, cup) for team in bare_teams(cast.league, 4)]
    other = competition_in(cast.league, name="Summer Cup", pack=RICH)
    theirs = by_pack(bare_team(cast.league, "Theirs"), other)

    def groups(name: str, *teams: Team) -> list[Competition]:
        stage = GroupStage(name=name, teams=teams, groups=2)
        return make_groups(season=cup.season, by=cast.commissioner, stage=stage)

    made = groups("Spring groups", *ours)
    assert [(each.pack, each.league_teams, each.entrants.count()) for each in made] == [(CUP, False, 2)] * 2
    refusal = refused(groups, "Mixed", *ours[:3], own)
    assert (refusal.message.id, refusal.args_shown["teams"]) == ("competitions.not_by_its_pack", "Old Reavers")
    refusal = refused(groups, "Both cups", *ours[:3], theirs)
    assert (refusal.message.id, refusal.field) == ("competitions.for_a_tournament", "teams")
    changed(cup, cast.commissioner, league_teams=True)
    assert [each.league_teams for each in groups("Open groups", *ours[:3], own)] == [True, True]
    assert groups("Plain", *(bare_team(cast.league, f"Plain {n}") for n in "abc"), own)[0].pack == ""


def test_where_coaches_have_several_teams_it_is_one_like_others(cast: Cast, own: Team, cup: Competition) -> None:
    league = cast.league
    options = {**league.ruleset.values, "several_teams_per_coach": True}
    change_house_rules(league=league, by=cast.commissioner, expected=league.ruleset_id, options=options)
    ours = by_pack(bare_team(league, "Ours", coach=cast.coach), cup)
    assert enter(competition_in(league, name="Premier Division"), cast.commissioner, ours).entrants.count() == 1


def test_a_competition_takes_teams_of_the_league_as_they_are(cast: Cast, own: Team, cup: Competition) -> None:
    by, other = cast.commissioner, competition_in(cast.league, name="Summer Cup", pack=RICH)
    theirs = by_pack(bare_team(cast.league, "Theirs"), other)
    assert refused(enter, cup, by, own).message.id == "competitions.not_by_its_pack"
    page = signed_in(by).get(reverse("competitions:change", args=[cup.public_id])).content.decode()
    assert 'name="league_teams"' in page
    changed(cup, by, league_teams=True)
    page = signed_in(by).get(reverse("competitions:manage", args=[cup.public_id])).content.decode()
    assert "Old Reavers" in page and "Theirs" not in page and "teams of the league enter as they are" in page
    assert refused(enter, cup, by, theirs).args_shown["teams"] == "Theirs"
    assert enter(cup, by, own).entrants.count() == 1
    assert refused(changed, cup, by, league_teams=False).message.id == "competitions.not_by_its_pack"
    assert _setup_of(Competition.objects.get(pk=cup.pk), 0).league_teams


def test_the_setting_is_typed_and_saved(cast: Cast, cup: Competition) -> None:
    page, settings = signed_in(cast.commissioner), reverse("competitions:change", args=[cup.public_id])
    typed = {"name": "Spring Cup", "legs": 1, "scheduling": "round_robin", "extension_days": 7, "remind_days": 3}
    answer = page.post(settings, form_data(version=cup.version, pack=CUP, league_teams="on", **typed))
    cup.refresh_from_db()
    assert answer.status_code == 302 and cup.league_teams
    assert signed_in(cast.coach).get(settings).status_code == 403


def test_a_pack_stays_once_a_team_was_founded_by_it(cast: Cast, cup: Competition) -> None:
    ours = by_pack(bare_team(cast.league, "Ours", coach=cast.coach), cup)
    refusal = refused(changed, cup, cast.commissioner, pack=RICH)
    assert (refusal.message.id, refusal.args_shown["teams"]) == ("competitions.pack_built_by", "Ours")
    assert changed(cup, cast.commissioner, name="Cup of Spring", pack=CUP).pack == CUP
    without = changed(cup, cast.commissioner, pack="")
    assert enter(without, cast.commissioner, ours).entrants.count() == 1


def test_a_coach_takes_over_one_team_of_each_kind(cast: Cast, own: Team, cup: Competition) -> None:
    ours, plain = by_pack(bare_team(cast.league, "Ours"), cup), bare_team(cast.league, "Plain")
    terms = {"by": cast.commissioner, "to": cast.coach, "reason": "left"}
    assert refused(takeovers.offer_team, team=plain, **terms).message.id == "teams.one_each"
    assert takeovers.offer_team(team=ours, **terms).asked == cast.coach
    by_pack(bare_team(cast.league, "Mine", coach=cast.coach), cup)
    second = by_pack(bare_team(cast.league, "Third"), cup)
    assert refused(takeovers.offer_team, team=second, **terms).message.id == "teams.one_each_by_pack"


def test_it_neither_trades_nor_has_friendlies_with_teams_of_the_league(cast: Cast, own: Team, cup: Competition) -> None:
    ours = by_pack(bare_team(cast.league, "Ours", coach=cast.commissioner), cup)
    assert not partners_of(own).filter(pk=ours.pk).exists() and not partners_of(ours).exists()
    empty = Offer.__new__(Offer)
    refusal = refused(offer_trade, offering=own, asked=ours, offer=empty, by=cast.coach)
    assert refusal.message.id == "teams.of_a_tournament"
    offered = {"offering": own, "asked": ours, "by": cast.coach, "at_home": True}
    assert refused(friendlies.offer_friendly, **offered).message.id == "teams.of_a_tournament"


def test_it_does_not_go_on_by_another_book(cast: Cast, cup: Competition) -> None:
    add_book(league=cast.league, by=cast.commissioner, edition="crp")
    ours = by_pack(bare_team(cast.league, "Ours", coach=cast.coach), cup)
    brought = bring_over(cast.league, [ours], editions.edition("crp").book)
    assert not brought.drafts and brought.left_behind[0][0] == "Ours"


def test_a_coach_without_an_account_has_one_of_each_kind(cast: Cast, cup: Competition) -> None:
    bare_team(cast.league, "Plain")
    rules = cast.league.ruleset.rules()
    told = {"league": cast.league, "rules": rules, "coach": None, "besides": None, "coach_name": "Plain's coach"}
    assert refused(one_team_each, **told).message.id == "teams.one_each"
    one_team_each(**told, own_rules={"pack": CUP, "pack_of": cup.public_id})


# What changes while a coach builds a team.


def test_a_pack_that_changed_while_the_page_was_open_is_shown_before_a_team_is_begun(
    cast: Cast, cup: Competition
) -> None:
    address = f"{reverse('teams:create', args=[cast.league.slug])}?pack={cup.public_id}"
    client = signed_in(cast.coach)
    seen = client.get(address).context["form"]["pack_seen"].value()
    changed(cup, cast.commissioner, pack=RICH)
    answer = client.post(address, form_data(name="Reavers", team_list="Orc", pack_seen=seen))
    page = answer.content.decode()
    assert answer.status_code == 422 and 'value="Reavers"' in page and "1_300_000" in page
    assert "The pack of Spring Cup was changed after you opened this page" in page
    seen = answer.context["form"]["pack_seen"].value()
    assert client.post(address, form_data(name="Reavers", team_list="Orc", pack_seen=seen)).status_code == 302
    assert Team.objects.get(name="Reavers").own_rules["pack"] == RICH


def test_a_pack_that_changed_in_the_same_moment_is_read_again_under_the_lock(
    cast: Cast, cup: Competition, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = f"{reverse('teams:create', args=[cast.league.slug])}?pack={cup.public_id}"
    locked = drafting.locked

    def and_before_it(league: League) -> League:
        monkeypatch.setattr(drafting, "locked", locked)
        changed(cup, cast.commissioner, pack=RICH)
        return locked(league)

    monkeypatch.setattr(drafting, "locked", and_before_it)
    answer = signed_in(cast.coach).post(address, form_data(name="Reavers", team_list="Orc"))
    assert answer.status_code == 409 and "was changed after you opened this page" in answer.content.decode()
    assert not Team.objects.filter(name="Reavers").exists()


def test_a_pack_that_is_gone_is_said_and_the_name_stays(cast: Cast, cup: Competition) -> None:
    own = {"pack": cup.pack, "pack_of": cup.public_id}
    changed(cup, cast.commissioner, pack="")
    told = {"league": cast.league, "coach": cast.coach, "name": "Reavers", "team_list": "Orc"}
    assert refused(drafting.draft_team, **told, own_rules=own).message.id == "teams.pack_gone"


def test_a_draft_whose_pack_was_taken_away_stays_and_is_not_founded_beside_the_league_team(
    cast: Cast, own: Team, cup: Competition
) -> None:
    team = draft(cast, cup, "Reavers")
    wanted = Draft(choice=draft_of_list(random.Random(1), cast.league.ruleset.rules(), "Orc"))
    drafting.save_draft(team=team, expected=team.version, draft=wanted, name="Reavers")
    changed(cup, cast.commissioner, pack="")
    cast.league.teams_need_approval = False
    cast.league.save()
    team.refresh_from_db()
    version = team.version
    assert refused(submit_team, team=team, expected=version, by=cast.coach).message.id == "teams.one_each"
    team = Team.objects.get(pk=team.pk)
    assert (team.state, team.version, team.draft) == ("draft", version, wanted.as_json())


def test_a_draft_is_told_that_its_pack_changed_and_keeps_what_was_saved(cast: Cast, cup: Competition) -> None:
    team = draft(cast, cup, "Reavers")
    changed(cup, cast.commissioner, pack=RICH)
    with pytest.raises(StaleVersion):
        drafting.save_draft(team=team, expected=team.version, draft=drafting.draft_of(team), name="Reavers")
    team.refresh_from_db()
    assert team.own_rules["pack"] == RICH and team.name == "Reavers"


POINTS = 'name = "Cup"\nprimary_points = {}\n\n[[tiers]]\ngold = 1_150_000\npoints = 4'


@pytest.mark.parametrize(("before", "after"), [
    (CUP, CUP.replace("same_skill = 2", "same_skill = 1")),
    (CUP, f'barred = ["Tackle"]\n{CUP}'),
    (POINTS.format(1), POINTS.format(4)),
])  # fmt: skip
def test_skills_that_a_changed_pack_no_longer_allows_are_asked_again(
    cast: Cast, league: League, before: str, after: str
) -> None:
    cup = competition_in(league, name="Cup", pack=before)
    team = draft(cast, cup, "Reavers")
    wanted = Draft(choice=draft_of_list(random.Random(1), team.founding_rules, "Orc"))
    drafting.save_draft(team=team, expected=team.version, draft=wanted, name="Reavers")
    team.refresh_from_db()
    rows = [str(line.player) for line in founding_of(team.founding_rules, team).outcome.sheet.players]
    answer_founding(team=team, key="pack.1", value={row: {"skill": "Tackle"} for row in rows[:2]}, by=cast.coach)
    changed(cup, cast.commissioner, pack=after)
    team = Team.objects.get(pk=team.pk)
    answer = signed_in(cast.coach).get(reverse("teams:founding", args=[team.public_id]))
    assert answer.status_code == 200 and "pack.1" in answer.content.decode()
    assert answer_founding(team=team, key="pack.1", value={rows[0]: {"skill": "Dodge"}}, by=cast.coach) is False
