"""Tables, lists and awards by books with other deeds: their figures, in their words, and nothing that they lack."""

from __future__ import annotations

import re
from dataclasses import replace
from types import MappingProxyType

import pytest

from competitions.models import Competition
from competitions.ranking.tie_breakers import tie_breaker_of
from competitions.setup.ranking_forms import RankingForm, bonus_fields, tie_breaker_choices
from competitions.standings.columns import columns_of
from competitions.standings.leaders import counted_in
from leagues import books
from rules import editions
from rules.book.edition import Edition
from rules.book.rows.shape import Deed
from teams.models import Team
from tests.competitions.competition_builders import add_player_line, bare_team, competition_in, decide_match, matches_of
from tests.leagues.cast import Cast, signed_in
from tests.rules.build import PBBL
from tests.second_edition import STREET

POINT = Deed(key="points", name="Point", short="Pt", one="point", many="points", points=1, page=1, scores=True)
PURE = replace(PBBL.book, deeds=MappingProxyType({"points": POINT}))
"""A book that counts nothing but what scores."""


def test_a_table_has_the_words_of_its_book() -> None:
    names = [str(column.name) for column in columns_of(STREET.book)]
    assert names[4:] == [
        "goals scored", "goals conceded", "goal difference",
        "knock-downs inflicted", "knock-downs suffered", "knock-down difference",
    ]  # fmt: skip
    assert [str(column.heading) for column in columns_of(STREET.book)][4:] == ["Go+", "Go−", "Go±", "Kd+", "Kd−", "Kd±"]
    assert {column.group for column in columns_of(STREET.book)} == {"MATCHES", "GOALS", "KNOCK-DOWNS"}


def test_a_book_that_credits_no_injuries_has_no_figures_for_them() -> None:
    assert [column.key for column in columns_of(PURE)][4:] == ["score_for", "score_against", "score_difference"]
    keys = [key for key, _label in tie_breaker_choices(PURE)]
    assert "touchdown_difference" in keys and not {"casualties", "casualty_difference"} & set(keys)
    assert not {"casualty_bonus", "casualties_needed"} & bonus_fields(PURE).keys()
    labels = " ".join(str(label) for _key, label in tie_breaker_choices(PURE))
    assert "points scored" in labels and "touchdown" not in labels


def test_a_tie_breaker_and_a_bonus_are_named_by_the_book() -> None:
    assert tie_breaker_of("touchdowns_conceded").named(STREET.book) == "fewest goals conceded"
    assert str(bonus_fields(STREET.book)["casualty_bonus"].label) == "Bonus for knock-downs"
    assert str(bonus_fields(PBBL.book)["touchdowns_needed"].label) == "At least this many touchdowns"


def test_the_lists_of_players_are_those_of_the_book_and_kills_unless_it_counts_them_itself() -> None:
    def names(edition: Edition) -> list[str]:
        return [str(each.name) for each in counted_in(edition.book)]

    assert names(PBBL.edition) == ["Touchdowns", "Casualties", "Completions", "Star player points", "Kills"]
    assert names(STREET) == ["Goals", "Knock-downs", "Star player points"]


@pytest.fixture
def beside(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> Competition:
    """A competition by another book than that of its league, with a result."""
    monkeypatch.setattr(editions, "EDITIONS", (PBBL.edition, STREET))
    ruleset = books.add_book(league=cast.league, by=cast.commissioner, edition=STREET.key).ruleset
    teams = [bare_team(cast.league, name) for name in ("Ravens", "Stompers")]
    Team.objects.filter(pk__in=[team.pk for team in teams]).update(ruleset=ruleset, edition=STREET.key)
    entered = list(Team.objects.filter(pk__in=[team.pk for team in teams]))
    competition = competition_in(cast.league, entered, started=True, edition=STREET.key, name="In the street")
    fixture = matches_of(competition)[0]
    decide_match(fixture, 2, 1, (1, 0))
    add_player_line(fixture, "home", fixture.home.players.create(name="Sharp"), goals=2, kills=1, spp=11)
    return Competition.objects.get(pk=competition.pk)


def text_of(address: str) -> str:
    page = signed_in(None).get(address).content.decode()
    return " ".join(re.sub(r"<(script|style|svg)\b.*?</\1>|<[^>]+>", " ", page, flags=re.DOTALL).split())


def test_a_competition_beside_those_of_the_league_counts_by_its_own_book(beside: Competition) -> None:
    players = text_of(f"/competitions/{beside.public_id}/players/")
    assert "Goals # Player Go 1 Sharp" in players and "Knock-downs # Player Kd 1 Sharp" in players
    table = text_of(f"/competitions/{beside.public_id}/table/")
    assert "Go+" in table and "goals scored" in table
    season = text_of(f"/leagues/{beside.season.league.slug}/seasons/1/")
    assert "Sharpest boot" in season and "Hardest fist" in season
    for text in (players, table, season):
        assert not re.search("(?i)touchdown|completion|casualt", text)


def test_its_ranking_offers_what_its_book_counts(beside: Competition) -> None:
    form = RankingForm(competition=beside)
    assert str(form["touchdown_bonus"].label) == "Bonus for goals"
    assert dict(form.fields["tie_1"].choices)["casualties"] == "knock-downs inflicted"
