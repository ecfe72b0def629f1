"""The report: what it refuses, at which field, and that no typed value is lost."""

from __future__ import annotations

import re
from html import escape
from typing import Any

import pytest
from django.http import QueryDict
from django.utils.safestring import SafeString

from matches.models import Match, Report
from matches.report import reporting
from matches.report.form.fields import values_of
from matches.report.form.form import ReportForm
from matches.report.score_sheet import how_words, injuries_of
from matches.sequence.sequences import MatchState
from matches.sheet.match_sheet import match_sheet
from matches.templatetags.matches import count_cells, table_shirts
from rules.sheet.match import InducedLine, Injury
from rules.sheet.sheet import counts
from teams.ledger import ledger
from teams.models import TeamState
from tests.matches import match_builders
from tests.matches.conftest import TwoTeams
from tests.matches.forms import Page
from tests.teams import team_builders
from web.drawing.widgets import widget

pytestmark = pytest.mark.once

HOSTILE = "<b>&\"'"
NIL_NIL = {"score.home": "0", "score.away": "0"}


@pytest.fixture
def match(two_teams: TwoTeams) -> Match:
    return match_builders.ready_match(two_teams.home, two_teams.away)


def send_report(two_teams: TwoTeams, match: Match, **fields: Any) -> Page:
    """Sends a report with these fields, all others unchanged; the score is 0 to 0 unless given."""
    return two_teams.page(two_teams.coach, match, "report/").press("Send report", **NIL_NIL | fields)


def send_refused_report(two_teams: TwoTeams, match: Match, page: Page, words: str) -> None:
    """Sends a report that comes back with these words; nothing is stored."""
    assert page.status == 422
    assert words in page.text, page.text[300:2500]
    match.refresh_from_db()
    assert match.state == Match.State.PLAYING
    assert not Report.objects.exists()


def test_touchdowns_that_do_not_add_up_are_refused_at_the_score(two_teams: TwoTeams, match: Match) -> None:
    page = send_report(two_teams, match, **{"score.home": "2"})
    send_refused_report(two_teams, match, page, "The score is 2, but the players scored only 0: 2 missing")
    assert page.form_with("Send report").fields["score.home"] == ["2"]
    place = re.search(r'id="place-home-score".*?</div>', page.response.content.decode(), re.DOTALL)
    assert place and "place-wrong" in place[0]


def test_impossible_numbers_are_refused_and_stay_in_the_form(two_teams: TwoTeams, match: Match) -> None:
    field, page = (
        f"line.home.{match_builders.players_of(match, 'home')[0]}.completions",
        two_teams.page(two_teams.coach, match, "report/"),
    )
    for typed in ("-1", "−2", "999", "99999999999999999999", "1.5", "two", "١", "1e3", "<script>"):
        send_refused_report = page.press("Send report", **{field: typed})
        assert send_refused_report.status == 422, typed
        assert send_refused_report.form_with("Send report").fields[field] == [typed]
    assert not Report.objects.exists()


def test_an_impossible_d68_is_refused(two_teams: TwoTeams, match: Match) -> None:
    victim, page = match_builders.players_of(match, "home")[2], two_teams.page(two_teams.coach, match, "report/")
    for d68 in ("0", "10", "19", "69", "99", "-11", "abc", "1111111111111"):
        fields = {"injury.home.0.player": str(victim), "injury.home.0.d68": d68, "injury.home.0.cause": "crowd"}
        send_refused_report = page.press("Send report", **fields)
        assert send_refused_report.status == 422, d68
        assert send_refused_report.form_with("Send report").fields["injury.home.0.d68"] == [d68]
    assert not Report.objects.exists()


def test_a_player_of_the_other_team_cannot_be_listed_as_injured(two_teams: TwoTeams, match: Match) -> None:
    theirs = match_builders.players_of(match, "away")[0]
    fields = {"injury.home.0.player": str(theirs), "injury.home.0.d68": "41", "injury.home.0.cause": "crowd"}
    send_refused_report(two_teams, match, send_report(two_teams, match, **fields), "plays for the other side")


