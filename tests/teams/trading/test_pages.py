"""The pages of trades: who sees which, an offer made and answered in a browser's way, hostile posts."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from rules.team.trades import Stake
from teams.building import services
from teams.building.drafts import Draft
from teams.ledger import ledger
from teams.models import JournalEntry, Player, Team, Trade
from teams.trading import trading
from tests.leagues.cast import PEOPLE, Cast, filled
from tests.teams import pages, squads
from tests.teams.market import Market, allow, answer, noon, now, open_market, the_day_has_come, tomorrow  # noqa: F401 - noon is a fixture

pytestmark = pytest.mark.once


@pytest.fixture
def market(cast: Cast) -> Market:
    return open_market(cast)


def trade_page(trade: Trade, page: str = "trade") -> str:
    return reverse(f"teams:{page}", args=[trade.pk])


def listed(market: Market) -> str:
    return reverse("teams:trades", args=[market.league.slug])


def typed(market: Market, **fields: Any) -> dict[str, Any]:
    """The form of an offer with nothing in it but ``fields`` (``__`` for ``-``)."""
    empty = {"asked": market.theirs.public_id, "gives_gold": "", "gives_gold_lent": "", "takes_gold": "", "until": ""}
    return filled(**empty | {name.replace("__", "-"): value for name, value in fields.items()})


def test_a_coach_offers_and_the_other_one_accepts(market: Market) -> None:
    coach, other = market.client("coach"), market.client("other_coach")
    choose = coach.get(pages.url("offer_trade", market.ours))
    assert "Theirs" in pages.text_of(choose)
    with CaptureQueriesContext(connection) as queries:
        offer = coach.get(pages.url("offer_trade", market.ours), {"asked": market.theirs.public_id})
    assert len([query for query in queries if 'FROM "teams_teamstate"' in query["sql"]]) == 2
    text = pages.text_of(offer)
    assert "Offer a trade to Theirs" in text and "Treasury: 40k" in text
    player = market.player(market.ours)
    sent = typed(market, gives_gold="20", takes_gold="5", **{f"gives-{player}": "traded"})
    response = coach.post(pages.url("offer_trade", market.ours), sent)
    trade = now(Trade.objects.get())
    assert response["Location"] == trade_page(trade)
    assert (trade.gives, trade.takes) == ({"gold": 20_000, "players": [player]}, {"gold": 5_000})
    text = pages.text_of(other.get(trade_page(trade)))
    assert "offered" in text and "Blitzer" in text
    assert "Ours before and after the trade" in text and "Players 12 11" in text and "Treasury 40k 25k" in text
    assert "Players 12 13" in text and "Treasury 40k 55k" in text
    response = other.post(trade_page(trade, "accept_trade"), answer(trade))
    assert response["Location"] == trade_page(trade)
    assert now(trade).state == Trade.State.DONE
    assert market.sheet(market.theirs).player(player)
    assert "completed" in pages.text_of(market.client("visitor").get(listed(market)))


def test_the_same_answer_sent_twice_counts_once(market: Market) -> None:
    trade = market.offered(gives=Stake(gold=10_000))
    other, sent = market.client("other_coach"), answer(trade)
    assert [other.post(trade_page(trade, "accept_trade"), sent).status_code for _ in range(2)] == [302, 302]
    assert JournalEntry.objects.filter(source=f"trade:{trade.pk}").count() == 2
    response = other.post(trade_page(trade, "accept_trade"), answer(trade))
    assert response.status_code == 409 and "is no longer possible" in pages.text_of(response)


def test_a_stale_page_agrees_to_nothing(market: Market) -> None:
    trade = market.offered(gives=Stake(gold=10_000))
    sent = answer(trade)
    for changed in ({"version": 7}, {"offering_seq": 1}, {"asked_seq": 0}):
        response = market.client("other_coach").post(trade_page(trade, "accept_trade"), sent | filled() | changed)
        assert response.status_code == 409
        assert "was changed after you opened this page" in pages.text_of(response)
    assert now(trade).state == Trade.State.OFFERED


@pytest.mark.rules("C8")
def test_a_refused_offer_names_rule_and_way_out_and_keeps_what_was_typed(market: Market) -> None:
    sent = typed(market, gives_gold="900", until=tomorrow().isoformat())
    response = market.client("coach").post(pages.url("offer_trade", market.ours), sent)
    assert response.status_code == 422
    text, html = pages.text_of(response), response.content.decode()
    assert "Ours would give 900k, but has only 40k in its treasury. (C1, p. 17) Give less gold" in text
    assert "includes no loan. (C8, p. 31) Clear the day, or loan something." in text
    assert 'value="900"' in html and tomorrow().isoformat() in html
    assert not Trade.objects.exists()


def test_a_trade_waits_for_the_commissioner(cast: Cast) -> None:
    market = open_market(cast, "approval")
    trade = market.offered(gives=Stake(gold=10_000))
    commissioner = market.client("commissioner")
    assert commissioner.post(trade_page(trade, "approve_trade"), answer(trade)).status_code == 404
    market.client("other_coach").post(trade_page(trade, "accept_trade"), answer(trade))
    assert "Approve" in pages.text_of(commissioner.get(trade_page(trade)))
    assert "waiting for approval" in pages.text_of(commissioner.get(listed(market)))
    assert commissioner.post(trade_page(trade, "approve_trade"), answer(trade)).status_code == 302
    assert now(trade).state == Trade.State.DONE


@pytest.mark.parametrize("state", ["offered", "accepted", "done", "withdrawn"])
def test_an_offer_is_seen_by_those_whom_it_concerns(cast: Cast, state: str) -> None:
    market = open_market(cast, "approval")
    trade = market.offered(gives=Stake(gold=10_000))
    if state in ("accepted", "done"):
        trade = market.accept(trade)
    if state == "done":
        trade = market.approve(trade)
    if state == "withdrawn":
        trading.withdraw_trade(trade=trade, expected=trade.version, by=cast.coach)
    seen_by = {
        "offered": {"coach", "other_coach"},
        "accepted": {"coach", "other_coach", "commissioner", "staff"},
        "done": set(PEOPLE),
        "withdrawn": {"coach", "other_coach"},
    }[state]
    for person in PEOPLE:
        client = market.client(person)
        assert client.get(trade_page(trade)).status_code == (200 if person in seen_by else 404), person
        assert (trade_page(trade) in client.get(listed(market)).content.decode()) == (person in seen_by), person


def test_each_finds_the_buttons_that_are_his(cast: Cast) -> None:
    market = open_market(cast, "approval")
    trade = market.offered(gives=Stake(players_lent=(market.player(market.ours),)), until=tomorrow())

    def buttons(person: str) -> set[str]:
        html = market.client(person).get(trade_page(trade)).content.decode()
        actions = ("accept_trade", "refuse_trade", "withdraw_trade", "approve_trade", "end_loan")
        return {action for action in actions if trade_page(trade, action) in html}

    assert buttons("coach") == {"withdraw_trade"}
    assert buttons("other_coach") == {"accept_trade", "refuse_trade"}
    market.accept(trade)
    assert buttons("coach") == {"withdraw_trade"}
    assert buttons("other_coach") == {"refuse_trade"}
    assert buttons("commissioner") == {"approve_trade", "refuse_trade"}
    market.approve(now(trade))
    assert buttons("coach") == buttons("other_coach") == buttons("commissioner") == {"end_loan"}
    assert buttons("stranger") == buttons("visitor") == set()
    market.client("coach").post(trade_page(trade, "end_loan"), answer(trade))
    assert buttons("coach") == set()
    assert "asks to end the loan early" in pages.text_of(market.client("other_coach").get(trade_page(trade)))
    market.client("other_coach").post(trade_page(trade, "end_loan"), answer(trade))
    assert now(trade).state == Trade.State.RETURNED


def test_a_due_loan_says_so(market: Market) -> None:
    trade = market.accepted(Stake(gold_lent=40_000), until=tomorrow())
    the_day_has_come(trade)
    text = pages.text_of(market.client("coach").get(trade_page(trade)))
    assert "The loan is due" in text and "Theirs owes 40k" in text
    market.client("coach").post(trade_page(trade, "end_loan"), answer(trade))
    assert market.sheet(market.ours).treasury == 40_000


def test_what_stands_in_the_way_is_shown_before_anybody_answers(market: Market) -> None:
    player = market.player(market.ours)
    trade = market.offered(gives=Stake(players=(player,)))
    market.accept(market.offered(gives=Stake(players=(player,))))
    text = pages.text_of(market.client("other_coach").get(trade_page(trade)))
    assert "is not on the roster of Ours. (C8, p. 31)" in text
    assert trade_page(trade, "accept_trade") not in market.client("other_coach").get(trade_page(trade)).content.decode()
    with transaction.atomic():
        ledger.hold(market.theirs, "match:abc")
    text = pages.text_of(market.client("coach").get(trade_page(trade)))
    assert "Theirs is in a match" in text
    response = market.client("coach").get(pages.url("offer_trade", market.ours), {"asked": market.theirs.public_id})
    assert "Theirs is in a match" in pages.text_of(response)


def test_a_league_without_trades_offers_none(market: Market) -> None:
    allow(market.league, market.cast.commissioner, "off")
    coach = market.client("coach")
    page = pages.text_of(coach.get(pages.url("offer_trade", market.ours)))
    assert "does not allow trades now" in page and "may trade gold" not in page
    assert "does not allow trades now" in pages.text_of(coach.get(listed(market)))
    response = coach.post(pages.url("offer_trade", market.ours), typed(market, gives_gold="10"))
    assert response.status_code == 422 and "(C8, p. 31)" in pages.text_of(response)
    link = pages.url("offer_trade", market.ours)
    assert link not in coach.get(reverse("matches:team", args=[market.ours.public_id])).content.decode()
    allow(market.league, market.cast.commissioner, "free")
    assert link in coach.get(reverse("matches:team", args=[market.ours.public_id])).content.decode()
    for person in ("other_coach", "commissioner", "visitor"):
        page = market.client(person).get(reverse("matches:team", args=[market.ours.public_id]))
        assert link not in page.content.decode(), person


HOSTILE: list[dict[str, Any]] = [
    {"gives_gold": "-5"},
    {"gives_gold": "1e9"},
    {"gives_gold": "9" * 40},
    {"takes_gold": "ten"},
    {"gives_gold_lent": "1", "until": "31.12.2027"},
    {"gives_gold_lent": "1", "until": "0000-00-00"},
    {"gives_gold_lent": "1", "until": "9999-12-31"},
    {"gives_gold_lent": "1", "until": "\x00"},
    {"gives_gold": "1", "gives__999999999999999999999": "traded"},
    {"gives_gold": "1", "takes__x": "traded"},
    {"gives_gold": "1", "asked": "nobody0000"},
    {"gives_gold": "1", "asked": "\x00"},
    {"gives_gold": "1", "asked": ""},
]


@pytest.mark.parametrize("fields", HOSTILE)
def test_a_hostile_offer_is_a_message_and_no_more(market: Market, fields: dict[str, Any]) -> None:
    response = market.client("coach").post(pages.url("offer_trade", market.ours), typed(market, **fields))
    assert response.status_code == 422
    assert not Trade.objects.exists()


def test_a_player_of_the_wrong_side_or_on_loan_is_refused(market: Market) -> None:
    coach, url = market.client("coach"), pages.url("offer_trade", market.ours)
    for name in (f"gives-{market.player(market.theirs)}", f"takes-{market.player(market.ours)}"):
        assert coach.post(url, typed(market, **{name: "traded"})).status_code == 422
    bad = f"gives-{market.player(market.ours)}"
    assert coach.post(url, typed(market, **{bad: "stolen"})).status_code == 422
    player = market.player(market.ours)
    market.accepted(gives=Stake(players_lent=(player,)), until=tomorrow())
    response = coach.post(url, typed(market, **{f"takes-{player}": "traded"}))
    assert response.status_code == 422 and "on loan" in pages.text_of(response)
    assert Trade.objects.count() == 1


@pytest.mark.parametrize("page", ["accept_trade", "approve_trade", "refuse_trade", "withdraw_trade", "end_loan"])
def test_a_button_without_its_page_does_nothing(market: Market, page: str) -> None:
    trade = market.accepted(Stake(gold_lent=40_000), until=tomorrow())
    for person in ("coach", "other_coach", "commissioner"):
        for sent in ({}, filled(), filled(version="x", offering_seq="-1", asked_seq=""), {"command_id": "1"}):
            response = market.client(person).post(trade_page(trade, page), sent)
            assert response.status_code in (400, 403)
    assert (now(trade).state, now(trade).version) == (Trade.State.LENT, trade.version)


def test_numbers_of_no_trade_are_not_found(market: Market) -> None:
    coach: Client = market.client("coach")
    for number in ("0", "999999", "9" * 30):
        assert coach.get(f"/trades/{number}/").status_code == 404


def test_names_are_shown_as_text(market: Market) -> None:
    player = market.player(market.ours)
    Player.objects.filter(pk=player).update(name="<b>Bob</b> {who}")
    Team.objects.filter(pk=market.ours.pk).update(name="{team} <i>x</i>")
    trade = market.offered(gives=Stake(players=(player,)))
    for url in (trade_page(trade), listed(market)):
        html = market.client("coach").get(url).content.decode()
        assert "<b>Bob" not in html and "<i>x" not in html
    assert "&lt;b&gt;Bob&lt;/b&gt; {who}" in market.client("coach").get(trade_page(trade)).content.decode()


def test_the_new_team_shows_a_traded_players_past(market: Market) -> None:
    player = market.player(market.ours)
    market.accepted(gives=Stake(players=(player,)))
    here = market.client("visitor").get(reverse("matches:player", args=[market.theirs.public_id, player]))
    text = pages.text_of(here)
    assert "hired as Blitzer" in text and "joined in a trade as Blitzer" in text and "traded away" in text
    before = pages.text_of(
        market.client("visitor").get(reverse("matches:player", args=[market.ours.public_id, player]))
    )
    assert "traded away" in before and "joined in a trade" not in before
    history = market.client("visitor").get(pages.url("history", market.theirs)).content.decode()
    assert trade_page(Trade.objects.get()) in history


def test_a_page_of_trades_takes_as_many_queries_for_many_as_for_one(
    market: Market, django_assert_max_num_queries: Any
) -> None:
    for gold in (1_000, 2_000, 3_000):
        market.accepted(gives=Stake(gold=gold))
    with django_assert_max_num_queries(10):
        market.client("visitor").get(listed(market))
    with django_assert_max_num_queries(16):
        market.client("visitor").get(listed(market), {"team": market.ours.public_id})
    with django_assert_max_num_queries(12):
        market.client("visitor").get(trade_page(Trade.objects.first()))


def test_players_without_a_place_on_the_other_list_are_not_offered(market: Market) -> None:
    """A namesake of another list is somebody else (C2, p17)."""
    cast, theirs = market.cast, market.theirs
    choice = squads.choice(team_list="Orc", players=("Lineman",) * 12)
    orcs = squads.drafted(market.league, cast.commissioner, "Green Tide", Draft(choice=choice))
    orcs = services.submit_team(team=orcs, expected=orcs.version, by=cast.commissioner)
    orcs = services.approve_team(team=orcs, expected=orcs.version, by=cast.commissioner)
    coach = market.client("coach")
    page = coach.get(pages.url("offer_trade", market.ours), {"asked": orcs.public_id})
    text = pages.text_of(page)
    assert "Ours can give only gold: the Orc list of Green Tide has none of its positions (C2, p. 17)." in text
    assert "Green Tide can give only gold" in text and "stays" not in text
    other = coach.get(pages.url("offer_trade", market.ours), {"asked": theirs.public_id})
    assert "only gold" not in pages.text_of(other) and "on loan" in pages.text_of(other)
    refused = coach.post(
        pages.url("offer_trade", market.ours),
        typed(market, asked=orcs.public_id, **{f"gives-{market.player(market.ours)}": "traded"}),
    )
    assert refused.status_code == 422 and "the Orc list has no such Blitzer" in pages.text_of(refused)
