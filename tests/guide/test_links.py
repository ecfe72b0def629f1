"""Pages link to the guide where they name something of the book, and each citation is a link."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from guide.addresses import of_option
from leagues.citations import with_links
from leagues.options import help_for
from matches.models import MatchSide
from rules.journal import PlayerKilled
from teams.selectors import players_of
from tests.leagues.cast import Cast, signed_in
from tests.matches import match_builders
from tests.rules.build import PBBL
from tests.teams.team_builders import add_entry, team_from_list

BOOK = PBBL.book
PAGE_CSS = Path(settings.BASE_DIR) / "static/dugout/page.css"
HERE = f"/rules/{BOOK.key}/"

pytestmark = [pytest.mark.django_db, pytest.mark.once]


def links(page: str) -> set[str]:
    return set(re.findall(rf'href="({HERE}[^"]*)"', page))


def test_a_citation_in_a_text_becomes_a_link() -> None:
    said = with_links("Too dear (U2, p. 38) & <b>odd</b> (Z9, p. 1), (see above).", lambda: BOOK)
    assert f'<a class="cite" href="{HERE}statements/#U2">(U2, p. 38)</a>' in said
    assert "&amp; &lt;b&gt;odd&lt;/b&gt; (Z9, p. 1), (see above)." in said


def test_a_text_without_a_citation_asks_for_no_book() -> None:
    def no_book() -> None:
        raise AssertionError

    assert with_links("Nothing <here>.", no_book) == "Nothing &lt;here&gt;."


def test_citations_of_a_book_that_is_not_known_stay_text() -> None:
    assert with_links("(U2, p. 38)", lambda: None) == "(U2, p. 38)"


def test_a_reference_never_breaks_before_its_page() -> None:
    """On a narrow screen it read "(L6," at the end of a line, and "p. 31)" on the next one."""
    kept = next(line for line in PAGE_CSS.read_text().splitlines() if "white-space: nowrap" in line)
    assert kept.startswith(".source, .cite, ")
    option = next(each for each in BOOK.options.values() if each.page)
    assert f"({option.rule},\u00a0p.\u00a0{option.page})" in help_for(option, option.default)
    page = Client().get(f"{HERE}statements/").content.decode() + Client().get(f"{HERE}skills/").content.decode()
    assert "p.\u00a0" in page and not re.search(r">[^<]*\bp\. \d", page)


def test_a_roster_links_its_positions_and_skills(cast: Cast) -> None:
    team = team_from_list(cast.league, cast.coach, "Low Hills", "Halfling")
    page = Client().get(reverse("matches:team", args=[team.public_id])).content.decode()
    assert {f"{HERE}lists/halfling/#halfling", f"{HERE}skills/#right-stuff"} <= links(page)


def page_of(name: str, *args: object) -> str:
    return Client().get(reverse(name, args=args)).content.decode()


def test_pages_of_teams_and_players_link_their_list_and_position(cast: Cast) -> None:
    team = team_from_list(cast.league, cast.coach, "Low Hills", "Halfling")
    assert f'<a href="{HERE}lists/halfling/">Halfling</a>' in page_of("matches:team", team.public_id)
    treeman = min(players_of(team).values_list("pk", flat=True))
    assert f"{HERE}lists/halfling/#treeman" in links(page_of("matches:player", team.public_id, treeman))
    add_entry(team, 1, lambda player: PlayerKilled(player=player))
    departed = page_of("matches:team", team.public_id).partition("Dead players")[2]
    assert f"{HERE}lists/halfling/#halfling" in links(departed)


def test_the_tables_of_a_match_link_each_row_to_the_guide(cast: Cast) -> None:
    home = team_from_list(cast.league, cast.coach, "Low Hills", "Halfling", staff=(("apothecary", 1),))
    away = team_from_list(cast.league, cast.other_coach, "Green Tide", "Orc")
    match = match_builders.opened_match(home, away)
    bought = [{"kind": "wizard", "count": 1}, {"kind": "star", "name": "Deeproot Strongbranch"}]
    MatchSide.objects.filter(match=match, side="home").update(inducements=bought)
    found = links(page_of("matches:at_the_table", match.public_id))
    assert {f"{HERE}match/#{row}" for row in ("nice", "get-the-ref", "blitz")} <= found
    assert {f"{HERE}injuries/#badly-hurt", f"{HERE}injuries/#dead"} <= found
    assert {f"{HERE}skills/#right-stuff", f"{HERE}stars/#deeproot-strongbranch"} <= found
    assert {f"{HERE}inducements/#wizard", f"{HERE}teams/#apothecary"} <= found
    assert {f"{HERE}lists/halfling/", f"{HERE}lists/orc/"} <= links(page_of("matches:match", match.public_id))


def test_the_lists_of_a_new_team_link_to_the_guide(cast: Cast) -> None:
    page = signed_in(cast.coach).get(reverse("teams:create", args=[cast.league.slug])).content.decode()
    assert f"{HERE}lists/halfling/#treeman" in links(page)


def test_house_rules_link_to_their_options(cast: Cast) -> None:
    page = Client().get(reverse("leagues:house_rules", args=[cast.league.slug])).content.decode()
    assert {HERE, of_option(BOOK, "mvp"), of_option(BOOK, "spiralling_step")} <= links(page)


@pytest.mark.parametrize("name", [name for name, option in BOOK.options.items() if option.offered])
def test_every_option_has_a_row(name: str) -> None:
    page = Client().get(f"{HERE}options/").content.decode()
    assert f'id="{of_option(BOOK, name).partition("#")[2]}"' in page
