"""A competition with a pack of its own: its teams are built by it, and only such teams enter."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from django.urls import reverse

from competitions.models import Competition, Withdrawal
from competitions.rulings import latecomers
from competitions.season_end.next_season import _setup_of
from competitions.setup import services
from competitions.setup.books import offered
from competitions.setup.shape import Shape
from leagues.models import League
from leagues.own_lists.stored import save_lists
from leagues.services import Details, create_league
from rules.team.drafting import draft
from teams.building import drafting
from teams.building.drafts import Draft
from teams.models import Team
from tests.competitions.competition_builders import bare_team, competition_in
from tests.competitions.formats.qualification_builders import bring_in, division, feed
from tests.leagues.cast import Cast, add_member, form_data, signed_in
from tests.rules.book.own_lists import FROGS
from tests.rules.book.own_packs import CUP
from tests.teams.pages import url
from web.errors import Refusal

RICH = CUP.replace("1_150_000", "1_300_000").replace("Spring", "Summer")


@pytest.fixture
def league(cast: Cast) -> League:
    return cast.league


@pytest.fixture
def cup(league: League) -> Competition:
    return competition_in(league, name="Spring Cup", pack=CUP)


def begun(cast: Cast, cup: Competition, name: str = "Reavers") -> Team:
    """A draft that a coach has begun on the page of a competition's pack."""
    address = f"{reverse('teams:create', args=[cast.league.slug])}?pack={cup.public_id}"
    answer = signed_in(cast.coach).post(address, form_data(name=name, team_list="Orc"))
    assert answer.status_code == 302, answer.content.decode()
    return Team.objects.get(name=name)


def changed(cup: Competition, by: object, pack: str) -> Competition:
    expected = Competition.objects.get(pk=cup.pk).version
    setup = replace(_setup_of(cup, 0), pack=pack)
    return services.change_competition(competition=cup, by=by, expected=expected, setup=setup)


def test_a_coach_builds_a_team_by_the_pack_of_a_competition(cast: Cast, cup: Competition) -> None:
    page = signed_in(cast.coach).get(reverse("competitions:competition", args=[cup.public_id])).content.decode()
    assert f"?pack={cup.public_id}" in page and "Build a team for it" in page
    page = signed_in(cast.coach).get(reverse("teams:create", args=[cast.league.slug])).content.decode()
    assert f'href="?pack={cup.public_id}">Spring Cup</a>' in page
    team = begun(cast, cup)
    assert team.own_rules == {"pack": CUP, "pack_of": cup.public_id}
    assert team.founding_rules.starting_gold("Orc") == 1_150_000
    assert team.league_rules.rules().starting_gold("Orc") == 1_000_000
    page = signed_in(cast.coach).get(url("build", team)).content.decode()
    assert "1,150k" in page and "Pack for new teams: Spring Cup" in page


def test_only_teams_that_were_built_by_its_pack_enter(cast: Cast, cup: Competition, league: League) -> None:
    other, ours = bare_team(league, "Others"), bare_team(league, "Ours")
    Team.objects.filter(pk=ours.pk).update(own_rules={"pack": CUP, "pack_of": cup.public_id})
    ours.refresh_from_db()
    page = signed_in(cast.commissioner).get(reverse("competitions:manage", args=[cup.public_id])).content.decode()
    assert "Ours" in page and "Others" not in page and "Only teams that are built by its pack can enter." in page
    with pytest.raises(Refusal) as refused:
        services.enter_teams(competition=cup, by=cast.commissioner, expected=cup.version, teams=[ours, other])
    assert refused.value.message.id == "competitions.not_by_its_pack" and refused.value.args_shown["teams"] == "Others"
    ours.from_elsewhere = True
    with pytest.raises(Refusal):
        services.enter_teams(competition=cup, by=cast.commissioner, expected=cup.version, teams=[ours])
    ours.from_elsewhere = False
    entered = services.enter_teams(competition=cup, by=cast.commissioner, expected=cup.version, teams=[ours])
    with pytest.raises(Refusal):
        changed(entered, cast.commissioner, RICH)
    assert changed(entered, cast.commissioner, "").pack == ""
    plain = competition_in(league, [other], name="League")
    assert plain.entrants.count() == 1


def test_teams_that_are_being_built_follow_a_changed_pack(cast: Cast, cup: Competition) -> None:
    team = begun(cast, cup)
    wanted = Draft(choice=draft(random.Random(1), team.founding_rules, "Orc"))
    drafting.save_draft(team=team, expected=team.version, draft=wanted, name=team.name)
    assert changed(cup, cast.commissioner, RICH).pack == RICH
    team.refresh_from_db()
    assert team.own_rules == {"pack": RICH, "pack_of": cup.public_id}
    assert team.founding_rules.starting_gold("Orc") == 1_300_000
    changed(cup, cast.commissioner, "")
    team.refresh_from_db()
    assert team.own_rules == {} and team.founding_rules.pack is None


def test_the_pack_is_typed_in_the_settings_and_checked_there(cast: Cast, league: League) -> None:
    cup = competition_in(league, name="Cup")
    page, settings = signed_in(cast.commissioner), reverse("competitions:change", args=[cup.public_id])
    assert 'name="pack"' in page.get(settings).content.decode()
    plain = {"name": "Cup", "legs": 1, "scheduling": "round_robin", "extension_days": 7, "remind_days": 3}
    answer = page.post(settings, form_data(version=cup.version, pack=CUP.replace("gold", "gld"), **plain))
    assert answer.status_code == 422 and "Line 5, gld: unknown key; did you mean" in answer.content.decode()
    typed = CUP.replace("same_skill = 2", "same_skill=2 # twice")
    assert page.post(settings, form_data(version=cup.version, pack=typed, **plain)).status_code == 302
    cup.refresh_from_db()
    assert cup.pack == CUP and [each.key for each in offered(league)] == [cup.public_id]


