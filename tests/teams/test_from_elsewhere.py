"""Bringing a team over: by hand and from a file, kept and judged, submitted and let in, and who may do it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils.formats import date_format

from leagues.models import League, LogEntry
from rules.trades import Stake
from teams import ledger, services
from teams.audit import audit
from teams.models import JournalEntry, Team, TeamPast, TeamState
from teams.prints import roster_print
from teams.roster_pdf import roster_pdf
from teams.selectors import names_of
from tests.leagues.cast import Cast, filled, signed_in
from tests.printing.reading import page_texts
from tests.rules.build import PBBL
from tests.teams import pages, squads
from tests.teams.market import open_market, tomorrow

pytestmark = pytest.mark.once

OLD_HAND = {
    "number": 7,
    "name": "Griff Oberwald",
    "position": "Blitzer",
    "spp": 40,
    "gained": ["Dodge", "+ST", "Guard"],
    "lost": ["AV"],
    "niggling": 1,
    "touchdowns": 9,
}
UNLISTED = {
    "number": 9,
    "name": "Mungo",
    "position": "Star Catcher",
    "profile": {"MA": 8, "ST": 2, "AG": 3, "AV": 7},
    "skills": ["Catch"],
    "cost": 80_000,
}
PAST = {"won": 12, "drawn": 3, "lost": 5, "touchdowns_for": 31, "story": "Champions of the old league.\nTwice."}


def told(**changes: Any) -> dict[str, Any]:
    """A legal Human team: the two above and nine linemen."""
    linemen = [{"number": number, "name": "", "position": "Lineman"} for number in range(11, 20)]
    plain = {
        "format": "dugout-team",
        "version": 1,
        "edition": "lrb-4",
        "name": "Old Reavers",
        "team_list": "Human",
        "players": [OLD_HAND, UNLISTED, *linemen],
        "rerolls": 3,
        "fan_factor": 5,
        "staff": {"apothecary": 1},
        "treasury": 60_000,
        "bank": 20_000,
        "record": PAST,
    }
    return plain | changes


# Griff 90 + 30 (Dodge on a double) + 50 + 20, Mungo 80, nine at 50, re-rolls 150, fans 50, apothecary 50, treasury 60
VALUE = 190_000 + 80_000 + 450_000 + 150_000 + 50_000 + 50_000 + 60_000


def upload(value: Any) -> SimpleUploadedFile:
    content = value if isinstance(value, bytes) else json.dumps(value).encode()
    return SimpleUploadedFile("team.json", content, content_type="application/json")


def bring_url(league: League) -> str:
    return reverse("teams:bring", args=[league.slug])


def brought(cast: Cast, value: Any = None) -> Team:
    """A draft from a file, by the page."""
    response = signed_in(cast.coach).post(bring_url(cast.league), filled(file=upload(value or told())))
    assert response.status_code == 302, pages.text_of(response)
    return Team.objects.get(from_elsewhere=True)


def form_of(client: Client, team: Team) -> dict[str, Any]:
    """The page's form as a browser would send it back."""
    from html.parser import HTMLParser

    response = client.get(pages.url("arrival", team))
    assert response.status_code == 200
    found: dict[str, Any] = {}

    class Chosen(HTMLParser):
        name = ""

        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            at = dict(attrs)
            if tag in ("select", "textarea"):
                self.name = str(at.get("name"))
                found.setdefault(self.name, "")
            elif tag == "option" and "selected" in at:
                found[self.name] = at.get("value") or ""

        def handle_data(self, data: str) -> None:
            if self.lasttag == "textarea" and self.name and not self.closed:
                found[self.name] += data.removeprefix("\r\n").removeprefix("\n")

        closed = False

        def handle_endtag(self, tag: str) -> None:
            self.closed = tag == "textarea"

    Chosen().feed(response.content.decode())
    return {**found, **pages.fields_of(response)}


def submitted(cast: Cast) -> Team:
    team = brought(cast)
    return services.submit_team(team=team, expected=team.version, by=cast.coach)