def test_a_culprit_of_the_same_team_is_refused(two_teams: TwoTeams, match: Match) -> None:
    victim, friend = match_builders.players_of(match, "home")[:2]
    fields = {"injury.home.0.player": str(victim), "injury.home.0.d68": "41", "injury.home.0.by": str(friend)}
    assert send_report(two_teams, match, **fields, **{"injury.home.0.cause": "block"}).status == 422
    assert not Report.objects.exists()


def test_counts_for_a_player_of_the_other_side_are_ignored(two_teams: TwoTeams, match: Match) -> None:
    theirs = match_builders.players_of(match, "away")[0]
    page = send_report(two_teams, match, **{"score.home": "1", f"line.home.{theirs}.touchdowns": "1"})
    send_refused_report(two_teams, match, page, f"Player {theirs} is not on the roster")


def test_a_player_who_is_not_in_the_match_is_named_even_if_the_score_adds_up(two_teams: TwoTeams, match: Match) -> None:
    theirs = match_builders.players_of(match, "away")[0]
    for stranger in (str(theirs), "999999999", "none"):
        page = send_report(two_teams, match, **{f"line.home.{stranger}.completions": "3"})
        send_refused_report(two_teams, match, page, f"Player {stranger} is not on the roster")


def test_a_report_without_any_score_is_refused(two_teams: TwoTeams, match: Match) -> None:
    page = send_report(two_teams, match, **{"score.home": "", "score.away": ""})
    send_refused_report(two_teams, match, page, "Enter the score: 0 to 0 if nobody scored.")


def test_a_team_without_an_apothecary_cannot_use_one(two_teams: TwoTeams, match: Match) -> None:
    victim = match_builders.players_of(match, "away")[2]
    fields = {
        "injury.away.0.player": str(victim),
        "injury.away.0.d68": "57",
        "injury.away.0.cause": "crowd",
        "injury.away.0.reroll": "12",
    }
    send_refused_report(two_teams, match, send_report(two_teams, match, **fields), "apothecary")


def test_the_d68_and_the_named_result_must_agree(two_teams: TwoTeams, match: Match) -> None:
    victim = match_builders.players_of(match, "home")[2]
    fields = {"injury.home.0.player": str(victim), "injury.home.0.cause": "crowd", "injury.home.0.named": "broken_neck"}
    send_refused_report(
        two_teams, match, send_report(two_teams, match, **fields, **{"injury.home.0.d68": "58"}), "do not match"
    )
    page = send_report(two_teams, match, **fields)
    assert page.status == 200
    assert Report.objects.get().data["home"]["injuries"][0]["casualty"] == 57


def test_a_roll_that_nobody_entered_is_shown_nowhere(two_teams: TwoTeams, match: Match) -> None:
    """The result was chosen by name: the lowest roll with this result is no roll of anybody."""
    victim = match_builders.players_of(match, "home")[2]
    fields = {"injury.home.0.player": str(victim), "injury.home.0.cause": "crowd", "injury.home.0.named": "badly_hurt"}
    assert send_report(two_teams, match, **fields).status == 200
    injury = Report.objects.get().data["home"]["injuries"][0]
    assert injury == {"player": victim, "casualty": 11, "named": "badly_hurt", "cause": "crowd"}
    for who, name in ((two_teams.coach, ""), (two_teams.other, "report/confirm/")):
        text = two_teams.page(who, match, name).text
        assert "Badly hurt" in text and "D68" not in text
    sheet = match_sheet(MatchState(Match.objects.get(pk=match.pk)))
    assert "Badly hurt (crowd)" in dict(sheet.sides[0].words)["Injuries"]
    form = two_teams.page(two_teams.coach, match, "report/").form_with("Send report").fields
    assert (form["injury.home.0.d68"], form["injury.home.0.named"]) == ([""], ["badly_hurt"])


def test_a_roll_that_was_entered_beside_its_name_is_shown(two_teams: TwoTeams, match: Match) -> None:
    victim = match_builders.players_of(match, "home")[2]
    fields = {"injury.home.0.player": str(victim), "injury.home.0.cause": "crowd", "injury.home.0.named": "badly_hurt"}
    send_report(two_teams, match, **fields, **{"injury.home.0.d68": "24"})
    assert "D68 24" in two_teams.page(two_teams.coach, match).text


