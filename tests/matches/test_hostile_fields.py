"""No field of a match form can break a page or send the database a value that it refuses.

`tests/web/post_routes.py` lists the routes that these tests attack.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterable
from typing import Any

import pytest
from django.test import Client

from matches.models import CardPlay, Match, UnsentReport
from matches.sequence import answering
from matches.sequence.sequences import MatchState
from rules.journal import PointsEarned
from rules.sequence.sequence import Question
from tests.matches import match_builders
from tests.matches.conftest import TwoTeams
from tests.matches.forms import Form, Page
from tests.teams import team_builders
from tests.thoroughness import THOROUGH, part_of
from tests.web.hostile_values import HOSTILE, all_of, kinds_for_all, send, single_fields
from tests.web.hostile_values import guard as guard  # an autouse fixture
from web.errors import Refusal

INJURED = ("injury.home.1.player", "injury.home.1.healer", "injury.home.1.card")


def attack(
    client: Client, address: str, fields: dict[str, Any], extra: Iterable[str] = (), form: Form | None = None
) -> None:
    """Sends hostile values in every field; of fields that differ only in number or side, in one of each."""
    every = dict.fromkeys([*fields, *extra])
    alike = {re.sub(r"\d+|home|away", "0", name): name for name in every if name != "csrfmiddlewaretoken"}
    at_once = kinds_for_all(address)
    for what, value in HOSTILE.items():
        for name in single_fields(what, alike.values(), form):
            status = send(client, address, fields, {name: value})
            assert status in (200, 204, 302, 400, 404, 409, 422), f"{address} {name}: {what}: {status}"
        if what in at_once:
            status = send(client, address, fields, dict.fromkeys(every, value))
            assert status in (200, 204, 302, 400, 404, 409, 422), f"{address}: {what} everywhere: {status}"


def attack_form(page: Page, form: Form, *more: str) -> None:
    """Attacks a form of a page."""
    address = form.action.split("#")[0] or page.address
    attack(page.client, address, form.fields, (*all_of(form), *more, "side", "key"), form)


def answer_somehow(match: Match, question: Question) -> None:
    """Gives the last possible answer: a deck, while there is gold for one; a card that nobody has drawn yet."""
    word = question.key.split(".")[0]
    for option in reversed(question.options or ("",)):
        values = {word: option} if option else {}
        with contextlib.suppress(Refusal):
            answering.answer(match=match, given=[match_builders.answer_for(match, question, values)], by=None)
            return
    pytest.fail(f"no answer to {question.key} is accepted")


def attack_questions(two_teams: TwoTeams, match: Match) -> set[str]:
    """Attacks every question of the open sequence in turn; returns the first words of their keys."""
    sequence, seen = match.state, set()
    while match.state == sequence:
        questions = MatchState(match).questions()
        for question in questions:
            word = question.key.split(".")[0]
            if word in seen:
                continue
            seen.add(word)
            who = two_teams.coach if question.side == "home" else two_teams.other
            page = two_teams.page(who, match, f"{sequence.replace('_', '-')}/")
            attack_form(page, page.form_of(question.key), "work_out", "nothing", "choice")
            match = Match.objects.get(pk=match.pk)
            break
        still = MatchState(match).questions() if match.state == sequence else ()
        if question in still and all(each.key.split(".")[0] in seen for each in still):
            answer_somehow(match, still[0])
        match = Match.objects.get(pk=match.pk)
    return seen


@pytest.mark.costly
def test_the_pre_match(two_teams: TwoTeams) -> None:
    two_teams.typed_dice()
    team_builders.add_gold(two_teams.home, 300_000)
    match = match_builders.opened_match(two_teams.home, two_teams.away)
    assert attack_questions(two_teams, match) >= {"weather", "inducements", "fans"}


@pytest.mark.costly
def test_the_pre_match_with_cards(two_teams: TwoTeams) -> None:
    two_teams.use_cards()
    assert attack_questions(two_teams, match_builders.opened_match(two_teams.home, two_teams.away)) >= {
        "cards",
        "drawn",
    }


@pytest.mark.costly
def test_the_post_match(two_teams: TwoTeams) -> None:
    two_teams.typed_dice()
    team_builders.add_entry(two_teams.home, 0, lambda player: PointsEarned(player=player, spp=5))
    team_builders.add_gold(two_teams.home, 1_500_000)
    match = match_builders.confirmed_match(two_teams.home, two_teams.away, home=1)
    seen = attack_questions(two_teams, match)
    assert seen >= {"mvp", "improvements", "winnings", "winnings_reroll", "fan_factor", "bank", "release", "buy"}


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["report/", "report/check/", "report/save/"])
def test_the_report(two_teams: TwoTeams, name: str) -> None:
    match = match_builders.ready_match(two_teams.home, two_teams.away)
    page = two_teams.page(two_teams.coach, match, "report/")
    for side in ("home", "away"):
        victim = str(match_builders.players_of(match, side)[2])
        page = page.press("Add the injury", **{f"add.{side}": victim, "add": side})
    form = page.form_with("Send report")
    of_others = ("hired.home.1.touchdowns", "line.home.0.touchdowns", "took_part.home", "decided_by", "decided_for")
    more = (*of_others, *INJURED, "add", "remove", "work_out")
    attack(two_teams.coach, f"/matches/{match.public_id}/{name}", form.fields, (*all_of(form), *more), form)


@pytest.mark.costly
def test_pages_can_show_every_saved_draft(two_teams: TwoTeams) -> None:
    match = match_builders.ready_match(two_teams.home, two_teams.away)
    page = two_teams.page(two_teams.coach, match, "report/")
    for side in ("home", "away"):
        page = page.press(
            "Add the injury", **{f"add.{side}": str(match_builders.players_of(match, side)[2]), "add": side}
        )
    form, address = page.form_with("Send report"), f"/matches/{match.public_id}/report/save/"
    every = {*all_of(form), *INJURED, "decided_by", "decided_for", "took_part.home"} - {"unsent_version", "story"}
    every -= {name for name in every if name.endswith(".0.player")}
    saved = set()
    for value in part_of([*HOSTILE.values()]):
        UnsentReport.objects.all().delete()
        saved.add(send(two_teams.coach, address, form.fields, dict.fromkeys(every, value)))
        assert two_teams.page(two_teams.other, match).status == 200
        page = two_teams.page(two_teams.other, match, "report/")
        assert page.press("Take over and save" if UnsentReport.objects.exists() else "Save draft").status == 200
    assert saved <= {302, 422}
    assert len(saved) == 2 or not THOROUGH


@pytest.mark.costly
def test_starting_a_report_over(two_teams: TwoTeams) -> None:
    match = match_builders.ready_match(two_teams.home, two_teams.away)
    page = two_teams.page(two_teams.coach, match, "report/").press("Save draft", **{"score.home": "1"})
    form = page.form_with("Delete draft")
    fields = {name: form.fields[name] for name in ("unsent_version", "command_id")}
    attack(two_teams.coach, f"/matches/{match.public_id}/report/begin-anew/", fields, ("score.home", "quietly"))


@pytest.mark.costly
@pytest.mark.parametrize(
    ("name", "button"),
    [
        ("report/confirm/", "Confirm report"),
        ("report/dispute/", "Dispute it"),
        ("report/settle/", "Settle"),
        ("story/", "Save"),
    ],
)
def test_confirming_disputing_and_the_story(two_teams: TwoTeams, name: str, button: str) -> None:
    match = match_builders.reported_match(two_teams.home, two_teams.away)
    page = two_teams.page(two_teams.commissioner if "settle" in name else two_teams.other, match, name)
    attack_form(page, page.form_with(button))


@pytest.mark.costly
def test_other_buttons_of_a_match(two_teams: TwoTeams) -> None:
    match = match_builders.scheduled_match(two_teams.home, two_teams.away)
    page = two_teams.page(two_teams.coach, match)
    attack_form(page, page.form_with("Open the match"))
    match = Match.objects.get(pk=match.pk)
    if match.state == Match.State.SCHEDULED:  # else one of the posts was a good one
        two_teams.page(two_teams.coach, match).press("Open the match")
    page = two_teams.page(two_teams.coach, match)
    attack_form(page, page.form_with("Undo opening"))
    match = Match.objects.get(pk=match.pk)
    if match.state == Match.State.SCHEDULED:
        two_teams.page(two_teams.coach, match).press("Open the match")
    two_teams.page(two_teams.coach, match, "pre-match/").answer("weather")
    page = two_teams.page(two_teams.coach, match, "pre-match/").answer("inducements", "Buy nothing")
    attack_form(page, page.form_with("Undo"))
    address = f"/matches/{match.public_id}/close-purchase/"
    attack(two_teams.commissioner, address, {"closing": "home", "side": "home"}, ("key",))
    page = two_teams.page(two_teams.commissioner, match, "call-off/")
    attack_form(page, page.form_with("Call off match"))


@pytest.mark.costly
def test_playing_and_returning_cards(two_teams: TwoTeams, deal_cards: Any) -> None:
    match = deal_cards(home=[("Good Karma", "The Fan")])
    page = two_teams.page(two_teams.coach, match, "cards/play/")
    attack_form(page, page.form_with("Play"))
    if not CardPlay.objects.exists():
        page.press("Play", half="1", turn="1")
    attack(two_teams.coach, f"/matches/{match.public_id}/cards/strike/", {"card": "The Fan", "side": "home"}, ("key",))


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["correct", "annul"])
def test_corrections_and_annulments(two_teams: TwoTeams, name: str) -> None:
    match = match_builders.closed_match(two_teams.home, two_teams.away, home=1)
    page = two_teams.page(two_teams.commissioner, match, f"{name}/")
    attack_form(page, page.form_with("Start correction" if name == "correct" else "Preview changes"))
    if not match.corrections.exists():
        page.press("Start correction" if name == "correct" else "Preview changes", reason="Because.")
    address = f"/matches/{match.public_id}/correction/"
    if name == "correct":
        page = two_teams.page(two_teams.commissioner, match, "correction/report/")
        attack_form(page, page.form_with("Preview changes"))
    attack(two_teams.commissioner, address, {"side": "home", "key": "mvp.1"}, ("choice", "die0"))
    attack(two_teams.commissioner, f"{address}preview/", {}, ("version",))
    attack(two_teams.commissioner, f"{address}decide/", {}, ("home.1.0", "away.x", "home."))
    attack(two_teams.coach, f"{address}propose/", {}, ("version",))
    attack(two_teams.other, f"{address}refuse/", {"version": "1"}, ("reason",))
    attack(two_teams.commissioner, f"{address}accept/", {"seen.home": "1", "seen.away": "1"}, ("version",))
    attack(two_teams.commissioner, f"{address}give-up/", {}, ("version",))


@pytest.mark.thorough
@pytest.mark.parametrize("what", ["matches", "teams"])
def test_prints(two_teams: TwoTeams, what: str) -> None:
    match = match_builders.closed_match(two_teams.home, two_teams.away)
    of = match.public_id if what == "matches" else two_teams.home.public_id
    attack(two_teams.coach, f"/{what}/{of}/print/", {}, ("side", "key", "paper"))


ATTACKED = {
    "open", "undo_opening", "call_off", "pre_match", "report", "check", "confirm", "dispute", "settle",
    "close_purchase", "post_match",
    "take_back", "story", "play_card", "strike_play", "print_sheet", "print_roster", "save_report", "begin_report_anew",
    "begin_correction", "begin_annulment", "correction", "correct_report", "decide_correction", "propose_correction",
    "preview_correction",
    "accept_correction", "give_up_correction", "refuse_correction", "save_correction", "begin_correction_anew",
    "ask_anew",
}  # fmt: skip