@pytest.mark.rules("C9")
def test_a_file_becomes_a_draft_that_shows_all_it_tells(cast: Cast) -> None:
    team = brought(cast)
    text = pages.text_of(signed_in(cast.coach).get(pages.url("arrival", team)))
    assert "The team can join" in text
    assert "1 × Star Catcher: not on the Human list." in text
    assert f"{VALUE // 1000:,}k" in text
    sent = form_of(signed_in(cast.coach), team)
    assert (sent["player-1-name"], sent["player-1-gained"], sent["player-1-lost"]) == (
        "Griff Oberwald", "Dodge, +ST, Guard", "AV",
    )  # fmt: skip
    assert (sent["player-2-MA"], sent["player-2-cost"], sent["story"]) == ("8", "80000", PAST["story"])


@pytest.mark.rules("C9")
def test_a_form_sent_back_as_it_was_drawn_changes_nothing(cast: Cast) -> None:
    team = brought(cast)
    before = team.draft
    coach = signed_in(cast.coach)
    assert coach.post(pages.url("arrival", team), form_of(coach, team)).status_code == 302
    team.refresh_from_db()
    assert team.draft == {key: value for key, value in before.items() if key != "edition"}


@pytest.mark.rules("C9", "V1")
def test_an_approved_team_is_in_the_books_with_its_past_apart(cast: Cast) -> None:
    coach, commissioner = signed_in(cast.coach), signed_in(cast.commissioner)
    team = brought(cast)
    response = coach.post(pages.url("submit_arrival", team), form_of(coach, team))
    assert response["Location"] == pages.url("build", team)
    assert "The team can join" in pages.text_of(coach.get(response["Location"]))
    listed = pages.text_of(commissioner.get(reverse("teams:approvals", args=[cast.league.slug])))
    assert "Griff Oberwald" in listed and "12–3–5" in listed and "not on the list any more" in listed
    team.refresh_from_db()
    approved = commissioner.post(pages.url("approve", team), filled(version=team.version))
    assert approved.status_code == 302
    team.refresh_from_db()
    state = TeamState.objects.get(team=team)
    assert (team.state, team.draft, state.value, state.treasury) == (Team.State.ACTIVE, {}, VALUE, 60_000)
    sheet = ledger.sheet_in(state)
    griff = sheet.numbered(7)
    assert griff is not None
    assert (griff.gained_skills, griff.improvements, griff.touchdowns) == (("Dodge", "Guard"), 3, 9)
    assert names_of(team)[griff.player] == "Griff Oberwald"
    kinds = list(JournalEntry.objects.filter(team=team).values_list("kind", flat=True))
    assert kinds == ["team_brought_over"] + ["player_brought_over"] * 11
    past = TeamPast.objects.get(team=team)
    assert (past.won, past.drawn, past.lost, past.story) == (12, 3, 5, PAST["story"])
    assert LogEntry.objects.filter(league=cast.league, kind="teams.brought_over").exists()
    assert "came along as Blitzer (40 SPP)" in pages.text_of(coach.get(pages.url("history", team)))


@pytest.mark.rules("C9")
def test_a_team_is_told_by_hand_without_a_script(cast: Cast) -> None:
    coach = signed_in(cast.coach)
    response = coach.post(bring_url(cast.league), filled(name="By Hand", team_list="Orc"))
    team = Team.objects.get(name="By Hand")
    assert response["Location"] == pages.url("arrival", team)
    sent = form_of(coach, team)
    assert sent["rows"] == "11"
    typed = {"player-1-position": "Blitzer", "player-1-spp": "7", "player-1-gained": "guard, +st", "treasury": "50000"}
    more = coach.post(pages.url("arrival", team), sent | typed | {"add": "1"})
    assert more.status_code == 200
    assert (pages.fields_of(more)["rows"], pages.fields_of(more)["player-1-gained"]) == ("14", "guard, +st")
    team.refresh_from_db()
    assert team.draft["players"] == [], "more rows keep nothing"
    assert coach.post(pages.url("arrival", team), sent | typed).status_code == 302
    team.refresh_from_db()
    (kept,) = team.draft["players"]
    assert kept == {"number": 1, "name": "", "position": "Blitzer", "spp": 7, "gained": ["guard", "+ST"]}
    assert team.draft["treasury"] == 50_000
    text = pages.text_of(coach.get(pages.url("arrival", team)))
    assert "1 player is fewer than a new team has (11)" in text


