"""No field of a match form can break a page or send the database a value that it refuses.

PostgreSQL refuses a NUL in a text and an integer beyond its column; SQLite accepts the first and refuses only much
larger integers. So a guard checks all values that are sent to the database, on both.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any
from urllib.parse import quote
from uuid import uuid4
from zlib import crc32

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.urls import resolve

from matches import urls
from matches.models import CardPlay, Match, UnsentReport
from matches.sequence import answering
from matches.sequence.sequences import MatchState
from rules.journal import PointsEarned
from rules.sequence.sequence import Question
from tests.matches import match_builders
from tests.matches.cards.test_cards import deal_cards, use_cards  # noqa: F401  (a fixture)
from tests.matches.conftest import TwoTeams
from tests.matches.forms import Form, Page
from tests.teams import team_builders
from tests.thoroughness import THOROUGH, part_of
from web.errors import Refusal

EVERYTHING = {
    "a NUL": "%00",
    "a NUL within": "1%002",
    "half a character": "%ED%A0%80",
    "broken UTF-8": "%FF%FE",
    "a huge number": "9" * 40,
    "a number longer than Python reads": "9" * 5000,
    "just beyond a big integer": str(2**63),
    "just beyond an integer": str(2**31),
    "a negative number": "-1",
    "another script's digits": quote("٣²Ⅳ"),
    "a fraction": "1.5e3",
    "no number": "NaN",
    "text": quote("<b>x</b>{% url %}\u202e'\"--"),
    "long text": "x" * 6000,
    "nothing": "",
}
SHARPEST = ("a NUL", "just beyond a big integer") if settings.EMBEDDED else ("just beyond an integer",)
"""The values for single fields, besides those for all fields at once. PostgreSQL's columns hold smaller numbers."""
INJURED = ("injury.home.1.player", "injury.home.1.healer", "injury.home.1.card")
DEALT = ("a number longer than Python reads", "a negative number", "text")
"""Spread over the fields: each single field gets one of these."""
ALWAYS = ("a NUL", "half a character", "a number longer than Python reads", "just beyond a big integer", "nothing")
"""Sent in all fields of every form at once, with a third of the other values, another third for the next route; a usual
run sends a sixth of all these."""
DIFFERENT = ("a NUL", "half a character", "just beyond an integer", "long text")
"""Values that PostgreSQL treats differently. All others are refused before a query, or by the guard."""
HOSTILE = EVERYTHING if settings.EMBEDDED else {what: EVERYTHING[what] for what in DIFFERENT}
MOST = 2**63 - 1
TURNS = 6


@pytest.fixture(autouse=True)
def guard(db: None) -> Iterator[None]:
    """Refuses what PostgreSQL refuses."""

    def look(execute: Callable, sql: str, params: Any, many: bool, context: Any) -> Any:
        for row in params if many else [params]:
            for value in row or ():
                assert not (isinstance(value, str) and "\0" in value), f"a NUL is sent to the database: {sql}"
                assert not (isinstance(value, str) and "\\u0000" in value), f"a NUL in JSON is sent: {sql}"
                assert not (isinstance(value, str) and value != value.encode("utf-8", "ignore").decode()), sql
                assert not (isinstance(value, int) and abs(value) > MOST), f"{value} is sent to the database: {sql}"
        return execute(sql, params, many, context)

    with connection.execute_wrapper(look):
        yield


def encoded(fields: dict[str, list[str]], hostile: dict[str, str]) -> str:
    """A form as a browser sends it, with some fields exactly as given."""
    plain = [
        f"{quote(name)}={quote(value)}" for name, values in fields.items() if name not in hostile for value in values
    ]
    return "&".join(plain + [f"{quote(name)}={value}" for name, value in hostile.items()])


def send(client: Client, address: str, fields: dict[str, Any], hostile: dict[str, str], **headers: str) -> int:
    """Posts a form; a bug raises in the test client."""
    listed = {name: value if isinstance(value, list) else [value] for name, value in fields.items()}
    listed["command_id"] = [str(uuid4())]
    body = encoded(listed, hostile)
    kind = "application/x-www-form-urlencoded"
    return client.post(address, body, content_type=kind, headers=headers).status_code


def single_fields(what: str, names: Iterable[str], form: Form | None = None) -> list[str]:
    """The fields that get a hostile value while all others are valid.

    A number field gets a number just beyond its range, since anything else is no number. A choice gets one of the
    sharp values, since none of them is on a list. A usual run tries one field in six.
    """
    listed = part_of(list(names), TURNS)
    if what in DEALT:
        return listed[DEALT.index(what) :: len(DEALT)]
    if what not in SHARPEST:
        return []
    chosen, numbers = (form.options, form.numbers) if form else ((), ())
    turn, last = SHARPEST.index(what), len(SHARPEST) - 1
    wanted = {name: last if name in numbers else at % len(SHARPEST) for at, name in enumerate(listed)}
    return [name for name in listed if not (name in chosen or name in numbers) or wanted[name] == turn]


