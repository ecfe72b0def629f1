"""Searching: what is found, in which order, by whom, and in how many queries."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.account_deletion import forget
from accounts.models import User
from leagues.models import League
from rules.journal import PlayerKilled, PlayerLeft
from search import views
from search.asked import query_of
from search.everything import found
from search.results import FEW, MANY
from teams.models import Player, Takeover, Team
from tests.competitions.competition_builders import (
    add_player_line,
    bare_team,
    competition_in,
    create_bare_teams,
    decide_match,
    matches_of,
)
from tests.leagues.cast import Cast, signed_in
from tests.search.finding import Nobody, names
from tests.teams.team_builders import add_entry, approved_team, injure_player


def page(client: Client, query: str, league: League | None = None, **more: str) -> str:
    url = reverse("search:in_league", args=[league.slug]) if league else reverse("search:search")
    response = client.get(url, {"q": query, **more})
    assert response.status_code == 200
    return response.text


def test_the_best_come_first(cast: Cast) -> None:
    create_bare_teams(cast.league, "Hot Madness", "Nomads", "Mad", "Madcaps", "Anvils")
    assert names(Nobody(), "MÁD", "teams") == ["Mad", "Madcaps", "Hot Madness", "Nomads"]


def test_a_league_is_found_by_its_name(cast: Cast) -> None:
    assert "Old World Sunday League" in page(Client(), "sunday")
    assert names(Nobody(), "league", "leagues") == ["Another League", "Old World Sunday League"]


def test_nothing_of_a_private_league_is_found_by_others(cast: Cast) -> None:
    team = bare_team(cast.private, "Quiet Quokkas", cast.coach)
    team.players.create(name="Quentin Quill")
    Team.objects.filter(pk=team.pk).update(coach_name="")
    User.objects.filter(pk=cast.coach.pk).update(display_name="Quincy")
    create_bare_teams(cast.private, "Quolls")
    words = ("Quiet Quokkas", "Quentin Quill", "Quincy", "Hidden Cup", "Quolls")
    for person in ("visitor", "stranger", "elsewhere"):
        browser = signed_in(cast[person])
        shown = "".join(page(browser, query) for query in ("qu", "hidden cup", "quentin quill"))
        assert not [word for word in words if word in re.sub(r"“.*?”|value=\".*?\"", "", shown)], person
        answer = browser.get(reverse("search:in_league", args=[cast.private.slug]), {"q": "qu"})
        assert answer.status_code == 404
    for person in ("coach", "staff"):
        shown = page(signed_in(cast[person]), "qu") + page(signed_in(cast[person]), "hidden")
        assert all(word in shown for word in words), person
    assert "Quentin Quill" in page(signed_in(cast.other_coach), "quill", cast.private)


def test_who_left_a_private_league_finds_nothing_of_it_any_more(cast: Cast) -> None:
    bare_team(cast.private, "Quiet Quokkas")
    cast.private.memberships.filter(user=cast.other_coach).update(left_at=timezone.now())
    assert names(cast.other_coach, "quokkas", "teams") == []


def test_in_a_league_only_it_is_searched(cast: Cast) -> None:
    other = League.objects.get(name="Another League")
    bare_team(cast.league, "Ravens")
    bare_team(other, "Raven Guard")
    assert names(Nobody(), "raven", "teams", cast.league) == ["Ravens"]
    assert names(Nobody(), "raven", "teams") == ["Raven Guard", "Ravens"]
    shown = page(Client(), "raven", cast.league)
    assert "Raven Guard" not in shown
    assert f'{reverse("search:search")}?q=raven"' in shown


def test_drafts_are_not_found(cast: Cast) -> None:
    team = bare_team(cast.league, "Drafted Dodgers", cast.coach)
    Team.objects.filter(pk=team.pk).update(state=Team.State.DRAFT)
    assert names(cast.commissioner, "dodgers", "teams") == []
    Team.objects.filter(pk=team.pk).update(state=Team.State.RETIRED)
    assert names(cast.commissioner, "dodgers", "teams") == [], "it never played"
    Team.objects.filter(pk=team.pk).update(founded_at=timezone.now())
    assert names(cast.commissioner, "dodgers", "teams") == ["Drafted Dodgers"]


def test_players_are_found_alive_hurt_dead_and_gone(cast: Cast) -> None:
    team = approved_team(cast.league, cast.coach, by=cast.commissioner)
    hurt = injure_player(team, 0)
    dead = add_entry(team, 1, lambda player: PlayerKilled(player=player))
    gone = add_entry(team, 1, lambda player: PlayerLeft(player=player, how="retired"))
    alive = team.players.exclude(pk__in=(hurt, dead, gone)).first()
    for pk, name in ((hurt, "Zed Hurt"), (dead, "Zed Dead"), (gone, "Zed Gone"), (alive.pk, "Zed Alive")):
        Player.objects.filter(pk=pk).update(name=name)
    groups = found(query_of("zed"), Nobody(), None, "players")
    states = {hit.name: str(hit.state.word) if hit.state else "" for hit in groups[0].hits}
    assert states == {
        "Zed Hurt": "misses the next match", "Zed Dead": "dead", "Zed Gone": "retired", "Zed Alive": "",
    }  # fmt: skip
    hit = groups[0].hits[0]
    assert hit.name == "Zed Alive"
    assert hit.url == reverse("matches:player", args=[team.public_id, alive.pk])
    assert hit.beside[1:] == (team.name, cast.league.name)


def test_players_of_teams_known_from_records_are_found_with_their_position(cast: Cast) -> None:
    teams = create_bare_teams(cast.league, "Ravens", "Stompers")
    fixture = matches_of(competition_in(cast.league, teams, started=True))[0]
    decide_match(fixture, 2, 1)
    victim = fixture.home.players.create(name="Zara Old")
    add_player_line(fixture, "home", victim, position="Blitzer", died=True)
    Team.objects.filter(pk=victim.team_id).update(state=Team.State.RECORDED)
    (hit,) = found(query_of("zara"), Nobody(), None, "players")[0].hits
    assert hit.beside[0] == "Blitzer" and hit.state is not None and str(hit.state.word) == "dead"


def test_coaches_are_found_by_the_name_that_others_see(cast: Cast) -> None:
    bare_team(cast.league, "Ravens", cast.coach)
    create_bare_teams(cast.league, "Stompers")
    User.objects.filter(pk=cast.coach.pk).update(display_name="Zebedee Quux", username="secretname")
    assert names(Nobody(), "zebedee", "coaches") == ["Zebedee Quux"]
    assert names(Nobody(), "secretname", "coaches") == []
    assert names(Nobody(), "stompers", "coaches") == ["Stompers's coach"]
    assert names(Nobody(), "stranger", "coaches") == [], "they have no team"
    (hit,) = found(query_of("zebedee"), Nobody(), None, "coaches")[0].hits
    assert hit.url == reverse("stats:coach", args=[cast.league.slug, cast.coach.pk])


def test_former_coaches_are_found_and_deleted_people_are_not(cast: Cast) -> None:
    team = bare_team(cast.league, "Ravens", cast.other_coach)
    User.objects.filter(pk=cast.coach.pk).update(display_name="Zebedee Quux")
    Takeover.objects.create(
        team=team, asked=cast.other_coach, was=cast.coach, state="accepted", by=cast.commissioner,
        answered_at=timezone.now(),
    )  # fmt: skip
    assert names(Nobody(), "quux", "coaches") == ["Zebedee Quux"]
    cast.coach.refresh_from_db()
    forget(cast.coach)
    forget(cast.other_coach)
    for query in ("quux", "former", "former coach", "coach"):
        assert names(Nobody(), query, "coaches") == []


def test_skills_stars_and_rules_lead_to_the_guide(cast: Cast) -> None:
    shown = page(Client(), "block")
    assert 'id="found-skills"' in shown and 'id="found-rules"' in shown
    assert names(Nobody(), "block", "skills")[0] == "Block"
    assert names(Nobody(), "griff oberwald", "stars") == ["Griff Oberwald"]
    hit = found(query_of("block"), Nobody(), cast.league, "skills")[0].hits[0]
    assert hit.places == () and cast.league.ruleset.edition in hit.url, "a league shows its own book alone"
    hit = found(query_of("block"), Nobody(), None, "skills")[0].hits[0]
    assert len(hit.places) > 1, "one hit for all books"
    assert "weather" in page(Client(), "weather").casefold()


ODD = (
    "", " ", "a", "%", "_", "%%", "a%", "\x00", "\x00\x00ab", "'; drop--", "(", "[", "\\", "x" * 10_000, "﷽" * 300,
    "\u202egriff", "<script>alert(1)</script>", "ab " * 500, "\U0001f600",
)  # fmt: skip


def test_odd_queries_are_answered(cast: Cast) -> None:
    bare_team(cast.league, "100% Ab_c")
    for query in ODD:
        assert "<script>alert" not in page(Client(), query)
        assert len(query_of(query).typed) <= 80
    page(Client(), ODD[-1], cast.league)


def test_percent_signs_and_underscores_mean_themselves(cast: Cast) -> None:
    create_bare_teams(cast.league, "100% Ab_c", "1000 Abxc")
    assert names(Nobody(), "0%", "teams") == ["100% Ab_c"]
    assert names(Nobody(), "b_", "teams") == ["100% Ab_c"]


def test_a_short_query_says_what_to_do(cast: Cast) -> None:
    bare_team(cast.league, "Ravens")
    assert "at least 2 letters" in page(Client(), "r")
    assert "Nothing was found" in page(Client(), "zzzzqqq")
    assert "Ravens" not in page(Client(), "r")


def test_one_character_of_chinese_is_enough_to_search_for(cast: Cast) -> None:
    create_bare_teams(cast.league, "王者", "Ravens")
    shown = page(Client(), "王")
    assert "王者" in shown and "at least 2 letters" not in shown


def test_more_of_a_kind_are_on_a_page_of_their_own(cast: Cast) -> None:
    create_bare_teams(cast.league, *(f"Ravens {number:02}" for number in range(MANY + 1)))
    shown = page(Client(), "ravens")
    assert shown.count("Ravens ") - shown.count("Ravens 0") == 0 and "kind=teams" in shown
    assert len(names(Nobody(), "ravens", "teams")) == MANY
    assert "There are more" in page(Client(), "ravens", kind="teams")
    assert page(Client(), "ravens", kind="nonsense").count('class="row"') >= FEW


def test_a_script_gets_the_results_alone(cast: Cast) -> None:
    bare_team(cast.league, "Ravens")
    response = Client().get(reverse("search:search"), {"q": "ravens"}, headers={"HX-Request": "true"})
    assert "<html" not in response.text and "Ravens" in response.text
    assert "HX-Request" in response["Vary"]


def test_below_the_bar_stand_the_best_of_each_kind(cast: Cast) -> None:
    create_bare_teams(cast.league, *(f"Ravens {number}" for number in range(5)))
    url = reverse("search:in_league", args=[cast.league.slug])

    def in_bar(query: str) -> str:
        headers = {"HX-Request": "true", "HX-Target": "bar-found"}
        response = Client().get(url, {"q": query}, headers=headers)
        assert "HX-Target" in response["Vary"] and "bar_found" in response["Style-Sheets"]
        return str(response.text)

    shown = in_bar("raven")
    assert shown.count('href="/teams/') == 3 and "Found for “raven”" in shown and "<h1" not in shown
    assert f'href="{url}?q=raven"' in shown
    assert "Nothing was found for “xyzzy”" in in_bar("xyzzy") and "at least 2 letters" in in_bar("x")
    evil = in_bar('<b>"x')
    assert "<b>" not in evil and "&lt;b&gt;" in evil


def test_every_page_has_a_search_field_that_leads_to_its_league(cast: Cast) -> None:
    assert f'action="{reverse("search:search")}"' in Client().get(reverse("home")).text
    front = Client().get(reverse("leagues:house_rules", args=[cast.league.slug])).text
    assert f'action="{reverse("search:in_league", args=[cast.league.slug])}"' in front
    hidden = Client().get(reverse("leagues:house_rules", args=[cast.private.slug]))
    assert hidden.status_code == 404 and f"{cast.private.slug}/search" not in hidden.text


@pytest.mark.parametrize("where", ["everywhere", "league"])
def test_the_number_of_queries_is_the_same_for_few_and_many(
    cast: Cast, where: str, django_assert_max_num_queries: Any
) -> None:
    teams = create_bare_teams(cast.league, *(f"Ravens {number}" for number in range(20)))
    Player.objects.bulk_create(Player(team=team, name=f"Raven {team.pk}") for team in teams)
    Team.objects.filter(league=cast.league).update(coach=cast.coach)
    User.objects.filter(pk=cast.coach.pk).update(display_name="Raven Master")
    browser = signed_in(cast.coach)
    with django_assert_max_num_queries(12):
        shown = page(browser, "aven", cast.league if where == "league" else None)
    assert "Raven Master" in shown and "Ravens 1" in shown


@pytest.fixture
def little_allowed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Each page takes a second of processor time, and half of one is allowed."""
    from web import fair_use

    clock = iter(range(10_000))
    monkeypatch.setattr(settings, "WORK_AT_ONCE", 0.5)
    monkeypatch.setattr(fair_use.time, "thread_time", lambda: next(clock) * 1.0)
    return


@pytest.mark.usefixtures("little_allowed")
def test_a_visitor_who_searches_too_much_waits(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    from web.fair_use import limits_visitors

    monkeypatch.setattr(views, "_results", limits_visitors(views._results.__wrapped__))
    url = reverse("search:search")
    answers = [Client().get(url, {"q": "ravens"}, REMOTE_ADDR="192.0.2.1").status_code for _ in range(2)]
    assert answers == [200, 429]
    assert Client().get(url, {"q": "ravens"}, REMOTE_ADDR="192.0.2.2").status_code == 200