@pytest.mark.rules("C9")
def test_every_broken_rule_is_shown_and_nothing_is_lost(cast: Cast) -> None:
    bad = [OLD_HAND | {"spp": -4, "gained": ["Juggling"]}, OLD_HAND, UNLISTED | {"cost": 0}]
    team = brought(cast, told(players=bad, rerolls=12, bank=500_000, staff={"apothecary": 3}))
    coach = signed_in(cast.coach)
    for response in (
        coach.get(pages.url("arrival", team)),
        coach.post(pages.url("submit_arrival", team), form_of(coach, team)),
    ):
        text = pages.text_of(response)
        for said in (
            "2 players wear number 7", "12 team re-rolls", "A bank of 500k", "3 × Apothecary", "-4 SPP",
            "no skill called “Juggling”", "needs what he cost",
        ):  # fmt: skip
            assert said in text, said
        fields = pages.fields_of(response)
        assert (fields["player-1-spp"], fields["player-1-gained"], fields["bank"]) == ("-4", "Juggling", "500000")
    team.refresh_from_db()
    assert team.state == Team.State.DRAFT


@pytest.mark.parametrize(
    ("field", "typed", "said"),
    [
        ("player-1-spp", "many", "“many” is no whole number."),
        ("player-1-spp", "1e9", "is no whole number"),
        ("player-1-spp", "9" * 40, "is no whole number"),
        ("player-1-name", "a\u202eb", "cannot be seen or printed"),
        ("player-1-gained", "Blo\u0000ck", "cannot be seen or printed"),
        ("player-1-position", "x" * 61, "at most 60"),
        ("treasury", "lots", "Enter a whole number"),
        ("won", "-1", "greater than or equal to 0"),
        ("bank", "99999999999", "less than or equal to"),
        ("story", "bell \u0007", "no text may hold"),
        ("team_list", "Squats", "Select a valid choice"),
    ],
)
def test_what_cannot_be_read_is_named_at_its_field_and_stays(cast: Cast, field: str, typed: str, said: str) -> None:
    team = brought(cast)
    coach = signed_in(cast.coach)
    response = coach.post(pages.url("arrival", team), form_of(coach, team) | {field: typed})
    assert response.status_code == 422
    assert said in pages.text_of(response)
    if field.startswith("player") and "\u0000" not in typed:
        assert pages.fields_of(response)[field] == typed
    team.refresh_from_db()
    assert team.draft["players"][0]["spp"] == 40


def test_a_row_is_taken_off(cast: Cast) -> None:
    team = brought(cast)
    coach = signed_in(cast.coach)
    coach.post(pages.url("arrival", team), form_of(coach, team) | {"player-2-remove": "on"})
    team.refresh_from_db()
    assert [player["number"] for player in team.draft["players"]] == [7, *range(11, 20)]


def test_a_stale_form_is_told_what_changed(cast: Cast) -> None:
    team = brought(cast)
    coach = signed_in(cast.coach)
    stale = form_of(coach, team)
    coach.post(pages.url("arrival", team), form_of(coach, team) | {"treasury": "10000", "player-2-remove": "on"})
    response = coach.post(pages.url("arrival", team), stale | filled(treasury="30000"))
    assert response.status_code == 409
    text = pages.text_of(response)
    assert "Changed meanwhile" in text and "10000" in text
    assert pages.fields_of(response)["treasury"] == "30000"


def test_a_team_from_elsewhere_is_not_built_on_the_page_for_new_ones(cast: Cast) -> None:
    team = brought(cast)
    coach = signed_in(cast.coach)
    assert coach.get(pages.url("build", team))["Location"] == pages.url("arrival", team)
    for page in ("submit", "judge"):
        assert coach.post(pages.url(page, team), pages.typed(team)).status_code == 409
    assert coach.post(pages.url("build", team), pages.typed(team)).status_code == 302
    team.refresh_from_db()
    assert team.from_elsewhere and len(team.draft["players"]) == 11


