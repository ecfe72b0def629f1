"""A competition plays by one of its league's books: its teams, its matches, what qualifies for it."""

import re
from dataclasses import replace
from io import BytesIO

import pytest
from django.urls import reverse
from pypdf import PdfReader

from competitions.formats.qualification import qualification
from competitions.models import Competition
from competitions.prints.prints import standings_print
from competitions.prints.standings_pdf import standings_pdf
from competitions.rulings import latecomers
from competitions.setup import seasons, services
from competitions.setup.books import NOT_ITS_BOOK, SEVERAL_BOOKS, edition_of
from leagues import books
from leagues.models import League
from rules import editions
from tests.competitions.competition_builders import competition_in, matches_of
from tests.leagues.cast import Cast, form_data, signed_in
from tests.rules.build import PBBL
from tests.second_edition import STREET
from tests.teams.pages import fields_of
from tests.teams.team_builders import team_from_list
from web.errors import Refusal

pytestmark = pytest.mark.once


@pytest.fixture
def league(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> League:
    monkeypatch.setattr(editions, "EDITIONS", (PBBL.edition, STREET))
    books.add_book(league=cast.league, by=cast.commissioner, edition=STREET.key)
    return cast.league


def two_street_teams(cast: Cast, league: League) -> list:
    orcs = team_from_list(league, cast.coach, "Lane Orcs", "Orc", edition=STREET.key)
    return [orcs, team_from_list(league, cast.other_coach, "Lane Humans", "Human", edition=STREET.key)]


def test_a_commissioner_chooses_the_book_of_a_competition(cast: Cast, league: League) -> None:
    season = seasons.open_season(league=league, by=cast.commissioner, name="Season 1")
    url = reverse("competitions:create", args=[league.slug, season.number])
    client = signed_in(cast.commissioner)
    assert f"?book={STREET.key}" in client.get(url).content.decode()
    page = client.get(f"{url}?book={STREET.key}")
    assert "4/2/1" in re.sub(r"<[^>]*>", "", page.content.decode())
    sent = fields_of(page) | {"name": "Street Cup", "scheduling": "round_robin"} | form_data()
    answer = client.post(f"{url}?book={STREET.key}", sent)
    assert answer.status_code == 302, re.sub(r"<[^>]*>", " ", answer.content.decode())
    made = Competition.objects.get(name="Street Cup")
    assert made.edition == STREET.key and made.book is STREET.book
    assert client.get(f"{url}?book=none").status_code == 404


def test_a_competition_of_the_first_book_names_no_edition(cast: Cast, league: League) -> None:
    made = competition_in(league, edition=PBBL.book.key)
    assert made.edition == "" and made.book is PBBL.book


def test_only_teams_of_its_book_are_offered_and_enter(cast: Cast, league: League) -> None:
    orcs, _humans = two_street_teams(cast, league)
    halflings = team_from_list(league, cast.coach, "Low Hills", "Halfling")
    cup = competition_in(league, edition=STREET.key, name="Street Cup")
    page = signed_in(cast.commissioner).get(reverse("competitions:manage", args=[cup.public_id])).content.decode()
    assert "Lane Orcs" in page and "Low Hills" not in page
    with pytest.raises(Refusal) as refused:
        services.enter_teams(competition=cup, by=cast.commissioner, expected=cup.version, teams=[orcs, halflings])
    assert refused.value.message is NOT_ITS_BOOK and "Low Hills" in str(refused.value.args_shown)
    assert not cup.entrants.exists()


def test_a_latecomer_plays_by_its_book(cast: Cast, league: League) -> None:
    cup = competition_in(league, two_street_teams(cast, league), edition=STREET.key, started=True)
    halflings = team_from_list(league, cast.coach, "Low Hills", "Halfling")
    with pytest.raises(Refusal) as refused:
        latecomers.join_late(competition=cup, by=cast.commissioner, expected=cup.version, team=halflings)
    assert refused.value.message is NOT_ITS_BOOK


def test_teams_of_another_book_do_not_qualify(cast: Cast, league: League) -> None:
    street, other = competition_in(league, edition=STREET.key), competition_in(league)
    with pytest.raises(Refusal) as refused:
        qualification.add_feed(
            target=street, by=cast.commissioner, expected=street.version, source=other, first=1, last=2
        )
    assert refused.value.message is SEVERAL_BOOKS
    assert edition_of((street,), field="") == STREET.key and edition_of((), field="") == ""


def test_its_matches_are_played_by_its_book_and_its_pages_show_it(cast: Cast, league: League) -> None:
    cup = competition_in(league, two_street_teams(cast, league), edition=STREET.key, started=True, name="Street Cup")
    match = matches_of(cup)[0].match
    assert match is not None and match.ruleset == league.ruleset_for(STREET.key)
    for name in ("competition", "table", "players", "fixtures", "manage"):
        page = signed_in(cast.commissioner).get(reverse(f"competitions:{name}", args=[cup.public_id]))
        assert page.status_code == 200, name
    shown = signed_in(None).get(reverse("competitions:competition", args=[cup.public_id])).content.decode()
    assert STREET.book.name in shown


def test_its_ranking_offers_the_points_that_its_book_prints(cast: Cast, league: League) -> None:
    competition = competition_in(league, two_street_teams(cast, league), edition=STREET.key)
    page = signed_in(cast.commissioner).get(reverse("competitions:change_ranking", args=[competition.public_id]))
    assert "4/2/1" in re.sub(r"<[^>]*>", "", page.content.decode())


def test_deciding_a_match_names_what_its_book_lets_a_match_earn(
    cast: Cast, league: League, monkeypatch: pytest.MonkeyPatch
) -> None:
    poor = replace(STREET, book=replace(STREET.book, purses={}))
    competition = competition_in(league, two_street_teams(cast, league), edition=STREET.key, started=True)
    monkeypatch.setattr(editions, "EDITIONS", (PBBL.edition, poor))
    address = reverse("competitions:decide_fixture", args=[matches_of(competition)[0].pk])
    said = signed_in(cast.commissioner).get(address).content.decode()
    assert "star player points or fans," in said and "winnings" not in said


def test_its_card_names_its_book_and_its_table_links_the_lists_of_it(cast: Cast, league: League) -> None:
    competition = competition_in(league, two_street_teams(cast, league), edition=STREET.key, started=True)
    season = signed_in(None).get(reverse("competitions:season", args=[league.slug, 1])).content.decode()
    assert f'<p class="small-note">{STREET.book.name}</p>' in season
    table = signed_in(None).get(reverse("competitions:table", args=[competition.public_id])).content.decode()
    assert f'href="/rules/{STREET.key}/lists/orc/">Orc</a>' in table


def test_teams_to_choose_for_groups_have_their_book_beside_them(cast: Cast, league: League) -> None:
    season = seasons.open_season(league=league, by=cast.commissioner, name="Season 1")
    two_street_teams(cast, league)
    team_from_list(league, cast.coach, "Low Hills", "Halfling")
    page = signed_in(cast.commissioner).get(reverse("competitions:groups", args=[league.slug, season.number]))
    said = page.content.decode()
    assert f"Lane Orcs (Orc, {STREET.book.name})" in said and "Low Hills (Halfling)" in said


def test_its_printed_table_names_its_book(cast: Cast, league: League) -> None:
    competition = competition_in(league, two_street_teams(cast, league), edition=STREET.key, started=True)
    first = competition_in(league, name="The first")
    assert (standings_print(competition).book, standings_print(first).book) == (STREET.book.name, "")
    printed = standings_pdf([standings_print(competition)])
    assert STREET.book.name in PdfReader(BytesIO(printed)).pages[0].extract_text()


@pytest.mark.parametrize("address", ["competitions:friendly", "competitions:offer_friendly"])
def test_teams_to_choose_for_a_friendly_have_their_book_beside_them(cast: Cast, league: League, address: str) -> None:
    two_street_teams(cast, league)
    team_from_list(league, cast.commissioner, "Low Hills", "Halfling")
    said = signed_in(cast.commissioner).get(reverse(address, args=[league.slug])).content.decode()
    assert f"Lane Humans, {STREET.book.name}" in said and "Low Hills," not in said