def test_an_eaten_player_needs_no_dice(two_teams: TwoTeams, match: Match) -> None:
    victim = match_builders.players_of(match, "home")[2]
    page = send_report(two_teams, match, **{"injury.home.0.player": str(victim), "injury.home.0.cause": "eaten"})
    assert page.status == 200
    assert Report.objects.get().data["home"]["injuries"][0] == {"player": victim, "casualty": 0, "cause": "eaten"}


@pytest.mark.rules("K8")
def test_a_hired_troll_can_have_eaten_a_player_if_there_was_no_other(two_teams: TwoTeams) -> None:
    players = ledger.sheet_in(TeamState.objects.get(team=two_teams.home)).players
    team_builders.injure_player(
        two_teams.home, next(nth for nth, line in enumerate(players) if line.position == "Troll")
    )
    match = match_builders.ready_match(two_teams.home, two_teams.away)
    victim = str(match_builders.players_of(match, "home")[0])

    def treatments() -> list[str]:
        page = two_teams.page(two_teams.coach, match, "report/")
        page = page.press("Add the injury", **{"add.home": victim, "add": "home"})
        return page.form_with("Send report").options["injury.home.0.cause"]

    assert "eaten" not in treatments()
    match.sides.filter(side="home").update(inducements=[{"kind": "mercenary", "position": "Troll"}])
    assert "eaten" in treatments()


def test_only_possible_treatments_are_asked_for(two_teams: TwoTeams, match: Match) -> None:
    page = two_teams.page(two_teams.coach, match, "report/")
    home, away = match_builders.players_of(match, "home")[0], match_builders.players_of(match, "away")[0]
    page = page.press("Add the injury", **{"add.home": str(home), "add": "home"})
    page = page.press("Add the injury", **{"add.away": str(away), "add": "away"})
    fields = page.form_with("Send report").fields
    assert "injury.home.0.reroll" in fields
    assert "injury.away.0.reroll" not in fields
    assert not [name for name in fields if name.endswith((".healer", ".regeneration", ".second"))]


def test_an_injury_can_be_removed_without_losing_the_rest(two_teams: TwoTeams, match: Match) -> None:
    one, two = match_builders.players_of(match, "home")[:2]
    page = two_teams.page(two_teams.coach, match, "report/")
    page = page.press("Add the injury", **{"add.home": str(one), "add": "home"})
    page = page.press("Add the injury", **{"add.home": str(two), "add": "home", "injury.home.0.d68": "41"})
    page = page.press("Remove injury", **{"injury.home.1.d68": "52", "remove": "home.1"})
    fields = page.form_with("Send report").fields
    assert fields["injury.home.0.player"] == [str(two)]
    assert fields["injury.home.0.d68"] == ["52"]
    assert "injury.home.1.player" not in fields


def test_live_checks_show_the_errors_of_submitting_and_store_nothing(two_teams: TwoTeams, match: Match) -> None:
    form = two_teams.page(two_teams.coach, match, "report/").form_with("Send report")
    client = two_teams.coach
    answer = client.post(f"/matches/{match.public_id}/report/check/", {**form.fields, "score.away": "1"})
    assert answer.status_code == 200
    assert "the players scored only 0" in answer.content.decode()
    assert "hx-swap-oob" in answer.content.decode()
    assert not Report.objects.exists()


def test_a_report_with_hints_is_not_said_to_have_no_problems(two_teams: TwoTeams, match: Match) -> None:
    form = two_teams.page(two_teams.coach, match, "report/").form_with("Send report")
    sound, scorer = form.fields | NIL_NIL, match_builders.players_of(match, "home")[0]
    leader = {"score.home": "1", f"line.home.{scorer}.touchdowns": "1", "conceded_by": "home"}
    said = [
        two_teams.coach.post(f"/matches/{match.public_id}/report/check/", sound | more).content.decode()
        for more in ({}, leader)
    ]
    assert "No problems found" in said[0]
    assert "place-hint" in said[1] and "1 thing to check" in said[1] and "No problems found" not in said[1]