def test_a_book_without_packs_and_an_unknown_pack(cast: Cast) -> None:
    first = create_league(by=cast.commissioner, details=Details(name="Chaos Challenge"), edition="first-1986")
    add_member(first, cast.coach)
    cup = competition_in(first, name="Cup")
    page = signed_in(cast.commissioner).get(reverse("competitions:change", args=[cup.public_id])).content.decode()
    assert 'name="pack"' not in page
    assert signed_in(cast.coach).get(reverse("teams:create", args=[first.slug]) + "?pack=x").status_code == 404


def test_the_next_season_has_the_same_pack(cup: Competition) -> None:
    assert _setup_of(cup, 0).pack == CUP


def test_house_rules_keep_what_the_pack_of_a_competition_needs(cast: Cast, league: League) -> None:
    def under(*lists: str) -> None:
        league.refresh_from_db()
        told = {"league": league, "by": cast.commissioner, "ruleset": league.ruleset, "expected": league.ruleset_id}
        save_lists(**told, texts=lists, reason="")

    under(FROGS)
    cup = competition_in(league, name="Frog Cup", pack=f'lists = ["Frogs"]\n{CUP}')
    with pytest.raises(Refusal) as refused:
        under()
    assert refused.value.id == "leagues.pack_in_use"
    assert (
        'Frog Cup are built by a pack that does not fit these rules: Line 1, lists: there is no team list "Frogs"'
        in (str(refused.value))
    )
    changed(cup, cast.commissioner, "")
    under()
    Competition.objects.filter(pk=cup.pk).update(pack=f'lists = ["Frogs"]\n{CUP}')
    page = signed_in(cast.coach).get(reverse("teams:create", args=[league.slug])).content.decode()
    assert "Frog Cup" not in page


def test_a_team_that_was_not_built_by_it_does_not_join_late(cast: Cast, league: League) -> None:
    teams = [bare_team(league, f"Ours {nth}") for nth in range(4)]
    Team.objects.filter(pk__in=[team.pk for team in teams]).update(own_rules={"pack": CUP})
    running = competition_in(league, [*Team.objects.filter(name__startswith="Ours")], started=True, pack=CUP)
    late = {"competition": running, "by": cast.commissioner, "expected": running.version}
    with pytest.raises(Refusal) as refused:
        latecomers.join_late(team=bare_team(league, "Others"), **late)
    page = signed_in(cast.commissioner).get(reverse("competitions:entrants", args=[running.public_id])).content.decode()
    assert "Ours 1" in page and "Others" not in page
    assert refused.value.message.id == "competitions.not_by_its_pack"


def test_teams_that_were_not_built_by_its_pack_do_not_qualify_for_it(cast: Cast) -> None:
    first = division(cast, "North")
    final = competition_in(cast.league, name="Final", shape=Shape(scheduling="knock_out"), pack=CUP)
    feed(cast, final, first, 1, 2)
    with pytest.raises(Refusal) as refused:
        bring_in(cast, final)
    assert refused.value.message.id == "competitions.not_by_its_pack"
    assert not final.entrants.exists()


def test_nobody_is_asked_to_build_a_team_for_a_bracket_that_is_drawn(cast: Cast, league: League) -> None:
    for nth in range(2):
        Team.objects.filter(pk=bare_team(league, f"Ours {nth}").pk).update(own_rules={"pack": CUP})
    ours = list(Team.objects.filter(name__startswith="Ours"))
    drawn = competition_in(league, ours, started=True, pack=CUP, shape=Shape(scheduling="knock_out"))
    going_on = competition_in(league, ours, started=True, pack=CUP)
    assert [each.key for each in offered(league)] == [going_on.public_id]
    for each, asked in ((drawn, False), (going_on, True)):
        page = signed_in(cast.coach).get(reverse("competitions:competition", args=[each.public_id])).content.decode()
        assert ("Build a team for it" in page) == asked


def test_the_page_of_a_competition_says_what_its_pack_gives_and_who_plays_without_it(
    cast: Cast, league: League
) -> None:
    cup = competition_in(league, name="Spring Cup", pack=CUP, league_teams=True)
    ours, plain, gone = (bare_team(league, name) for name in ("Ours", "Plain", "Gone"))
    Team.objects.filter(pk=ours.pk).update(own_rules={"pack": CUP, "pack_of": cup.public_id})
    services.enter_teams(
        competition=cup,
        by=cast.commissioner,
        expected=cup.version,
        teams=list(Team.objects.filter(pk__in=(ours.pk, plain.pk, gone.pk))),
    )
    left = cup.entrants.get(team=gone)
    Withdrawal.objects.create(entrant=left, how=Withdrawal.How.KEPT, reason="a test", by=cast.commissioner)
    page = signed_in(cast.coach).get(reverse("competitions:competition", args=[cup.public_id])).content.decode()
    gives = "All tiers: 1,150k, 4 primary skills, 1 secondary skill"
    assert "they get nothing of what the pack gives" in page and "As they are: Plain." in page and gives in page
    assert "same_skill = 2" in page and "2 of the same skill at most" in page
    begun = signed_in(cast.coach).get(f"{reverse('teams:create', args=[league.slug])}?pack={cup.public_id}")
    assert gives in begun.content.decode()
    alone = competition_in(league, name="Summer Cup", pack=CUP)
    page = signed_in(cast.coach).get(reverse("competitions:competition", args=[alone.public_id])).content.decode()
    assert "Only teams that are built by its pack play here." in page and "As they are" not in page
