"""A league of every edition, from its founding to the end of its season: it is played through its pages, every page
answers at each stage, and no page or print has a word of another edition.

A usual run takes one of the editions, by the commit; a thorough run (``DUGOUT_THOROUGH=1``) all of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from django.utils.text import capfirst
from pytest_django import DjangoDbBlocker

from competitions.prints.prints import standings_print
from competitions.prints.standings_pdf import standings_pdf
from leagues.models import League
from matches.models import Match
from matches.sequence.sequences import MatchState
from matches.sheet.match_sheet import match_sheet
from matches.sheet.pdf import match_sheet_pdf
from rules.book.edition import Edition
from stats.tables import check
from teams.ledger import ledger
from teams.models import Team, TeamState
from teams.roster.chat import roster_text
from teams.roster.pdf import roster_pdf
from teams.roster.prints import roster_print
from tests.audits import audit
from tests.editions.every import EVERY, MADE_UP, others_than, registered
from tests.editions.lacking import lacking_words
from tests.editions.league import STAGES, EditionLeague, founded, play_season
from tests.leagues import cast as casting
from tests.leagues.shared_cast import shared_writes
from tests.printing.reading import page_texts
from tests.thoroughness import part_of

pytestmark = pytest.mark.once  # these pages are the same on every database


@pytest.fixture(scope="module", params=part_of(EVERY, 6), ids=lambda edition: edition.key)
def found(
    request: pytest.FixtureRequest, django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> Iterator[EditionLeague]:
    """A league of the edition, with its season played."""
    with registered(*MADE_UP), shared_writes(django_db_blocker):
        made = founded(request.param, casting.create_cast())
        play_season(made)
        yield made


@pytest.fixture(autouse=True)
def _database(db: None) -> None:
    """Each test may read."""


def test_the_season_was_played_through_its_pages(found: EditionLeague) -> None:
    for match in (found.league_match, found.final):
        assert match is not None and match.state == Match.State.CLOSED
    assert found.answers


@pytest.mark.parametrize("stage", STAGES)
def test_every_page_answers_at_each_stage(found: EditionLeague, stage: str) -> None:
    answers = {name: status for (at, name), (status, _) in found.seen.items() if at == stage}
    assert {name: status for name, status in answers.items() if status not in (200, 301, 302, 403, 404, 405, 409)} == {}
    assert sum(status == 200 for status in answers.values()) >= (50 if stage == "season over" else 7)


def test_the_journals_of_its_teams_are_correct(found: EditionLeague) -> None:
    findings = list(audit())
    assert findings and not any(finding.differences for finding in findings)


def test_its_statistics_add_up_and_count_what_its_book_counts(found: EditionLeague) -> None:
    league = League.objects.get(pk=found.league.pk)
    assert not check.differences(league) and not list(check.differences_on_pages(league))
    _status, text = found.seen["season over", "stats:statistics"]
    for deed in found.edition.book.deeds.values():
        assert deed.short in text and capfirst(deed.many) in text
    assert found.edition.book.points_called.short in text


BOOKS_TO_CHOOSE = ("leagues:simulate", "leagues:add_book")
"""Pages that offer other books."""


def pages_of(found: EditionLeague) -> Iterator[tuple[str, str]]:
    """The text of every page at each stage, with its name."""
    for (stage, route), (_status, text) in found.seen.items():
        if route not in BOOKS_TO_CHOOSE:
            yield f"{route} while {stage}", text


def prints_of(found: EditionLeague) -> Iterator[tuple[str, str]]:
    """The text of every print, with its name."""
    team = Team.objects.get(pk=found.teams[0].pk)
    roster = roster_print(team, TeamState.objects.get(team=team))
    yield "roster as text", roster_text(roster)
    yield "roster", " ".join(page_texts(roster_pdf([roster])))
    assert found.final is not None
    state = MatchState(Match.objects.get(pk=found.final.pk), coaches=True)
    yield "match sheet", " ".join(page_texts(match_sheet_pdf(match_sheet(state))))
    yield "standings", " ".join(page_texts(standings_pdf([standings_print(found.table)])))


def test_no_page_and_no_print_has_a_word_of_another_edition(found: EditionLeague) -> None:
    alien = alien_words(found.edition)
    texts = [*pages_of(found), *prints_of(found)]
    wrong = {where: sorted(set(alien.findall(text))) for where, text in texts if alien.search(text)}
    assert not wrong, "\n".join(f"{where}: {names}" for where, names in wrong.items())


def test_what_the_book_lacks_is_on_no_page_and_no_print(found: EditionLeague) -> None:
    lacking = lacking_words(found.edition)
    texts = [*pages_of(found), *prints_of(found)]
    wrong = {where: sorted(set(lacking.findall(text))) for where, text in texts if lacking and lacking.search(text)}
    assert not wrong, "\n".join(f"{where}: {names}" for where, names in wrong.items())


def test_no_page_and_no_print_cites_a_page_that_there_is_not(found: EditionLeague) -> None:
    texts = [*pages_of(found), *prints_of(found)]
    assert [where for where, text in texts if re.search(r"\bp\. 0\b", text)] == []


def test_the_sheets_have_the_characteristics_of_the_book(found: EditionLeague) -> None:
    for team in found.teams:
        sheet = ledger.sheet_in(TeamState.objects.get(team=team))
        assert all(
            tuple(name for name, _ in line.profile) == found.edition.book.characteristics for line in sheet.players
        )


def names_in(edition: Edition) -> set[str]:
    """The names of what one edition has and another may not have, as its pages write them."""
    book = edition.book
    tables = (book.inducements, book.trophies, book.staff, book.goods, book.purses, book.conditions)
    names = {row.name for table in tables for row in table.values()} | {row.name for row in book.casualties}
    names |= {word for deed in book.deeds.values() for word in (deed.name, deed.many)}
    names |= {word for each in book.conditions.values() for word in (each.one, each.many)}
    names |= {book.worth.name} if book.worth else set()
    names |= {level.title for level in book.levels or ()} | {book.name} | set(book.characteristics)
    return names


def alien_words(edition: Edition) -> re.Pattern[str]:
    """The names that only other editions have, and the form of their rules' numbers."""
    own = " ".join(names_in(edition)).casefold()
    names = {name for each in others_than(edition) for name in names_in(each)} - IN_EVERY_LEAGUE
    names = {name for name in names if name.casefold() not in own}
    longest = sorted(names, key=len, reverse=True)
    return re.compile("|".join(rf"\b{re.escape(name)}\b(?! points)" for name in longest))  # "Star player points"


IN_EVERY_LEAGUE = {"Blood Bowl", "Dead", "Killed", "Name", "Nobody", "Score", "Somebody", "scores"}
"""Names that are ordinary words of every page: the game's own, and those of the program."""