def test_a_stale_report_shows_the_other_version_beside_the_typed_one(two_teams: TwoTeams, match: Match) -> None:
    mine = two_teams.page(two_teams.other, match, "report/")
    theirs = match_builders.report_with(match, home=2, away=0)
    reporting.report_match(match=match, expected=match.version, reported=theirs, by=two_teams.cast.coach)
    scorer = match_builders.players_of(match, "away")[0]
    page = mine.press("Send report", **{"score.away": "1", f"line.away.{scorer}.touchdowns": "1"})
    assert page.status == 409
    assert "This was changed in the meantime" in page.text
    assert "Ironside Orcs: score 2 0" in page.text
    assert "Harbour Humans: score 0 1" in page.text
    form = page.form_with("Send report")
    assert form.fields["score.away"] == ["1"]
    assert Report.objects.count() == 1
    assert page.press("Send report", **{"score.home": "0"}).status == 200
    assert Report.objects.count() == 2


def test_the_same_report_sent_twice_is_stored_once(two_teams: TwoTeams, match: Match) -> None:
    form = two_teams.page(two_teams.coach, match, "report/").form_with("Send report")
    client = two_teams.coach
    for _time in range(2):
        answer = client.post(f"/matches/{match.public_id}/report/", form.fields | NIL_NIL)
        assert answer.status_code == 302
    assert Report.objects.count() == 1


def test_a_form_without_its_version_or_id_is_refused(two_teams: TwoTeams, match: Match) -> None:
    form = two_teams.page(two_teams.coach, match, "report/").form_with("Send report")
    for name in ("version", "command_id"):
        fields = {key: value for key, value in form.fields.items() if key != name}
        assert two_teams.coach.post(f"/matches/{match.public_id}/report/", fields).status_code == 422
    assert not Report.objects.exists()


def test_an_empty_post_is_refused(two_teams: TwoTeams, match: Match) -> None:
    assert two_teams.coach.post(f"/matches/{match.public_id}/report/").status_code == 422
    assert not Report.objects.exists()


def test_an_impossible_day_is_refused(two_teams: TwoTeams, match: Match) -> None:
    send_refused_report(two_teams, match, send_report(two_teams, match, played_on="2999-01-01"), "Played on:")
    for typed in ("1985-12-31", "0001-01-01", "1900-06-06"):
        send_refused_report(
            two_teams, match, send_report(two_teams, match, played_on=typed), "the game itself is from 1986"
        )
    send_refused_report(
        two_teams,
        match,
        send_report(two_teams, match, played_on="yesterday"),
        "Played on: Enter the date as year-month-day",
    )
    assert not Report.objects.exists()
    assert send_report(two_teams, match, played_on="2024-05-05").status == 200
    match.refresh_from_db()
    assert match.played_on.isoformat() == "2024-05-05"


def test_the_story_is_sent_with_the_report(two_teams: TwoTeams, match: Match) -> None:
    assert send_report(two_teams, match, story="We came.\n\nWe <b>fell</b>.").status == 200
    side = match.sides.get(side="home")
    assert side.story == "We came.\n\nWe <b>fell</b>."
    page = two_teams.coach.get(f"/matches/{match.public_id}/").content.decode()
    assert "<p>We came.</p>" in page
    assert "We &lt;b&gt;fell&lt;/b&gt;." in page


def test_a_story_changed_in_another_window_stops_the_report_and_shows_both(two_teams: TwoTeams, match: Match) -> None:
    page = two_teams.page(two_teams.coach, match, "report/")
    two_teams.page(two_teams.coach, match, "story/").press("Save write-up", story="Told before.")
    page = page.press("Send report", **NIL_NIL, story="Told with it.")
    assert page.status == 409
    assert "Told before." in page.text
    assert "Told with it." in page.text
    assert not Report.objects.exists()
    assert page.press("Send report").status == 200
    assert Report.objects.count() == 1
    assert match.sides.get(side="home").story == "Told with it."


def test_a_changed_report_shows_what_it_changed(two_teams: TwoTeams, match: Match) -> None:
    assert send_report(two_teams, match).status == 200
    scorer = match_builders.players_of(match, "home")[0]
    fields = {"score.home": "1", f"line.home.{scorer}.touchdowns": "1"}
    page = two_teams.page(two_teams.coach, match, "report/").press("Send report", **fields)
    assert page.status == 200
    text = two_teams.page(two_teams.other, match, "report/confirm/").text
    assert "Version 2" in text
    assert "Ironside Orcs: No. 1 Orc 1, Goblin – 1 touchdown " in text