def test_a_new_draft_has_no_page_of_arrival(cast: Cast) -> None:
    team = services.draft_team(league=cast.league, coach=cast.coach, name="New", team_list="Human")
    coach = signed_in(cast.coach)
    assert coach.get(pages.url("arrival", team))["Location"] == pages.url("build", team)
    assert coach.post(pages.url("arrival", team), filled(version=1)).status_code == 409
    assert coach.post(pages.url("submit_arrival", team), filled(version=1)).status_code == 409


def test_where_no_approval_is_wanted_the_team_joins_at_once(cast: Cast) -> None:
    League.objects.filter(pk=cast.league.pk).update(teams_need_approval=False)
    coach = signed_in(cast.coach)
    team = brought(cast)
    response = coach.post(pages.url("submit_arrival", team), form_of(coach, team))
    assert response["Location"] == reverse("matches:team", args=[team.public_id])
    assert TeamState.objects.get(team=team).value == VALUE


def test_one_team_to_a_coach_holds_for_teams_from_elsewhere(cast: Cast) -> None:
    services.draft_team(league=cast.league, coach=cast.coach, name="First", team_list="Human")
    response = signed_in(cast.coach).post(bring_url(cast.league), filled(file=upload(told())))
    assert response.status_code == 422
    assert "every coach runs one team" in pages.text_of(response)


def test_a_list_that_the_book_does_not_have_is_chosen_anew(cast: Cast) -> None:
    coach = signed_in(cast.coach)
    refused = coach.post(bring_url(cast.league), filled(file=upload(told(team_list="Squat"))))
    assert refused.status_code == 422
    assert "There is no team list called Squat" in pages.text_of(refused)
    taken = coach.post(bring_url(cast.league), filled(file=upload(told(team_list="Squat")), team_list="Dwarf"))
    assert taken.status_code == 302
    assert Team.objects.get(from_elsewhere=True).team_list == "Dwarf"


DEEP = b"[" * 40_000
HOSTILE: list[tuple[Any, str]] = [
    (b"", "empty"),
    (b"\xff\xfe\x00", "not UTF-8"),
    (b"GIF89a", "this is not JSON"),
    (json.dumps(told()).encode()[:200], "ends in the middle"),
    (DEEP, "nested far too deep"),
    (b"[" + b"0," * 60_000 + b"0]", "values; at most"),
    (b" " * 600_000, "larger than"),
    (b'{"format": "dugout-team", "format": "x"}', "given twice"),
    ([], "an object should stand here"),
    ({}, '"format" is missing'),
    (told(format="other"), '"format" must be'),
    (told(version=2), '"version" must be 1'),
    (told(version=True), '"version" must be 1'),
    (told(surprise=1), 'unknown key "surprise"'),
    (told(name=""), '"name" is blank'),
    (told(name="x" * 61), "61 characters long"),
    (told(name="a\u202eb"), "cannot be seen or printed"),
    (told(players={}), '"players" must be a list'),
    (told(players=[1]), "Player no. 1: an object should stand here"),
    (told(players=[OLD_HAND] * 61), "at most 60"),
    (told(players=[OLD_HAND, OLD_HAND | {"number": "7"}]), 'Player no. 2: "number" must be a whole number'),
    (told(players=[OLD_HAND | {"spp": 1.5}]), '"spp" must be a whole number'),
    (told(players=[OLD_HAND | {"spp": True}]), '"spp" must be a whole number'),
    (told(players=[OLD_HAND | {"spp": 10**12}]), '"spp" is'),
    (told(players=[OLD_HAND | {"gained": "Block"}]), '"gained" must be a list'),
    (told(players=[OLD_HAND | {"gained": [None]}]), '"gained" must be a text'),
    (told(players=[OLD_HAND | {"gained": ["x"] * 61}]), "at most 60"),
    (told(players=[OLD_HAND | {"misses_next": 1}]), "must be true or false"),
    (told(players=[OLD_HAND | {"profile": [["MA", 6]]}]), '"profile" must be an object'),
    (told(players=[OLD_HAND | {"profile": {"MA": "6"}}]), "must be a whole number"),
    (told(players=[OLD_HAND | {"position": "a\u0000"}]), "no text may hold"),
    (told(players=[OLD_HAND | {"cheat": 1}]), 'unknown key "cheat"'),
    (told(treasury=10**10), '"treasury" is'),
    (told(staff=[]), '"staff" must be an object'),
    (told(staff={"x" * 61: 1}), "whose name is no word"),
    (told(record=[]), "The record: an object should stand here"),
    (told(record={"won": -1}), '"won" is -1'),
    (told(record={"story": 5}), '"story" must be a text'),
    (told(record={"story": "x" * 1001}), "at most 1000"),
    (b'{"format": "dugout-team", "version": 1, "rerolls": ' + b"9" * 5_000 + b"}", "thousands of digits"),
    (b'{"format": "dugout-team", "version": NaN}', "not a number"),
]