def kinds_for_all(address: str) -> set[str]:
    """The kinds of value for all fields of a form at once, by its address; a usual run sends one in six of them."""
    if not settings.EMBEDDED:
        return set(HOSTILE)
    others = [what for what in HOSTILE if what not in ALWAYS]
    return set(part_of([*ALWAYS, *others[crc32(resolve(address).view_name.encode()) % 3 :: 3]], TURNS))


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


def all_of(form: Form) -> tuple[str, ...]:
    """The names of all fields and buttons of a form, with unticked boxes."""
    return (*form.fields, *form.options, *(name for name, _value, _label in form.buttons if name))


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


def test_the_pre_match(two_teams: TwoTeams) -> None:
    two_teams.typed_dice()
    team_builders.add_gold(two_teams.home, 300_000)
    match = match_builders.opened_match(two_teams.home, two_teams.away)
    assert attack_questions(two_teams, match) >= {"weather", "inducements", "fans"}


def test_the_pre_match_with_cards(two_teams: TwoTeams) -> None:
    use_cards(two_teams)
    assert attack_questions(two_teams, match_builders.opened_match(two_teams.home, two_teams.away)) >= {
        "cards",
        "drawn",
    }


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


def test_starting_a_report_over(two_teams: TwoTeams) -> None:
    match = match_builders.ready_match(two_teams.home, two_teams.away)
    page = two_teams.page(two_teams.coach, match, "report/").press("Save draft", **{"score.home": "1"})
    form = page.form_with("Delete draft")
    fields = {name: form.fields[name] for name in ("unsent_version", "command_id")}
    attack(two_teams.coach, f"/matches/{match.public_id}/report/begin-anew/", fields, ("score.home", "quietly"))


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


def test_other_buttons_of_a_match(two_teams: TwoTeams) -> None:
    match = match_builders.scheduled_match(two_teams.home, two_teams.away)
    page = two_teams.page(two_teams.coach, match)
    attack_form(page, page.form_with("Open the match"))
    match = Match.objects.get(pk=match.pk)
    if match.state == Match.State.SCHEDULED:  # else one of the posts was a good one
        two_teams.page(two_teams.coach, match).press("Open the match")
    two_teams.page(two_teams.coach, match, "pre-match/").answer("weather")
    page = two_teams.page(two_teams.coach, match, "pre-match/").answer("inducements", "Buy nothing")
    attack_form(page, page.form_with("Undo"))
    address = f"/matches/{match.public_id}/close-purchase/"
    attack(two_teams.commissioner, address, {"closing": "home", "side": "home"}, ("key",))
    page = two_teams.page(two_teams.commissioner, match, "call-off/")
    attack_form(page, page.form_with("Call off match"))


def test_playing_and_returning_cards(two_teams: TwoTeams, deal_cards: Any) -> None:  # noqa: F811
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
    attack(two_teams.commissioner, f"{address}accept/", {"seen.home": "1", "seen.away": "1"}, ("version",))
    attack(two_teams.commissioner, f"{address}give-up/", {}, ("version",))


@pytest.mark.thorough
@pytest.mark.parametrize("what", ["matches", "teams"])
def test_prints(two_teams: TwoTeams, what: str) -> None:
    match = match_builders.closed_match(two_teams.home, two_teams.away)
    of = match.public_id if what == "matches" else two_teams.home.public_id
    attack(two_teams.coach, f"/{what}/{of}/print/", {}, ("side", "key", "paper"))


ATTACKED = {
    "open", "call_off", "pre_match", "report", "check", "confirm", "dispute", "settle", "close_purchase", "post_match",
    "take_back", "story", "play_card", "strike_play", "print_sheet", "print_roster", "save_report", "begin_report_anew",
    "begin_correction", "begin_annulment", "correction", "correct_report", "decide_correction", "propose_correction",
    "preview_correction",
    "accept_correction", "give_up_correction", "save_correction", "begin_correction_anew",
    "ask_anew",
}  # fmt: skip


@pytest.mark.once
def test_every_post_route_is_attacked(two_teams: TwoTeams) -> None:
    match = match_builders.ready_match(two_teams.home, two_teams.away)
    parts = {"matches": match.public_id, "teams": two_teams.home.public_id}
    taking = set()
    for pattern in urls.urlpatterns:
        kind = str(pattern.pattern).split("/")[0]
        address = "/" + re.sub(r"<[^>]*>", parts[kind], str(pattern.pattern), count=1).replace("<row:player>", "0")
        if two_teams.coach.post(address).status_code != 405:
            taking.add(pattern.name)
    assert taking == ATTACKED