def test_hired_players_have_lines_except_a_star_hired_by_both_teams(two_teams: TwoTeams) -> None:
    star = {"kind": "star", "name": "Morg 'n' Thorg"}
    match = match_builders.ready_match(two_teams.home, two_teams.away)
    for side in match.sides.all():
        extra = [{"kind": "bribe", "count": 2}] if side.side == "home" else []
        side.inducements = [star, *extra]
        side.save()
    page = two_teams.page(two_teams.coach, match, "report/")
    assert not [name for name in page.form_with("Send report").fields if name.startswith("hired.")]
    match.sides.filter(side="away").update(inducements=[{"kind": "mercenary", "position": "Catcher", "count": 2}])
    page = two_teams.page(two_teams.coach, match, "report/")
    assert "Morg 'n' Thorg Star player" in page.text
    assert "Catcher 1 Mercenary" in page.text
    fields = {"score.home": "1", "hired.home.1.touchdowns": "1"}
    assert page.press("Send report", **fields).status == 200
    reported = MatchState(match).reported
    assert reported.home.induced == (InducedLine(kind="star", name="Morg 'n' Thorg", deeds=counts(touchdowns=1)),)
    assert [line.name for line in reported.away.induced] == ["Catcher 1", "Catcher 2"]


def test_an_injury_names_one_of_several_hired_players(two_teams: TwoTeams) -> None:
    match = match_builders.ready_match(two_teams.home, two_teams.away)
    victim = str(match_builders.players_of(match, "home")[0])
    hired = [{"kind": "mercenary", "position": "Catcher", "count": 2}]
    match.sides.filter(side="away").update(inducements=hired)
    page = two_teams.page(two_teams.coach, match, "report/")
    page = page.press("Add the injury", **{"add.home": victim, "add": "home"})
    assert page.form_with("Send report").options["injury.home.0.by"][-3:] == ["h1", "h2", "hired"]
    fields = {"injury.home.0.cause": "block", "injury.home.0.by": "h2", "injury.home.0.d68": "11"}
    assert page.press("Send report", **fields, **{"score.home": "0", "score.away": "0"}).status == 200
    reported = MatchState(match).reported
    (injury,) = reported.home.injuries
    assert (injury.by, injury.by_induced, injury.by_hired) == (0, True, 2)
    assert [line.deed("casualties") for line in reported.away.induced] == [0, 1], "it is entered once"
    assert "by Catcher 2" in two_teams.page(two_teams.other, match, "report/confirm/").text
    page = two_teams.page(two_teams.coach, match, "report/")
    assert page.form_with("Send report").fields["injury.home.0.by"] == ["h2"]


def test_the_only_hired_player_is_named_with_and_without_a_number(two_teams: TwoTeams) -> None:
    match = match_builders.ready_match(two_teams.home, two_teams.away)
    hired = [{"kind": "mercenary", "position": "Catcher", "count": 1}]
    match.sides.filter(side="away").update(inducements=hired)
    state, victim = MatchState(match), match_builders.players_of(match, "home")[0]
    for numbered in (0, 1):
        injury = Injury(player=victim, casualty=11, by_induced=True, by_hired=numbered)
        assert how_words(state, injury, ()) == "block by Catcher"


