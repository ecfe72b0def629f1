"""A coach with a team by every book: their pages put nothing together that cannot be compared."""

from __future__ import annotations

import pytest

from leagues import services
from leagues.models import League
from rules.editions import EDITIONS
from tests.editions.league import drafted
from tests.leagues.cast import add_member, create_cast, signed_in
from tests.matches.forms import visit

pytestmark = [pytest.mark.django_db, pytest.mark.once]


def test_each_worth_has_its_name_where_books_differ_and_none_where_a_book_has_none() -> None:
    cast = create_cast()
    for edition in EDITIONS:
        league: League = services.create_league(
            by=cast.commissioner, details=services.Details(name=f"By {edition.book.name}"), edition=edition.key
        )
        add_member(league, cast.coach)
        cast.league = league
        drafted(league, cast.commissioner, cast.coach, next(iter(edition.book.lists)))
    client = signed_in(cast.coach)
    home, mine = visit(client, "/").text, visit(client, "/teams/mine/").text
    for edition in EDITIONS:
        league_name, worth = f"By {edition.book.name}", edition.book.worth
        assert league_name in home and league_name in mine
        _before, _league, row = mine.partition(league_name)
        row = row.partition("active")[0]
        named = {each.book.worth.short for each in EDITIONS if each.book.worth} & set(row.split())
        assert named == ({worth.short} if worth else set()), row
    assert not any(each.book.worth and each.book.worth.name in home for each in EDITIONS)
