"""The report at the table says what each book counts, rolls and names; its script knows no book."""

from __future__ import annotations

import json
import random
import re

import pytest

from matches.models import Match
from matches.report.form.injury_fields import asked
from matches.sequence import opening
from matches.sequence.sequences import MatchState
from rules.book.edition import Edition
from rules.sequence.sequence import SIDES, totals_of
from tests.editions.every import EVERY, MADE_UP, registered
from tests.editions.league import founded
from tests.editions.pages.on_pages import answer_on_pages
from tests.editions.seasons import name_of
from tests.leagues.cast import create_cast, signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.once]

DATA = re.compile(r'<script id="table-data" type="application/json">(.*?)</script>', re.DOTALL)
SHIRT = re.compile(r'class="player-shirt"\s+data-side="(home|away)" data-who="(h?\d+)"')


@pytest.mark.parametrize("edition", EVERY, ids=name_of)
def test_the_page_has_what_the_script_needs_of_every_book(edition: Edition) -> None:
    with registered(*MADE_UP):
        cast = create_cast()
        match = opening.open_match(match=founded(edition, cast).league_match, by=cast.coach)
        browsers = {side: signed_in(match.sides.get(side=side).team.coach) for side in SIDES}
        answer_on_pages(match, browsers, random.Random(3))
        state = MatchState(Match.objects.select_related("league", "ruleset").get(pk=match.pk))
        html = browsers["home"].get(f"/matches/{match.public_id}/report/").content.decode()
    book, found = edition.book, DATA.search(html)
    assert found is not None
    data = json.loads(found[1])
    assert list(data["deeds"]) == [deed.key for deed in book.reported]
    assert data["credited"] == (book.credited.key if book.credited else "")
    for deed in book.reported:
        assert re.fullmatch("[a-z_0-9]+", deed.key), "the order of events can name it"
        assert f'data-deed="{deed.key}"' in html
        assert f'data-arm="{deed.key}"' in html
    for each in asked(book):
        if each.table is None:
            continue
        roll = data["rolls"][each.name]
        assert [total for total, _row in roll["totals"]] == sorted(totals_of(each.table.dice))
        assert roll["columns"] <= 8
        for row, result in zip(each.table.rows, roll["results"], strict=True):
            assert row.name in result["words"]
            assert not row.leads_to or result["leads"] in data["rolls"], "the roll to which it leads"
    shirts = {(side, who) for side, who in SHIRT.findall(html)}
    for side in SIDES:
        fielded = {(side, str(line.player)) for line in state.sheets.of(side).players}
        assert fielded <= shirts
        assert {who for of, who in shirts if of == side} == set(data["players"][side])
    assert (len(re.findall("data-half=", html)) >= 2) == bool(book.result.halves and book.result.turns)