def test_the_second_of_two_players_who_may_rise_hurt_somebody(
    two_teams: TwoTeams, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("matches.sequence.hired.positions_at_once", lambda rules, sheet, hired: ("Skeleton", "Zombie"))
    match = match_builders.ready_match(two_teams.home, two_teams.away)
    victim = str(match_builders.players_of(match, "home")[0])
    state, row = MatchState(match), f"injury.home.0.player={victim}&injury.home.0.cause=foul&injury.home.0.by=h2"
    reported = ReportForm(QueryDict(row), state=state).read()
    assert [line.name for line in reported.away.induced] == ["Zombie"], "who hurt somebody rose"
    assert reported.home.injuries[0].by_hired == 1, "the first in the report"
    assert "by Zombie" in injuries_of(state, "home", reported)[0].how
    again = values_of(state, reported)
    assert again["injury.home.0.by"] == "h2"
    assert "hired.away.1.there" not in again and again["hired.away.2.there"] == "yes"


def test_a_mistake_of_the_second_of_two_players_who_may_rise_stands_at_their_row(
    two_teams: TwoTeams, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("matches.sequence.hired.positions_at_once", lambda rules, sheet, hired: ("Skeleton", "Zombie"))
    match = match_builders.ready_match(two_teams.home, two_teams.away)
    form = ReportForm(QueryDict("hired.away.2.there=yes"), state=MatchState(match))
    form.read()
    form.check()
    assert form.wrong["away.induced.2"], "nobody of the other side died, so nobody can rise"
    assert "away.induced.1" not in form.wrong


def test_a_player_who_misses_the_match_is_shown_without_fields(two_teams: TwoTeams) -> None:
    victim = team_builders.injure_player(two_teams.home, place=5)
    match = match_builders.ready_match(two_teams.home, two_teams.away)
    page = two_teams.page(two_teams.coach, match, "report/")
    assert "misses this match" in page.text
    assert f"line.home.{victim}.touchdowns" not in page.form_with("Send report").fields
    page = page.press("Send report", **{"score.home": "1", f"line.home.{victim}.touchdowns": "1"})
    send_refused_report(two_teams, match, page, "misses this match")


def test_only_a_final_asks_for_overtime(two_teams: TwoTeams) -> None:
    match = match_builders.ready_match(two_teams.home, two_teams.away)
    assert "decided_by" not in two_teams.page(two_teams.coach, match, "report/").form_with("Send report").fields
    Match.objects.filter(pk=match.pk).update(stage="final")
    page = two_teams.page(two_teams.coach, match, "report/")
    send_refused_report(
        two_teams, match, page.press("Send report", **NIL_NIL), "needs a winner, and the score is a draw"
    )
    assert page.press("Send report", decided_by="overtime").status == 422
    assert page.press("Send report", decided_by="magic", decided_for="home").status == 422
    assert page.press("Send report", decided_by="shoot_out", decided_for="nobody").status == 422
    assert page.press("Send report", **NIL_NIL, decided_by="shoot_out", decided_for="away").status == 200
    assert MatchState(match).played.winner() == "away"


def test_the_blood_bowl_final_records_who_took_part(two_teams: TwoTeams) -> None:
    match = match_builders.ready_match(two_teams.home, two_teams.away)
    Match.objects.filter(pk=match.pk).update(stage="final", tournament="blood_bowl")
    idle, scorer = match_builders.players_of(match, "home")[:2]
    page = two_teams.page(two_teams.coach, match, "report/")
    there = [player for player in page.form_with("Send report").fields["took_part.home"] if player != str(idle)]
    assert len(there) == 11
    fields = {"score.home": "1", "took_part.home": there}
    refusal = page.press("Send report", **fields, **{f"line.home.{idle}.touchdowns": "1"})
    assert refusal.status == 422
    assert str(idle) not in refusal.form_with("Send report").fields["took_part.home"]
    assert page.press("Send report", **fields, **{f"line.home.{scorer}.touchdowns": "1"}).status == 200
    assert Report.objects.get().data["home"]["took_part"] == [int(player) for player in there]


@pytest.mark.parametrize("value", ["", "2", HOSTILE])
def test_a_count_is_a_field_of_django_with_its_steps(value: str) -> None:
    cell = {"name": "line.home.7.{x}", "value": value, "label": "{goals} & <b>", "abbr": "{g}", "most": "9"}
    html = count_cells(f"7 {HOSTILE}", [cell, cell])
    told = {"aria_label": f"7 {HOSTILE}, {{goals}} & <b>", "max": "9", "min": 0, "placeholder": "0"}
    field = widget("number", cell["name"], value, **told, autocomplete="off", css="")
    assert html.count(field) == 2
    assert html.count('data-label="{goals} &amp; &lt;b&gt;" data-abbr="{g}"') == 2
    assert html.count(f'aria-label="7 {escape(HOSTILE)}, {{goals}} &amp; &lt;b&gt;: +1"') == 2


def test_a_player_who_misses_the_match_is_a_shirt_that_cannot_be_tapped() -> None:
    shirt = {"who": "7", "called": HOSTILE, "name": HOSTILE, "absent": False, "drawn": SafeString("<svg></svg>")}
    there, absent = table_shirts("home", [shirt]), table_shirts("home", [shirt | {"absent": True}])
    assert "<b>" not in there + absent and "<svg></svg>" in there and " disabled" not in there
    assert f'data-who="7" disabled aria-label="{escape(HOSTILE)},\n  misses this match"' in absent