@pytest.mark.parametrize(("content", "said"), HOSTILE)
def test_a_hostile_file_is_refused_with_the_place_at_fault(cast: Cast, content: Any, said: str) -> None:
    response = signed_in(cast.coach).post(bring_url(cast.league), filled(file=upload(content)))
    assert response.status_code == 422
    assert said in pages.text_of(response), pages.text_of(response)[-1500:]
    assert not Team.objects.exists()


def test_without_a_file_a_name_and_a_list_are_wanted(cast: Cast) -> None:
    response = signed_in(cast.coach).post(bring_url(cast.league), filled())
    assert response.status_code == 422
    assert pages.text_of(response).count("Give this, or a file.") == 4  # above the form and at the fields


@pytest.mark.parametrize(
    ("who", "status"), [("visitor", 302), ("stranger", 403), ("coach", 200), ("commissioner", 200), ("staff", 200)]
)
def test_members_bring_teams_over(cast: Cast, who: str, status: int) -> None:
    assert signed_in(cast[who]).get(bring_url(cast.league)).status_code == status


@pytest.mark.parametrize(
    ("who", "status"),
    [("visitor", 302), ("stranger", 403), ("coach", 200), ("other_coach", 403), ("commissioner", 200), ("staff", 200)],
)
def test_a_draft_is_its_coachs_and_the_commissioners(cast: Cast, who: str, status: int) -> None:
    team = brought(cast)
    assert signed_in(cast[who]).get(pages.url("arrival", team)).status_code == status


def joined(cast: Cast, value: Any = None) -> Team:
    """A team from elsewhere in the books."""
    team = brought(cast, value)
    team = services.submit_team(team=team, expected=team.version, by=cast.coach)
    return services.approve_team(team=team, expected=team.version, by=cast.commissioner)


def exported(user: Any, team: Team) -> dict[str, Any]:
    response = signed_in(user).get(reverse("matches:export_team", args=[team.public_id]))
    assert response["Content-Type"].startswith("application/json")
    assert response["Content-Disposition"] == f'attachment; filename="{team.name}.json"'
    return dict(json.loads(response.content))


@pytest.mark.rules("C9")
def test_the_past_is_shown_apart_on_the_page_and_the_back_of_the_sheet(cast: Cast) -> None:
    team = joined(cast)
    text = pages.text_of(signed_in(None).get(reverse("matches:team", args=[team.public_id])))
    assert "0–0–0 won, drawn, lost" in text, "its own record here is empty"
    assert "Before it joined" in text and "12–3–5" in text and "Champions of the old league." in text
    assert "brought over, not on the list any more" in text
    printed = roster_print(team, TeamState.objects.get(team=team))
    assert printed.past.startswith("Before it joined: won 12, drawn 3, lost 5; touchdowns 31–0; casualties 0–0. Champ")
    assert [line.position for line in printed.players if "list" in line.position] == ["Star Catcher (off the list)"]
    assert "Before it joined: won 12" in page_texts(roster_pdf([printed]))[1]


@pytest.mark.rules("C9")
def test_a_file_that_is_given_is_the_file_that_was_taken(cast: Cast) -> None:
    team = joined(cast)
    given = exported(cast.other_coach, team)
    assert {**given, "edition": "lrb-4"} == told()
    assert given["edition"] == "pbbl-1.10"


