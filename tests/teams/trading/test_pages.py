"""The pages of trades: who sees which, making and answering an offer, hostile posts."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from rules.team.trades import Stake
from teams.building import approval
from teams.building.drafts import Draft
from teams.ledger import ledger
from teams.models import JournalEntry, Player, Team, Trade
from teams.trading import trading
from tests.leagues.cast import PEOPLE, Cast, form_data
from tests.teams import pages, team_builders
from tests.teams.trade_builders import (  # noqa: F401 - noon is a fixture
    TradingTeams,
    allow_trades,
    create_trading_teams,
    days_ahead,
    noon,
    reach_last_day,
    reloaded,
    trade_form,
)

pytestmark = pytest.mark.once


@pytest.fixture
def trading_teams(cast: Cast) -> TradingTeams:
    return create_trading_teams(cast)


def trade_page(trade: Trade, page: str = "trade") -> str:
    return reverse(f"teams:{page}", args=[trade.pk])


def listed(trading_teams: TradingTeams) -> str:
    return reverse("teams:trades", args=[trading_teams.league.slug])


def typed(trading_teams: TradingTeams, **fields: Any) -> dict[str, Any]:
    """An empty offer form with ``fields`` (``__`` for ``-``)."""
    empty = {
        "asked": trading_teams.theirs.public_id,
        "gives_gold": "",
        "gives_gold_lent": "",
        "takes_gold": "",
        "until": "",
    }
    return form_data(**empty | {name.replace("__", "-"): value for name, value in fields.items()})


def test_a_coach_can_offer_a_trade_and_the_other_can_accept(trading_teams: TradingTeams) -> None:
    coach, other = trading_teams.client("coach"), trading_teams.client("other_coach")
    choose = coach.get(pages.url("offer_trade", trading_teams.ours))
    assert "Theirs" in pages.text_of(choose)
    coached = reverse("stats:coach", args=[trading_teams.league.slug, trading_teams.theirs.coach_id])
    assert f'href="{coached}"' in choose.content.decode()
    assert re.search(r'<li class="card-link kit-a-.*?<svg class="crest.*?<strong>Theirs', choose.content.decode(), re.S)
    with CaptureQueriesContext(connection) as queries:
        offer = coach.get(pages.url("offer_trade", trading_teams.ours), {"asked": trading_teams.theirs.public_id})
    assert len([query for query in queries if 'FROM "teams_teamstate"' in query["sql"]]) == 2
    text = pages.text_of(offer)
    assert "Offer a trade to Theirs" in text and "Treasury: 40k" in text
    player = trading_teams.player(trading_teams.ours)
    sent = typed(trading_teams, gives_gold="20", takes_gold="5", **{f"gives-{player}": "traded"})
    response = coach.post(pages.url("offer_trade", trading_teams.ours), sent)
    trade = reloaded(Trade.objects.get())
    assert response["Location"] == trade_page(trade)
    assert (trade.gives, trade.takes) == ({"gold": 20_000, "players": [player]}, {"gold": 5_000})
    text = pages.text_of(other.get(trade_page(trade)))
    assert "offered" in text and "Blitzer" in text
    waits = pages.text_of(coach.get(trade_page(trade)))
    assert f"{trading_teams.theirs.coached_by} of Theirs answers. Nothing changes until then." in waits
    assert "You answer. Nothing changes until then." in text and "of Theirs answers" not in text
    assert "Ours before and after the trade" in text and "Players 12 11" in text and "Treasury 40k 25k" in text
    assert "Players 12 13" in text and "Treasury 40k 55k" in text
    response = other.post(trade_page(trade, "accept_trade"), trade_form(trade))
    assert response["Location"] == trade_page(trade)
    assert reloaded(trade).state == Trade.State.DONE
    done = pages.text_of(coach.get(trade_page(trade)))
    assert "accepted by" in done and "confirmed by" not in done and "answers" not in done
    assert trading_teams.sheet(trading_teams.theirs).player(player)
    assert "completed" in pages.text_of(trading_teams.client("visitor").get(listed(trading_teams)))


def test_the_players_of_a_trade_link_their_position_and_skills_to_the_guide(trading_teams: TradingTeams) -> None:
    player = trading_teams.player(trading_teams.ours)
    trade = trading_teams.offered(gives=Stake(players=(player,)))
    page = trading_teams.client("other_coach").get(trade_page(trade)).content.decode()
    rules = f"/rules/{trading_teams.ours.book.key}"
    assert f'<a href="{rules}/lists/human/#blitzer">Blitzer</a>' in page
    assert f'<a href="{rules}/skills/#block">Block</a>' in page


def test_the_same_answer_sent_twice_counts_once(trading_teams: TradingTeams) -> None:
    trade = trading_teams.offered(gives=Stake(gold=10_000))
    other, sent = trading_teams.client("other_coach"), trade_form(trade)
    assert [other.post(trade_page(trade, "accept_trade"), sent).status_code for _ in range(2)] == [302, 302]
    assert JournalEntry.objects.filter(source=f"trade:{trade.pk}").count() == 2
    response = other.post(trade_page(trade, "accept_trade"), trade_form(trade))
    assert response.status_code == 409 and "is no longer possible" in pages.text_of(response)


def test_a_stale_page_cannot_accept_a_trade(trading_teams: TradingTeams) -> None:
    trade = trading_teams.offered(gives=Stake(gold=10_000))
    sent = trade_form(trade)
    for changed in ({"version": 7}, {"offering_seq": 1}, {"asked_seq": 0}):
        response = trading_teams.client("other_coach").post(
            trade_page(trade, "accept_trade"), sent | form_data() | changed
        )
        assert response.status_code == 409
        assert "was changed after you opened this page" in pages.text_of(response)
    assert reloaded(trade).state == Trade.State.OFFERED


@pytest.mark.rules("C8")
def test_a_refused_offer_names_rule_and_remedy_and_keeps_what_was_typed(trading_teams: TradingTeams) -> None:
    sent = typed(trading_teams, gives_gold="900", until=days_ahead().isoformat())
    response = trading_teams.client("coach").post(pages.url("offer_trade", trading_teams.ours), sent)
    assert response.status_code == 422
    text, html = pages.text_of(response), response.content.decode()
    assert "Ours would give 900k, but has only 40k in its treasury. (C1, p. 17) Give less gold" in text
    assert "includes no loan. (C8, p. 31) Clear the day, or loan something." in text
    assert 'value="900"' in html and days_ahead().isoformat() in html
    assert not Trade.objects.exists()


def test_a_trade_waits_for_the_commissioner(cast: Cast) -> None:
    trading_teams = create_trading_teams(cast, "approval")
    trade = trading_teams.offered(gives=Stake(gold=10_000))
    commissioner = trading_teams.client("commissioner")
    assert commissioner.post(trade_page(trade, "approve_trade"), trade_form(trade)).status_code == 404
    trading_teams.client("other_coach").post(trade_page(trade, "accept_trade"), trade_form(trade))
    assert "Approve" in pages.text_of(commissioner.get(trade_page(trade)))
    assert "waiting for approval" in pages.text_of(commissioner.get(listed(trading_teams)))
    assert commissioner.post(trade_page(trade, "approve_trade"), trade_form(trade)).status_code == 302
    assert reloaded(trade).state == Trade.State.DONE


def test_a_closed_offer_says_who_withdrew_or_refused_it(trading_teams: TradingTeams) -> None:
    cast, page = trading_teams.cast, trading_teams.client("coach")
    first = trading_teams.offered(gives=Stake(gold=10_000))
    trading.withdraw_trade(trade=first, expected=first.version, by=cast.coach)
    text = pages.text_of(page.get(trade_page(first)))
    assert f"withdrawn by {cast.coach.name} ," in text and "accepted by" not in text
    second = trading_teams.offered(gives=Stake(gold=10_000))
    trading.refuse_trade(trade=second, expected=second.version, by=cast.other_coach)
    assert f"refused by {cast.other_coach.name} ," in pages.text_of(page.get(trade_page(second)))


@pytest.mark.parametrize("state", ["offered", "accepted", "done", "withdrawn"])
def test_only_the_people_involved_see_an_offer(cast: Cast, state: str) -> None:
    trading_teams = create_trading_teams(cast, "approval")
    trade = trading_teams.offered(gives=Stake(gold=10_000))
    if state in ("accepted", "done"):
        trade = trading_teams.accept(trade)
    if state == "done":
        trade = trading_teams.approve(trade)
    if state == "withdrawn":
        trading.withdraw_trade(trade=trade, expected=trade.version, by=cast.coach)
    seen_by = {
        "offered": {"coach", "other_coach"},
        "accepted": {"coach", "other_coach", "commissioner", "staff"},
        "done": set(PEOPLE),
        "withdrawn": {"coach", "other_coach"},
    }[state]
    for person in PEOPLE:
        client = trading_teams.client(person)
        assert client.get(trade_page(trade)).status_code == (200 if person in seen_by else 404), person
        assert (trade_page(trade) in client.get(listed(trading_teams)).content.decode()) == (person in seen_by), person


def test_each_person_sees_their_own_buttons(cast: Cast) -> None:
    trading_teams = create_trading_teams(cast, "approval")
    trade = trading_teams.offered(
        gives=Stake(players_lent=(trading_teams.player(trading_teams.ours),)), until=days_ahead()
    )

    def buttons(person: str) -> set[str]:
        html = trading_teams.client(person).get(trade_page(trade)).content.decode()
        actions = ("accept_trade", "refuse_trade", "withdraw_trade", "approve_trade", "end_loan")
        return {action for action in actions if trade_page(trade, action) in html}

    assert buttons("coach") == {"withdraw_trade"}
    assert buttons("other_coach") == {"accept_trade", "refuse_trade"}
    trading_teams.accept(trade)
    assert buttons("coach") == {"withdraw_trade"}
    assert buttons("other_coach") == {"refuse_trade"}
    assert "A commissioner approves or refuses it" in pages.text_of(
        trading_teams.client("coach").get(trade_page(trade))
    )
    assert buttons("commissioner") == {"approve_trade", "refuse_trade"}
    trading_teams.approve(reloaded(trade))
    assert buttons("coach") == buttons("other_coach") == buttons("commissioner") == {"end_loan"}
    assert buttons("stranger") == buttons("visitor") == set()
    trading_teams.client("coach").post(trade_page(trade, "end_loan"), trade_form(trade))
    assert buttons("coach") == set()
    assert "asks to end the loan early" in pages.text_of(trading_teams.client("other_coach").get(trade_page(trade)))
    trading_teams.client("other_coach").post(trade_page(trade, "end_loan"), trade_form(trade))
    assert reloaded(trade).state == Trade.State.RETURNED


def test_a_due_loan_says_so(trading_teams: TradingTeams) -> None:
    trade = trading_teams.accepted(Stake(gold_lent=40_000), until=days_ahead())
    reach_last_day(trade)
    text = pages.text_of(trading_teams.client("coach").get(trade_page(trade)))
    assert "The loan is due" in text and "Theirs owes 40k" in text
    trading_teams.client("coach").post(trade_page(trade, "end_loan"), trade_form(trade))
    assert trading_teams.sheet(trading_teams.ours).treasury == 40_000


def test_problems_are_shown_before_an_answer(trading_teams: TradingTeams) -> None:
    player = trading_teams.player(trading_teams.ours)
    trade = trading_teams.offered(gives=Stake(players=(player,)))
    trading_teams.accept(trading_teams.offered(gives=Stake(players=(player,))))
    text = pages.text_of(trading_teams.client("other_coach").get(trade_page(trade)))
    assert "is not on the roster of Ours. (C8, p. 31)" in text
    assert (
        trade_page(trade, "accept_trade")
        not in trading_teams.client("other_coach").get(trade_page(trade)).content.decode()
    )
    with transaction.atomic():
        ledger.hold(trading_teams.theirs, "match:abc")
    text = pages.text_of(trading_teams.client("coach").get(trade_page(trade)))
    assert "Theirs is in a match" in text
    response = trading_teams.client("coach").get(
        pages.url("offer_trade", trading_teams.ours), {"asked": trading_teams.theirs.public_id}
    )
    assert "Theirs is in a match" in pages.text_of(response)


def test_a_league_without_trades_has_no_links_to_them(trading_teams: TradingTeams) -> None:
    allow_trades(trading_teams.league, trading_teams.cast.commissioner, "off")
    coach = trading_teams.client("coach")
    page = pages.text_of(coach.get(pages.url("offer_trade", trading_teams.ours)))
    assert "does not allow trades now" in page and "may trade gold" not in page
    assert "does not allow trades now" in pages.text_of(coach.get(listed(trading_teams)))
    response = coach.post(pages.url("offer_trade", trading_teams.ours), typed(trading_teams, gives_gold="10"))
    assert response.status_code == 422 and "(C8, p. 31)" in pages.text_of(response)
    link = pages.url("offer_trade", trading_teams.ours)
    assert link not in coach.get(reverse("matches:team", args=[trading_teams.ours.public_id])).content.decode()
    allow_trades(trading_teams.league, trading_teams.cast.commissioner, "free")
    assert link in coach.get(reverse("matches:team", args=[trading_teams.ours.public_id])).content.decode()
    for person in ("other_coach", "commissioner", "visitor"):
        page = trading_teams.client(person).get(reverse("matches:team", args=[trading_teams.ours.public_id]))
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


@pytest.mark.thorough
@pytest.mark.parametrize("fields", HOSTILE)
def test_a_hostile_offer_gets_a_message(trading_teams: TradingTeams, fields: dict[str, Any]) -> None:
    response = trading_teams.client("coach").post(
        pages.url("offer_trade", trading_teams.ours), typed(trading_teams, **fields)
    )
    assert response.status_code == 422
    assert not Trade.objects.exists()


def test_a_player_of_the_wrong_side_or_on_loan_is_refused(trading_teams: TradingTeams) -> None:
    coach, url = trading_teams.client("coach"), pages.url("offer_trade", trading_teams.ours)
    for name in (
        f"gives-{trading_teams.player(trading_teams.theirs)}",
        f"takes-{trading_teams.player(trading_teams.ours)}",
    ):
        assert coach.post(url, typed(trading_teams, **{name: "traded"})).status_code == 422
    bad = f"gives-{trading_teams.player(trading_teams.ours)}"
    assert coach.post(url, typed(trading_teams, **{bad: "stolen"})).status_code == 422
    player = trading_teams.player(trading_teams.ours)
    trading_teams.accepted(gives=Stake(players_lent=(player,)), until=days_ahead())
    response = coach.post(url, typed(trading_teams, **{f"takes-{player}": "traded"}))
    assert response.status_code == 422 and "on loan" in pages.text_of(response)
    assert Trade.objects.count() == 1


@pytest.mark.thorough
@pytest.mark.parametrize("page", ["accept_trade", "approve_trade", "refuse_trade", "withdraw_trade", "end_loan"])
def test_a_button_without_its_form_data_does_nothing(trading_teams: TradingTeams, page: str) -> None:
    trade = trading_teams.accepted(Stake(gold_lent=40_000), until=days_ahead())
    for person in ("coach", "other_coach", "commissioner"):
        for sent in ({}, form_data(), form_data(version="x", offering_seq="-1", asked_seq=""), {"command_id": "1"}):
            response = trading_teams.client(person).post(trade_page(trade, page), sent)
            assert response.status_code in (400, 403)
    assert (reloaded(trade).state, reloaded(trade).version) == (Trade.State.LENT, trade.version)


def test_an_unknown_trade_is_not_found(trading_teams: TradingTeams) -> None:
    coach: Client = trading_teams.client("coach")
    for number in ("0", "999999", "9" * 30):
        assert coach.get(f"/trades/{number}/").status_code == 404


def test_names_are_shown_as_text(trading_teams: TradingTeams) -> None:
    player = trading_teams.player(trading_teams.ours)
    Player.objects.filter(pk=player).update(name="<b>Bob</b> {who}")
    Team.objects.filter(pk=trading_teams.ours.pk).update(name="{team} <i>x</i>")
    trade = trading_teams.offered(gives=Stake(players=(player,)))
    for url in (trade_page(trade), listed(trading_teams)):
        html = trading_teams.client("coach").get(url).content.decode()
        assert "<b>Bob" not in html and "<i>x" not in html
    assert "&lt;b&gt;Bob&lt;/b&gt; {who}" in trading_teams.client("coach").get(trade_page(trade)).content.decode()


def test_the_new_team_shows_a_traded_players_past(trading_teams: TradingTeams) -> None:
    player = trading_teams.player(trading_teams.ours)
    trading_teams.accepted(gives=Stake(players=(player,)))
    here = trading_teams.client("visitor").get(reverse("matches:player", args=[trading_teams.theirs.public_id, player]))
    text = pages.text_of(here)
    assert "hired as Blitzer" in text and "joined in a trade as Blitzer" in text and "traded away" in text
    before = pages.text_of(
        trading_teams.client("visitor").get(reverse("matches:player", args=[trading_teams.ours.public_id, player]))
    )
    assert "traded away" in before and "joined in a trade" not in before
    history = trading_teams.client("visitor").get(pages.url("history", trading_teams.theirs)).content.decode()
    assert trade_page(Trade.objects.get()) in history


def test_the_list_of_trades_takes_no_more_queries_for_many(
    trading_teams: TradingTeams, django_assert_max_num_queries: Any
) -> None:
    for gold in (1_000, 2_000, 3_000):
        trading_teams.accepted(gives=Stake(gold=gold))
    with django_assert_max_num_queries(10):
        trading_teams.client("visitor").get(listed(trading_teams))
    with django_assert_max_num_queries(16):
        trading_teams.client("visitor").get(listed(trading_teams), {"team": trading_teams.ours.public_id})
    with django_assert_max_num_queries(12):
        trading_teams.client("visitor").get(trade_page(Trade.objects.first()))


def test_players_without_a_place_on_the_other_list_are_not_offered(trading_teams: TradingTeams) -> None:
    """A position of another list is a different one, even with the same name (C2, p17)."""
    cast, theirs = trading_teams.cast, trading_teams.theirs
    choice = team_builders.legal_choice(team_list="Orc", players=("Lineman",) * 12)
    orcs = team_builders.drafted_team(trading_teams.league, cast.commissioner, "Green Tide", Draft(choice=choice))
    orcs = approval.submit_team(team=orcs, expected=orcs.version, by=cast.commissioner)
    orcs = approval.approve_team(team=orcs, expected=orcs.version, by=cast.commissioner)
    coach = trading_teams.client("coach")
    page = coach.get(pages.url("offer_trade", trading_teams.ours), {"asked": orcs.public_id})
    text = pages.text_of(page)
    assert "Ours can give only gold: the Orc list of Green Tide has none of its positions (C2, p. 17)." in text
    assert "Green Tide can give only gold" in text and "stays" not in text
    other = coach.get(pages.url("offer_trade", trading_teams.ours), {"asked": theirs.public_id})
    assert "only gold" not in pages.text_of(other) and "on loan" in pages.text_of(other)
    refused = coach.post(
        pages.url("offer_trade", trading_teams.ours),
        typed(trading_teams, asked=orcs.public_id, **{f"gives-{trading_teams.player(trading_teams.ours)}": "traded"}),
    )
    assert refused.status_code == 422 and "the Orc list has no such Blitzer" in pages.text_of(refused)
