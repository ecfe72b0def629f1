"""A league with a book that has no gold, goods, staff, fans or worth: none of them appears anywhere.

The edition (`tests/second_edition/bare.py`) exists in tests only. All tests use one league, which is built once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from pytest_django import DjangoDbBlocker

from competitions.season_end import season_end
from leagues.models import League
from matches.models import Match, MatchSide
from matches.pages.team_file import file_of
from matches.sequence.sequences import MatchState
from matches.sheet.match_sheet import match_sheet
from matches.sheet.pdf import match_sheet_pdf
from rules import editions
from rules.team.trades import Stake
from teams.models import Team, TeamState
from teams.roster.chat import roster_text
from teams.roster.pdf import roster_pdf
from teams.roster.prints import roster_print
from teams.team_json import as_json
from tests import policy_objects
from tests.audits import audit
from tests.leagues import cast as casting
from tests.leagues.cast import Cast
from tests.leagues.shared_cast import shared_writes
from tests.printing.reading import page_texts
from tests.second_edition.bare import BARE
from tests.second_edition.street import Street, finals, founded, own_cup, play, walk
from tests.teams.trade_builders import create_trading_teams
from web.crests.kits import COLOURS

pytestmark = [pytest.mark.once, pytest.mark.costly]  # these pages are the same on every database

ALIEN = re.compile(
    r"[Tt]reasury|\b[Bb]ank\b|\b[Gg]old\b|\bgp\b|[Ww]innings|[Ff]an factor|\b[Ff]ans\b|\bFAME\b|\b[Gg]ate\b"
    r"|[Ss]pectators"
    r"|[Rr]e-?rolls?\b|[Tt]eam value|\bTV\b|\b[Cc]osts?\b|[Ii]nducement|[Ss]taff\b|[Cc]heerleader|[Aa]pothecary|\d+k\b"
)

COLOUR_NAMES = " ".join(str(label) for _, label in COLOURS)
"""The choices of a league's colour, of which one is called gold."""

OF_ALL_BOOKS = ("leagues:create", "leagues:add_book", "leagues:simulate", "teams:crest")
"""Pages that show other books too, or colours, of which one is gold."""


def swap(cast: Cast, league: League) -> int:
    """An accepted trade without gold. Returns its id."""
    teams = create_trading_teams(cast, league=league)
    return teams.accepted(gives=Stake(players=(teams.player(teams.ours),))).pk


@pytest.fixture(scope="module")
def bare(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Street]:
    with pytest.MonkeyPatch.context() as patch, shared_writes(django_db_blocker):
        patch.setattr(editions, "EDITIONS", (*editions.EDITIONS, BARE))
        patch.setitem(policy_objects.BUILDERS, "holding", own_cup)
        patch.setitem(policy_objects.BUILDERS, "trade", swap)
        cast = casting.create_cast()
        found = founded(cast, BARE, trades="free")
        found.look("scheduled")
        play(found)
        finals(found)
        season = found.league.seasons.get()
        season_end.end_season(
            season=season, by=cast.commissioner, expected=season.version, ending=season_end.Ending(clear_injuries=True)
        )
        found.look("season over")
        walk(found)
        yield found


@pytest.fixture(autouse=True)
def _database(db: None) -> None:
    """Each test may read."""


def test_every_page_answers(bare: Street) -> None:
    """404 is the answer for cards, stars and own lists, 409 that for playing a card: this book has none of them."""
    answers = {name: status for name, (status, _) in bare.routed.items()}
    none = ("leagues:own_lists", "leagues:own_list", "matches:cards", "stats:stars")
    assert {name: answers.pop(name) for name in none} == dict.fromkeys(none, 404)
    assert {name: status for name, status in answers.items() if status not in (200, 301, 302, 405, 409)} == {}
    assert sum(status == 200 for status in answers.values()) > 80
    seen = {where: status for where, (status, _) in bare.seen.items()}
    assert {where: status for where, status in seen.items() if status not in (200, 301, 302, 403, 404, 405, 409)} == {}


def test_no_page_names_what_the_book_does_not_have(bare: Street) -> None:
    seen = [(f"{route} while {stage}", route, text) for (stage, route), (_, text) in bare.seen.items()]
    seen += [(route, route, text) for route, (_, text) in bare.routed.items()]
    pages = [(where, text.replace(COLOUR_NAMES, "")) for where, route, text in seen if route not in OF_ALL_BOOKS]
    found = {
        (where, text[max(0, each.start() - 30) : each.end() + 20])
        for where, text in pages
        for each in ALIEN.finditer(text)
    }
    assert not found, "\n".join(f"{where}: {words}" for where, words in sorted(found))


def test_no_print_names_what_the_book_does_not_have(bare: Street) -> None:
    team = Team.objects.get(pk=bare.orcs.pk)
    printed = roster_print(team, TeamState.objects.get(team=team))
    assert not ALIEN.search(" ".join(page_texts(roster_pdf([printed]))))
    assert not ALIEN.search(roster_text(printed))
    sheet = match_sheet(MatchState(Match.objects.get(pk=bare.league_match.pk), coaches=True))
    assert not ALIEN.search(" ".join(page_texts(match_sheet_pdf(sheet))))


def test_nothing_of_them_is_stored(bare: Street) -> None:
    assert set(TeamState.objects.filter(team__league=bare.league).values_list("value", "treasury")) == {(0, 0)}
    assert set(MatchSide.objects.played().values_list("fans", "fame", "winnings")) == {(None, None, None)}
    assert not any(finding.differences for finding in audit())


def test_a_team_file_has_no_gold_and_no_goods(bare: Street) -> None:
    team = Team.objects.get(pk=bare.orcs.pk)
    found = as_json(file_of(team, TeamState.objects.get(team=team)), bare.edition)
    assert found.keys().isdisjoint({"treasury", "bank", "rerolls", "fan_factor"})