@pytest.mark.rules("C9", "V1")
def test_a_veteran_team_moves_to_another_league_with_the_same_value(cast: Cast) -> None:
    """The trophy stays behind: its re-roll (50k) and its fan factor (10k) are all that the value loses."""
    team = squads.veterans(cast.league, cast.coach)
    value = TeamState.objects.get(team=team).value
    given = exported(None, team)
    assert "departed" not in json.dumps(given)
    coach = signed_in(cast.coach)
    assert coach.post(bring_url(cast.private), filled(file=upload(given))).status_code == 302
    moved = Team.objects.get(from_elsewhere=True)
    moved = services.submit_team(team=moved, expected=moved.version, by=cast.coach)
    moved = services.approve_team(team=moved, expected=moved.version, by=cast.commissioner)
    state = TeamState.objects.get(team=moved)
    assert state.value == value - 60_000
    sheet = ledger.sheet_in(state)
    assert all(PBBL.book.level_for(line.spp).rolls == line.improvements for line in sheet.players)
    assert list(audit())[-1].differences == ()


@pytest.mark.rules("C8", "C9")
def test_the_file_tells_of_loans_and_the_page_shows_them(cast: Cast) -> None:
    """Who is lent or borrowed is on neither roster of the two files, and not forgotten in either (p31)."""
    market = open_market(cast)
    player, day = market.player(market.ours), tomorrow()
    market.accepted(Stake(players_lent=(player,), gold_lent=30_000), Stake(gold=5_000), day)
    out, back = exported(None, market.ours), exported(None, market.theirs)
    assert (len(out["players"]), len(back["players"])) == (11, 12)
    (lent,), (borrowed,) = out["loans"], back["loans"]
    assert (lent["way"], lent["team"], lent["until"], lent["gold"]) == ("out", "Theirs", day.isoformat(), 30_000)
    assert (borrowed["way"], borrowed["team"], borrowed["gold"]) == ("in", "Ours", 30_000)
    assert (
        [one["position"] for one in lent["players"]] == [one["position"] for one in borrowed["players"]] == ["Blitzer"]
    )
    coach = signed_in(cast.coach)
    assert coach.post(bring_url(cast.private), filled(file=upload(out))).status_code == 302
    moved = Team.objects.get(from_elsewhere=True)
    page = pages.text_of(coach.get(pages.url("arrival", moved)))
    assert f"lent to Theirs until {date_format(day, 'j F Y')}: No." in page and "Blitzer; 30k" in page
    assert coach.post(pages.url("arrival", moved), form_of(coach, moved)).status_code == 302
    moved.refresh_from_db()
    assert moved.draft["loans"] == out["loans"], "kept as long as it is a draft"
    moved = services.submit_team(team=moved, expected=moved.version, by=cast.coach)
    moved = services.approve_team(team=moved, expected=moved.version, by=cast.commissioner)
    assert "loans" not in exported(cast.coach, moved)


@pytest.mark.parametrize(
    ("loan", "said"),
    [
        ({"way": "sideways"}, "must be one of out, in"),
        ({"until": "tomorrow"}, "must be a day"),
        ({"until": 5}, "must be a text"),
        ({"gold": -1}, "must be between 0"),
        ({"players": [{"number": 1}]}, "oan no. 1, player no. 1"),
        ({"fee": 1}, "fee"),
    ],
)
def test_a_loan_that_cannot_be_read_is_named(cast: Cast, loan: dict[str, Any], said: str) -> None:
    plain = {"way": "out", "team": "Orcs", "until": "2026-12-31"}
    refused = signed_in(cast.coach).post(bring_url(cast.league), filled(file=upload(told(loans=[plain | loan]))))
    assert refused.status_code == 422
    assert said in pages.text_of(refused)


def test_who_sees_a_team_may_take_its_file(cast: Cast) -> None:
    team = joined(cast)
    for who in ("visitor", "stranger", "other_coach"):
        assert signed_in(cast[who]).get(reverse("matches:export_team", args=[team.public_id])).status_code == 200
    hidden = squads.founded(cast.private, cast.coach, by=cast.commissioner)
    for who, status in (("visitor", 404), ("stranger", 404), ("other_coach", 200)):
        assert signed_in(cast[who]).get(reverse("matches:export_team", args=[hidden.public_id])).status_code == status


def test_a_draft_has_no_file(cast: Cast) -> None:
    team = brought(cast)
    assert signed_in(cast.coach).get(reverse("matches:export_team", args=[team.public_id])).status_code == 404
