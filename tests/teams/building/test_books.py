"""A team plays by one of its league's books, from its draft on."""

import re
from dataclasses import replace

import pytest
from django.urls import reverse

from competitions.friendlies import friendlies
from leagues import books, services
from leagues.models import League
from matches.refusals import OTHER_BOOK
from matches.sequence.opening import create_match, open_match
from rules import editions
from rules.book.rows.shape import PointsName
from rules.sheet.match import Terms
from rules.team.trades import Offer, Stake
from teams.arrivals.row import labels
from teams.building import drafting
from teams.building.checks import ONE_TEAM
from teams.models import Team, TeamState
from teams.trading import trading
from teams.trading.page import partners_of
from tests.leagues.cast import Cast, form_data, signed_in
from tests.rules.build import PBBL
from tests.second_edition import STREET
from tests.teams.team_builders import team_from_list
from web.errors import Refusal

pytestmark = pytest.mark.once


@pytest.fixture
def league(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> League:
    monkeypatch.setattr(editions, "EDITIONS", (PBBL.edition, STREET))
    books.add_book(league=cast.league, by=cast.commissioner, edition=STREET.key)
    return cast.league


def begin(league: League, name: str, team_list: str, query: str = "") -> str:
    return reverse("teams:create", args=[league.slug]) + query


def words_of(page: str) -> str:
    """The words of the page's main part."""
    main = page.partition("<main")[2].partition("</main>")[0]
    return " ".join(re.sub(r"<[^>]*>", " ", main).split())


def street_team(cast: Cast, league: League, name: str = "Lane Orcs") -> Team:
    """A team of the second book, from its draft to its approval, through the pages."""
    client = signed_in(cast.coach)
    client.post(begin(league, name, "Orc", f"?book={STREET.key}"), form_data(name=name, team_list="Orc"))
    return Team.objects.get(name=name)


def founded_street_team(cast: Cast, league: League) -> Team:
    return team_from_list(league, cast.coach, "Lane Orcs", "Orc", edition=STREET.key)


def test_the_lists_of_the_chosen_book_are_offered(cast: Cast, league: League) -> None:
    client = signed_in(cast.coach)
    first = client.get(begin(league, "", "")).content.decode()
    second = client.get(begin(league, "", "", f"?book={STREET.key}")).content.decode()
    assert "Halfling" in first and f"?book={STREET.key}" in first
    assert "Halfling" not in second and f"?book={PBBL.book.key}" in second


def test_a_draft_belongs_to_the_book_it_was_begun_with(cast: Cast, league: League) -> None:
    team = street_team(cast, league)
    assert team.edition == STREET.key and team.book is STREET.book
    page = signed_in(cast.coach).get(reverse("teams:build", args=[team.public_id]))
    assert page.status_code == 200 and "PACE" in page.content.decode()


def test_a_team_of_the_first_book_names_no_edition(cast: Cast, league: League) -> None:
    client = signed_in(cast.coach)
    client.post(begin(league, "", "", f"?book={PBBL.book.key}"), form_data(name="Low Hills", team_list="Halfling"))
    team = Team.objects.get(name="Low Hills")
    assert team.edition == "" and team.book is PBBL.book


def test_a_founded_team_has_the_house_rules_of_its_book(cast: Cast, league: League) -> None:
    team = founded_street_team(cast, league)
    assert team.ruleset is not None and team.ruleset.pk == league.ruleset_for(STREET.key).pk
    assert [name for name, _ in TeamState.objects.get(team=team).sheet["players"][0]["profile"]] == [
        "PACE",
        "MUSCLE",
        "WIT",
    ]


@pytest.mark.parametrize("query", ["?book=none", "?book=%00"])
def test_a_book_that_the_league_does_not_have_is_not_found(cast: Cast, league: League, query: str) -> None:
    client = signed_in(cast.coach)
    assert client.get(begin(league, "", "", query)).status_code == 404
    assert client.get(reverse("teams:bring", args=[league.slug]) + query).status_code == 404


def test_teams_of_different_books_neither_meet_nor_trade(cast: Cast, league: League) -> None:
    street, other = founded_street_team(cast, league), team_from_list(league, cast.other_coach, "Low Hills", "Halfling")
    with pytest.raises(Refusal) as refused:
        create_match(league=league, home=street, away=other, terms=Terms(stage="league"))
    assert refused.value.message is OTHER_BOOK
    with pytest.raises(Refusal) as refused:
        trading.offer_trade(offering=street, asked=other, offer=Offer(gives=Stake(), takes=Stake()), by=cast.coach)
    assert refused.value.message is trading.OTHER_BOOK
    assert list(partners_of(street)) == []


def test_a_friendly_is_offered_to_teams_of_its_book_only(cast: Cast, league: League) -> None:
    street, other = founded_street_team(cast, league), team_from_list(league, cast.other_coach, "Low Hills", "Halfling")
    with pytest.raises(Refusal) as refused:
        friendlies.offer_friendly(offering=street, asked=other, by=cast.coach, at_home=True)
    assert refused.value.message is OTHER_BOOK


def test_a_match_is_opened_under_the_house_rules_of_the_book_of_its_teams(cast: Cast, league: League) -> None:
    street = founded_street_team(cast, league)
    rival = team_from_list(league, cast.other_coach, "Lane Humans", "Human", edition=STREET.key)
    match = create_match(league=league, home=street, away=rival, terms=Terms(stage="league"))
    opened = open_match(match=match, by=cast.coach)
    assert opened.ruleset == league.ruleset_for(STREET.key) and opened.book is STREET.book


def test_a_coach_has_one_team_for_each_book(cast: Cast, league: League) -> None:
    team_from_list(league, cast.coach, "Low Hills", "Halfling")
    assert founded_street_team(cast, league).coach == cast.coach
    with pytest.raises(Refusal) as refused:
        team_from_list(league, cast.coach, "Other Orcs", "Orc", edition=STREET.key)
    assert refused.value.message is ONE_TEAM


def test_a_coach_sees_the_button_to_trade_only_at_teams_whose_book_allows_it(cast: Cast, league: League) -> None:
    team_from_list(league, cast.coach, "Low Hills", "Halfling")
    founded_street_team(cast, league)
    page = signed_in(cast.coach).get(reverse("teams:trades", args=[league.slug])).content.decode()
    assert "Low Hills" in page and "Lane Orcs" not in page


def test_the_page_to_import_a_team_has_the_words_of_the_chosen_book(
    cast: Cast, league: League, monkeypatch: pytest.MonkeyPatch
) -> None:
    poor = replace(STREET, book=replace(STREET.book, purses={}, staff={}))
    monkeypatch.setattr(editions, "EDITIONS", (PBBL.edition, poor))
    client, address = signed_in(cast.coach), reverse("teams:bring", args=[league.slug])
    assert "players, staff and gold come on the next page" in client.get(address).content.decode()
    second = client.get(f"{address}?book={STREET.key}").content.decode()
    assert "the players come on the next page" in second and "gold" not in words_of(second)


def test_the_rows_of_an_imported_team_name_the_points_of_its_book(cast: Cast, league: League) -> None:
    assert labels(STREET.book)["spp"] == "SPP"
    points = PointsName(name="Experience points", short="EXP", one="point", many="points", page=1)
    assert labels(replace(STREET.book, points=points))["spp"] == "EXP"


@pytest.mark.parametrize("address", ["teams:list", "teams:mine"])
def test_lists_of_teams_link_their_list_and_name_a_further_book(cast: Cast, league: League, address: str) -> None:
    team_from_list(league, cast.coach, "Low Hills", "Halfling")
    founded_street_team(cast, league)
    page = reverse(address, args=[league.slug] if address == "teams:list" else [])
    html = signed_in(cast.coach).get(page).content.decode()
    assert f'href="/rules/{PBBL.book.key}/lists/halfling/"' in html
    assert f'href="/rules/{STREET.key}/lists/orc/"' in html
    assert STREET.book.name in html and PBBL.book.name not in html


def test_a_second_team_of_a_book_is_refused_with_the_name_of_the_first(cast: Cast, league: League) -> None:
    founded_street_team(cast, league)
    with pytest.raises(Refusal, match=f"one team by {STREET.book.name}, and coach already has one: Lane Orcs"):
        drafting.draft_team(league=league, coach=cast.coach, name="More", team_list="Orc", edition=STREET.key)


def test_a_list_of_teams_that_are_worth_different_things_has_a_heading_for_all(
    cast: Cast, league: League, monkeypatch: pytest.MonkeyPatch
) -> None:
    team_from_list(league, cast.coach, "Low Hills", "Halfling")
    founded_street_team(cast, league)
    client, page = signed_in(cast.coach), reverse("teams:mine")
    assert '<th scope="col" class="num">Team value</th>' in client.get(page).content.decode()
    assert STREET.book.worth is not None
    worth = replace(STREET.book.worth, name="Team rating")
    monkeypatch.setattr(editions, "EDITIONS", (PBBL.edition, replace(STREET, book=replace(STREET.book, worth=worth))))
    assert '<th scope="col" class="num">Value</th>' in client.get(page).content.decode()


@pytest.mark.parametrize(("key", "told"), [("bb2025", 1), ("crp", 0)])
def test_who_chooses_a_list_reads_that_tiers_change(cast: Cast, key: str, told: int) -> None:
    league = services.create_league(by=cast.commissioner, details=services.Details(name="Modern Cup"), edition=key)
    page = signed_in(cast.commissioner).get(reverse("teams:create", args=[league.slug])).content.decode()
    assert page.count("each official update changes some") == told
