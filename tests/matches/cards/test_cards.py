"""Special play cards (S1-S5): drawn first, visible to their owner only, played, with their effects on players."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.utils import timezone

from leagues.models import League, LogEntry
from matches.cards.cards import play_card, undo_play
from matches.cards.page import playing_card
from matches.models import CardPlay, Match, PlayerLine
from matches.report import reporting
from matches.sequence import answering
from matches.sequence.sequences import MatchState
from notices.models import Notice
from tests.matches import match_builders
from tests.matches.conftest import TwoTeams
from tests.matches.forms import Page
from tests.teams import team_builders
from web.errors import Refusal

CARDS = "cards/"


def cards_page(two_teams: TwoTeams, who: Any, match: Match) -> Page:
    return two_teams.page(who, match, CARDS)


def test_a_coach_chooses_a_deck_and_sees_the_drawn_card(two_teams: TwoTeams) -> None:
    two_teams.use_cards(budget=100_000)
    match = match_builders.opened_match(two_teams.home, two_teams.away)
    page = two_teams.page(two_teams.coach, match, "pre-match/").answer("weather", die0="3", die1="4")
    page = two_teams.page(two_teams.coach, match, "pre-match/")
    if "cards.1" not in page.keys:
        other = two_teams.page(two_teams.other, match, "pre-match/")
        other = other.answer("cards.1", "Stop drawing", choice="").answer("inducements", "Buy nothing")
        page = two_teams.page(two_teams.coach, match, "pre-match/")
    assert "Good Karma" in page.text and "Desperate Measures" not in page.text
    page = page.answer("cards.1", "Draw from this deck", choice="Good Karma")
    page = page.answer("drawn.1", choice="The Fan")
    assert "Your hand" in page.text and "A fan plays for you" in page.text
    assert "inducements" in page.keys


@pytest.mark.rules("S4")
def test_only_its_owner_sees_a_hand(two_teams: TwoTeams, deal_cards: Any) -> None:
    match = deal_cards(home=[("Good Karma", "The Fan")])
    assert "The Fan" in cards_page(two_teams, two_teams.coach, match).text
    assert "The Fan" in two_teams.page(two_teams.coach, match, "log/").text
    for who in (two_teams.other, two_teams.page(two_teams.coach, match).client.__class__()):
        for name in ("", CARDS, "log/", "report/", "pre-match/"):
            text = who.get(f"/matches/{match.public_id}/{name}", follow=True).content.decode()
            assert "The Fan" not in text, name
    assert "1 hidden card: only its owner sees it" in cards_page(two_teams, two_teams.other, match).text


def test_the_log_says_that_no_card_was_drawn(two_teams: TwoTeams, deal_cards: Any) -> None:
    log_text = two_teams.page(two_teams.coach, deal_cards(), "log/").text
    assert log_text.count("Special play cards nothing") == 2


@pytest.mark.rules("S4")
def test_a_draw_is_undone_only_while_the_opponent_has_no_card(two_teams: TwoTeams) -> None:
    two_teams.use_cards()
    team_builders.add_gold(two_teams.home, 100_000)
    match = match_builders.opened_match(two_teams.home, two_teams.away)
    page = two_teams.page(two_teams.coach, match, "pre-match/").answer("weather", die0="3", die1="4")
    page = page.answer("cards.1", "Draw from this deck", choice="Good Karma").answer("drawn.1", choice="The Fan")
    page = page.press("Undo: A card from Good Karma").answer("drawn.1", choice="Banana Skin")
    page.answer("cards.2", "Stop drawing").answer("inducements", "Buy nothing")
    page = two_teams.page(two_teams.other, match, "pre-match/")
    page = page.answer("cards.1", "Draw from this deck", choice="Good Karma").answer("drawn.1", choice="The Fan")
    assert "Undo" not in page.text
    with pytest.raises(Refusal):
        answering.undo_decision(match=match, side="away", key="drawn.1", by=two_teams.cast.other_coach)
    assert MatchState(Match.objects.get(pk=match.pk)).hand("away") == ("The Fan",)


def test_a_commissioner_who_plays_does_not_see_the_opponents_hand(two_teams: TwoTeams, deal_cards: Any) -> None:
    match = deal_cards(home=[("Good Karma", "The Fan")])
    assert "The Fan" in cards_page(two_teams, two_teams.commissioner, match).text
    MatchState(match).teams["away"].__class__.objects.filter(pk=two_teams.away.pk).update(
        coach=two_teams.cast.commissioner
    )
    assert "The Fan" not in cards_page(two_teams, two_teams.commissioner, match).text


def test_everybody_sees_who_played_a_card_when_and_on_which_player(two_teams: TwoTeams, deal_cards: Any) -> None:
    match = deal_cards(home=[("Good Karma", "Banana Skin")])
    victim = match_builders.players_of(match, "away")[2]
    page = two_teams.page(two_teams.coach, match, "cards/play/?side=home")
    page = page.press("Play it", card="Banana Skin", half="2", turn="5", player=str(victim), note="Slipped.")
    row = CardPlay.objects.get()
    assert (row.card, row.side, row.half, row.turn, row.player_id) == ("Banana Skin", "home", 2, 5, victim)
    seen = cards_page(two_teams, two_teams.other, match).text
    assert "Banana Skin" in seen and "second half, turn 5" in seen and "Slipped." in seen


@pytest.mark.parametrize(
    ("card", "half", "said"),
    [("Banana Skin", "0", "cannot be played then"), ("Team Anthem", "1", "cannot be played then")],
)
def test_a_card_cannot_be_played_at_the_wrong_time(
    two_teams: TwoTeams, deal_cards: Any, card: str, half: str, said: str
) -> None:
    match = deal_cards(home=[("Good Karma", card)])
    page = two_teams.page(two_teams.coach, match, "cards/play/?side=home").press("Play it", card=card, half=half)
    assert page.status == 422 and said in page.text
    assert not CardPlay.objects.exists()


@pytest.mark.parametrize("said", [{"player": 10_000}, {"turn": 9}, {"turn": -1}])
def test_a_card_cannot_be_played_on_a_stranger_or_in_a_turn_that_no_half_has(
    two_teams: TwoTeams, deal_cards: Any, said: dict[str, int]
) -> None:
    """Even for a caller other than the page, which offers neither."""
    match = deal_cards(home=[("Good Karma", "Banana Skin")])
    given: dict[str, Any] = {"card": "Banana Skin", "half": 1, "turn": 3, "player": None, "note": "", **said}
    with pytest.raises(Refusal) as refused:
        play_card(match=match, side="home", by=two_teams.cast.coach, **given)
    assert refused.value.field == next(iter(said))
    assert not CardPlay.objects.exists()


def test_a_coach_plays_only_cards_of_their_own_hand(two_teams: TwoTeams, deal_cards: Any) -> None:
    match = deal_cards(home=[("Good Karma", "Banana Skin")])
    fields = {"command_id": "11111111-1111-4111-8111-111111111111", "card": "Banana Skin", "half": "1"}
    answer = two_teams.other.post(f"/matches/{match.public_id}/cards/play/", {**fields, "side": "home"})
    assert answer.status_code in (403, 422)
    answer = two_teams.other.post(f"/matches/{match.public_id}/cards/play/", {**fields, "side": "away"})
    assert answer.status_code == 422
    assert not CardPlay.objects.exists()


def test_no_card_can_be_played_after_the_match(two_teams: TwoTeams, deal_cards: Any) -> None:
    match = deal_cards(home=[("Good Karma", "Banana Skin")])
    Match.objects.filter(pk=match.pk).update(state=Match.State.CLOSED)
    address = f"/matches/{match.public_id}/cards/"
    answer = two_teams.coach.get(f"{address}play/")
    assert (answer.status_code, answer["Location"]) == (302, address)


def test_a_card_entered_by_mistake_returns_to_the_hand(two_teams: TwoTeams, deal_cards: Any) -> None:
    match = deal_cards(home=[("Good Karma", "Banana Skin")])
    two_teams.page(two_teams.coach, match, "cards/play/?side=home").press("Play it", card="Banana Skin", half="1")
    cards_page(two_teams, two_teams.coach, match).press("Undo: Banana Skin")
    assert not CardPlay.objects.exists()
    assert "Banana Skin" not in cards_page(two_teams, two_teams.other, match).text


def test_the_miracle_worker_saves_a_dead_player_in_the_report(two_teams: TwoTeams, deal_cards: Any) -> None:
    match = deal_cards(home=[("Good Karma", "Miracle Worker")])
    two_teams.page(two_teams.coach, match, "cards/play/?side=home").press(
        "Play it", card="Miracle Worker", half="1", turn="3"
    )
    victim, killer = match_builders.players_of(match, "home")[0], match_builders.players_of(match, "away")[0]
    page = two_teams.page(two_teams.coach, match, "report/").press("Add the injury", **{"add.home": str(victim)})
    fields = {"injury.home.0.d68": "61", "injury.home.0.by": str(killer), "injury.home.0.card": "Miracle Worker"}
    counts = {f"line.away.{killer}.casualties": "1", "score.home": "0", "score.away": "0"}
    page.send(page.form_with("Remove injury"), "Send report", **fields, **counts)
    match.refresh_from_db()
    assert match.state == Match.State.REPORTED
    report = MatchState(match).reported
    assert report is not None and report.home.injuries[0].treatment.card == "Miracle Worker"
    reporting.confirm_report(match=match, digest=match.reports.last().digest, by=two_teams.cast.other_coach)
    line = PlayerLine.objects.get(side__match=match, player=victim)
    assert not line.died and line.injuries == []


def test_a_player_kept_out_by_the_assassin_takes_no_part_in_the_match(two_teams: TwoTeams, deal_cards: Any) -> None:
    team_builders.add_gold(two_teams.home, 400_000)
    match = deal_cards(mode="with", home=[("Desperate Measures", "Assassin")])
    theirs, mine = match_builders.players_of(match, "away"), match_builders.players_of(match, "home")
    page = two_teams.page(two_teams.coach, match, "cards/play/?side=home")
    page = page.press("Play it", card="Assassin", half="0", player=str(mine[0]))
    assert "an opposing player" in page.text
    page.press("Play it", card="Assassin", half="0", player=str(theirs[0]))
    page = two_teams.page(two_teams.coach, match, "report/")
    fields = {"score.home": "0", "score.away": "1", f"line.away.{theirs[0]}.touchdowns": "1"}
    page = page.press("Send report", **fields)
    assert page.status == 422 and "kept out of this match by a card" in page.text
    fields = {"score.away": "1", f"line.away.{theirs[0]}.touchdowns": "", f"line.away.{theirs[1]}.touchdowns": "1"}
    page.press("Send report", **fields)
    match.refresh_from_db()
    reporting.confirm_report(match=match, digest=match.reports.last().digest, by=two_teams.cast.other_coach)
    assert not PlayerLine.objects.filter(side__match=match, player=theirs[0]).exists()
    match.refresh_from_db()
    options = next(
        each for each in MatchState(match).questions() if each.key == "mvp.1" and each.side == "away"
    ).options
    assert str(theirs[0]) not in options and str(theirs[1]) in options


@pytest.mark.parametrize("undone", [False, True])
def test_a_report_is_confirmed_only_with_the_cards_that_were_played(
    two_teams: TwoTeams, deal_cards: Any, undone: bool
) -> None:
    """Who is kept out by a card took no part, so the report must know the card."""
    team_builders.add_gold(two_teams.home, 400_000)
    match = deal_cards(mode="with", home=[("Desperate Measures", "Assassin")])
    victim, by = match_builders.players_of(match, "away")[0], two_teams.cast.coach
    card = {"match": match, "side": "home", "card": "Assassin"}
    play = partial(play_card, **card, half=0, turn=0, player=victim, note="", by=by)
    if undone:
        play()
    two_teams.page(two_teams.coach, match, "report/").press("Send report", **{"score.home": "0", "score.away": "0"})
    match.refresh_from_db()
    assert match.state == Match.State.REPORTED
    if undone:
        undo_play(**card, by=by)
    else:
        play()
    match.refresh_from_db()
    assert match.state == Match.State.DISPUTED
    report, other = match.reports.last(), two_teams.cast.other_coach
    assert report.dispute.startswith("Cards of this match were played or undone")
    disputed = Notice.objects.filter(happening__kind="matches.report_disputed", done_at=None)
    assert by in {notice.reader for notice in disputed}
    assert LogEntry.objects.filter(kind="matches.report_without_cards").count() == 1
    with pytest.raises(Refusal) as refused:
        reporting.confirm_report(match=match, digest=report.digest, by=two_teams.cast.commissioner, settle=True)
    assert refused.value.id == "matches.cards_since_report"
    two_teams.page(two_teams.coach, match, "report/").press("Send report", **{"score.home": "0", "score.away": "0"})
    reporting.confirm_report(match=match, digest=match.reports.last().digest, by=other)
    assert PlayerLine.objects.filter(side__match=match, player=victim).exists() is undone


def test_a_report_without_a_played_card_does_not_count_by_its_deadline(two_teams: TwoTeams, deal_cards: Any) -> None:
    """An earlier release let it wait."""
    League.objects.filter(pk=two_teams.home.league_id).update(confirm_days=2)
    match = deal_cards(home=[("Good Karma", "The Fan")])
    two_teams.page(two_teams.coach, match, "report/").press("Send report", **{"score.home": "0", "score.away": "0"})
    CardPlay.objects.create(match=match, side="home", card="The Fan", half=0, by=two_teams.cast.coach)
    digest = match.reports.last().digest
    reporting.confirm_by_deadline(match=match, digest=digest, now=timezone.now() + timedelta(days=9))
    match.refresh_from_db()
    assert match.state == Match.State.DISPUTED
    assert not LogEntry.objects.filter(kind="matches.confirmed_by_deadline").exists()
    assert LogEntry.objects.filter(kind="matches.report_without_cards").exists()


def test_the_fan_has_a_row_in_the_report_and_earns_nothing(two_teams: TwoTeams, deal_cards: Any) -> None:
    match = deal_cards(home=[("Good Karma", "The Fan")])
    two_teams.page(two_teams.coach, match, "cards/play/?side=home").press("Play it", card="The Fan", half="0")
    page = two_teams.page(two_teams.coach, match, "report/")
    fields = {"score.home": "1", "score.away": "0", "hired.home.1.touchdowns": "1"}
    page.press("Send report", **fields)
    match.refresh_from_db()
    assert match.state == Match.State.REPORTED
    reporting.confirm_report(match=match, digest=match.reports.last().digest, by=two_teams.cast.other_coach)
    line = PlayerLine.objects.get(side__match=match, kind="card")
    assert (line.name, line.counts["touchdowns"], line.spp) == ("The Fan", 1, 0)


def test_a_match_without_cards_does_not_mention_them(two_teams: TwoTeams) -> None:
    match = match_builders.opened_match(two_teams.home, two_teams.away)
    page = two_teams.page(two_teams.coach, match)
    assert "Special play cards" not in page.text
    assert "cards.1" not in [question.key for question in MatchState(match).questions()]


def test_a_necromancers_team_has_a_row_for_the_raised_zombie(two_teams: TwoTeams) -> None:
    undead = team_builders.team_from_list(two_teams.league, two_teams.cast.commissioner, "Grave Goods", "Undead")
    match = match_builders.ready_match(two_teams.home, undead)
    victim, killer = match_builders.players_of(match, "home")[5], match_builders.players_of(match, "away")[0]
    page = two_teams.page(two_teams.coach, match, "report/").press("Add the injury", **{"add.home": str(victim)})
    fields = {"injury.home.0.d68": "61", "injury.home.0.by": str(killer), f"line.away.{killer}.casualties": "1"}
    fields |= {"score.home": "0", "score.away": "1", "hired.away.1.touchdowns": "1"}
    page.send(page.form_with("Remove injury"), "Send report", **fields)
    match.refresh_from_db()
    reporting.confirm_report(match=match, digest=match.reports.last().digest, by=two_teams.cast.commissioner)
    line = PlayerLine.objects.get(side__match=match, kind="raised")
    assert (line.name, line.counts["touchdowns"]) == ("Zombie", 1)


def test_a_card_is_shown_with_its_playing_card(two_teams: TwoTeams) -> None:
    """Coaches draw playing cards at the table, and no other page says which card each one means (p43)."""
    two_teams.use_cards(budget=100_000)
    team_builders.add_gold(two_teams.home, 150_000)
    match = match_builders.opened_match(two_teams.home, two_teams.away)
    two_teams.page(two_teams.coach, match, "pre-match/").answer("weather", die0="3", die1="4")
    page = two_teams.page(two_teams.coach, match, "pre-match/")
    page = page.answer("cards.1", "Draw from this deck", choice="Good Karma")
    assert "2, first suit: All Out Blitz" in page.text and "Q, second suit: The Fan" in page.text
    assert "choose the card here" in page.text and "choose the player here" not in page.text
    page = page.answer("drawn.1", "Confirm card", choice="The Fan")
    assert "Good Karma, Q, second suit" in page.text


def test_a_deck_of_one_suit_does_not_show_the_suit(two_teams: TwoTeams) -> None:
    book = two_teams.league.ruleset.rules().book
    assert {playing_card(book, card) for card in book.cards if card.deck == "Magic Items"} == {
        *map(str, range(2, 11)),
        *"JQKA",
    }


def test_the_table_page_shows_played_cards_and_not_those_in_hand(two_teams: TwoTeams, deal_cards: Any) -> None:
    drawn = [("Good Karma", "Team Anthem"), ("Good Karma", "The Wall")]
    match = deal_cards(home=drawn)
    two_teams.page(two_teams.coach, match, f"{CARDS}play/").press("Play it", card="Team Anthem", half="0", turn="")
    text = two_teams.page(two_teams.other, match, "at-the-table/").text
    assert "Cards played Team Anthem" in text and "For kick-off results your FAME is 2 higher" in text
    assert "The Wall" not in text
