"""The pages of a correction without scripts, for a commissioner and for two coaches."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from leagues.models import Membership
from matches.correction import correcting
from matches.models import Match, MatchCorrection, PlayerLine
from matches.sequence import annulling, opening
from rules.journal import PointsEarned, SkillGained
from teams.ledger import ledger
from teams.models import JournalEntry, Player, Team, TeamState
from teams.trading.takeovers import offer_team, take_over
from tests.audits import audit
from tests.leagues.cast import signed_in
from tests.matches import match_builders
from tests.matches.conftest import TwoTeams
from tests.matches.correction.correction_pages import answer_and_decide, answer_first
from tests.matches.forms import Page
from tests.teams import team_builders

pytestmark = pytest.mark.once


def sheet_of(team: Team):
    return ledger.sheet_in(TeamState.objects.get(team=team))


def begin_with_changes(two_teams: TwoTeams, match: Match, who: object = None, **fields: str) -> Page:
    """A started correction with a changed report."""
    client = who or two_teams.commissioner
    page = two_teams.page(client, match, "correct/")
    page = page.press("Start correction", reason="It was the other Blitzer.")
    return page.press("Preview changes", **fields)


def test_a_commissioner_corrects_a_scorer_and_sees_the_consequences(two_teams: TwoTeams) -> None:
    match = match_builders.closed_match(two_teams.home, two_teams.away, home=1)
    first, second = match_builders.players_of(match, "home")[:2]
    page = begin_with_changes(
        two_teams, match, **{f"line.home.{first}.touchdowns": "", f"line.home.{second}.touchdowns": "1"}
    )
    answer_and_decide(page)
    with CaptureQueriesContext(connection) as queries:
        page = two_teams.page(two_teams.commissioner, match, "correction/")
    assert len([query for query in queries if 'FROM "teams_teamstate"' in query["sql"]]) == 1
    assert "star player points" in page.text.lower()
    assert "Nothing changes for this team" in page.text
    page = page.press("Accept correction")
    assert "Correction saved" in page.text and "It was the other Blitzer." in page.text
    assert JournalEntry.objects.filter(kind="correction").count() == 1
    history = two_teams.coach.get(f"/teams/{two_teams.home.public_id}/history/", follow=True).content.decode()
    assert "Corrected: " in history


def test_the_preview_shows_the_table_before_and_after(two_teams: TwoTeams) -> None:
    from competitions.models import Fixture
    from tests.competitions import competition_builders

    competition = competition_builders.competition_in(two_teams.league, [two_teams.home, two_teams.away], started=True)
    match = Fixture.objects.get(round__competition=competition).match
    home, away = (match.sides.get(side=side).team for side in ("home", "away"))
    match = match_builders.Match.objects.get(pk=match.pk)
    match = opening.open_match(match=match, by=home.coach)
    match_builders.answer_all(match, by=home.coach)
    match = match_builders.confirm_match(Match.objects.get(pk=match.pk), home=1)
    match_builders.answer_all(match, by=home.coach)
    scorer = match_builders.players_of(match, "home")[0]
    page = answer_and_decide(
        begin_with_changes(two_teams, match, **{"score.home": "0", f"line.home.{scorer}.touchdowns": ""})
    )
    assert "3 → 1" not in page.text
    page = page.press("Show what follows in tables and brackets")
    assert competition.name in page.text
    assert "3 → 1" in page.text and "0 → 1" in page.text
    assert away.name in page.text


def test_the_preview_shows_what_follows_in_the_bracket(two_teams: TwoTeams) -> None:
    from competitions.models import Fixture
    from competitions.setup.shape import Shape
    from tests.competitions import competition_builders

    teams, knock_out = [two_teams.home, two_teams.away], Shape(scheduling="knock_out")
    cup = competition_builders.competition_in(two_teams.league, teams, started=True, shape=knock_out)
    match = opening.open_match(match=Fixture.objects.get(round__competition=cup).match, by=two_teams.home.coach)
    match_builders.answer_all(match, by=two_teams.home.coach)
    match = match_builders.confirm_match(Match.objects.get(pk=match.pk), home=1)
    match_builders.answer_all(match, by=two_teams.home.coach)
    first, other = (match_builders.players_of(match, side)[0] for side in ("home", "away"))
    fields = {"score.home": "0", f"line.home.{first}.touchdowns": ""}
    fields |= {"score.away": "1", f"line.away.{other}.touchdowns": "1"}
    page = answer_and_decide(begin_with_changes(two_teams, match, **fields)).press(
        "Show what follows in tables and brackets"
    )
    assert f"What follows in {cup.name}" in page.text
    names = {side.side: side.team.name for side in match.sides.select_related("team")}
    assert cup.ties.get().winner.name == names["home"]
    assert f"Final: {names['away']} would have won it instead of {names['home']}." in page.text
    page.press("Accept correction")
    assert cup.ties.get().winner.name == names["away"]


def test_conflicts_need_a_choice_before_the_correction_can_be_accepted(two_teams: TwoTeams) -> None:
    match = match_builders.closed_match(two_teams.home, two_teams.away, home=1)
    victim, killer = match_builders.players_of(match, "home")[0], match_builders.players_of(match, "away")[0]
    Player.objects.filter(pk=victim).update(name="")
    match_builders.closed_match(two_teams.home, two_teams.away, home=2)
    page = two_teams.page(two_teams.commissioner, match, "correct/").press("Start correction", reason="A death.")
    page = page.press("Add the injury", **{"add.home": str(victim)})
    fields = {"injury.home.0.d68": "61", "injury.home.0.by": str(killer), f"line.away.{killer}.casualties": "1"}
    page = page.press("Preview changes", **fields)
    while page.keys:
        page = answer_first(page)
    said = page.text.partition("Conflicts with later events")[2]
    line = next(each for each in sheet_of(two_teams.home).players if each.player == victim)
    assert f"No. {line.number}, {line.position}: 6 SPP" in said
    assert not any(form.has_button("Accept correction") for form in page.forms)
    page = answer_and_decide(page)
    page = page.press("Accept correction")
    assert "Correction saved" in page.text
    assert PlayerLine.objects.get(side__match=match, player=victim).died


def test_both_coaches_together_can_correct_a_match(two_teams: TwoTeams) -> None:
    match = match_builders.closed_match(two_teams.home, two_teams.away, home=1)
    first, second = match_builders.players_of(match, "home")[:2]
    fields = {f"line.home.{first}.touchdowns": "", f"line.home.{second}.touchdowns": "1"}
    page = answer_and_decide(begin_with_changes(two_teams, match, two_teams.coach, **fields))
    assert not any(form.has_button("Accept correction") for form in page.forms)
    other = two_teams.page(two_teams.other, match, "correction/")
    assert not any(form.has_button("Accept") or form.has_button("Discard correction") for form in other.forms)
    page.press("Propose to the other coach")
    two_teams.page(two_teams.other, match, "correction/").press("Accept correction")
    assert MatchCorrection.objects.get().state == MatchCorrection.State.ACCEPTED
    assert MatchCorrection.objects.get().accepted_by == two_teams.cast.other_coach


def test_two_coaches_cannot_keep_what_needs_a_commissioner(two_teams: TwoTeams) -> None:
    match = match_builders.closed_match(two_teams.home, two_teams.away, home=1)
    first, second = match_builders.players_of(match, "home")[:2]
    line = sheet_of(two_teams.home).player(first)
    assert line is not None and line.spp < 6, "the player has not reached the level yet"
    reached = PointsEarned(player=first, spp=6 - line.spp)
    team_builders.append_entries(two_teams.home, reached, SkillGained(player=first, skill="Block", cost=20_000))
    fields = {f"line.home.{first}.touchdowns": "", f"line.home.{second}.touchdowns": "1"}
    page = begin_with_changes(two_teams, match, two_teams.coach, **fields)
    while page.keys:
        page = answer_first(page)
    form = page.form_with("Save decisions")
    (finding,) = [name for name in form.options if name.startswith("home.")]
    page = page.send(form, "Save decisions", **{finding: "keep"})
    page.press("Propose to a commissioner")
    page = two_teams.page(two_teams.other, match, "correction/")
    assert "Waiting for a commissioner" in page.text
    assert not any(form.has_button("Accept correction") for form in page.forms)
    two_teams.page(two_teams.commissioner, match, "correction/").press("Accept correction")
    assert MatchCorrection.objects.get().accepted_by == two_teams.cast.commissioner


def test_a_proposal_that_changed_since_it_was_opened_is_not_accepted(
    two_teams: TwoTeams,
) -> None:
    match = match_builders.closed_match(two_teams.home, two_teams.away, home=1)
    first, second, third = match_builders.players_of(match, "home")[:3]
    fields = {f"line.home.{first}.touchdowns": "", f"line.home.{second}.touchdowns": "1"}
    answer_and_decide(begin_with_changes(two_teams, match, two_teams.coach, **fields)).press(
        "Propose to the other coach"
    )
    looked_at = two_teams.page(two_teams.other, match, "correction/")
    fields = {f"line.home.{second}.touchdowns": "", f"line.home.{third}.touchdowns": "1"}
    again = two_teams.page(two_teams.coach, match, "correction/report/").press("Preview changes", **fields)
    answer_and_decide(again).press("Propose to the other coach")
    page = looked_at.press("Accept correction")
    assert "has changed since you opened it" in page.text
    assert MatchCorrection.objects.get().state == MatchCorrection.State.PROPOSED
    assert not JournalEntry.objects.filter(kind="correction").exists()
    two_teams.page(two_teams.other, match, "correction/").press("Accept correction")
    assert PlayerLine.objects.get(side__match=match, player=third).counts["touchdowns"] == 1


def test_a_new_coach_cannot_accept_the_old_coachs_proposal(two_teams: TwoTeams) -> None:
    match = match_builders.closed_match(two_teams.home, two_teams.away, home=1)
    first, second = match_builders.players_of(match, "home")[:2]
    fields = {f"line.home.{first}.touchdowns": "", f"line.home.{second}.touchdowns": "1"}
    answer_and_decide(begin_with_changes(two_teams, match, two_teams.coach, **fields)).press(
        "Propose to the other coach"
    )
    successor = two_teams.cast.stranger
    Membership.objects.get_or_create(league=two_teams.league, user=successor)
    offer = offer_team(team=two_teams.home, to=successor, by=two_teams.cast.commissioner, reason="Moved away.")
    take_over(offer=offer, by=successor)
    page = two_teams.page(signed_in(successor), match, "correction/")
    assert not any(form.has_button("Accept correction") for form in page.forms)
    command = {"command_id": "11111111-1111-4111-8111-111111111111", "version": MatchCorrection.objects.get().version}
    seen = {f"seen.{row.side}": row.team.state_row.seq for row in match.sides.all()}
    answer = signed_in(successor).post(f"/matches/{match.public_id}/correction/accept/", command | seen)
    assert answer.status_code == 422
    two_teams.page(two_teams.other, match, "correction/").press("Accept correction")
    assert MatchCorrection.objects.get().accepted_by == two_teams.cast.other_coach


def test_a_new_coach_can_continue_the_old_coachs_correction(two_teams: TwoTeams) -> None:
    match = match_builders.closed_match(two_teams.home, two_teams.away, home=1)
    first, second = match_builders.players_of(match, "home")[:2]
    fields = {f"line.home.{first}.touchdowns": "", f"line.home.{second}.touchdowns": "1"}
    answer_and_decide(begin_with_changes(two_teams, match, two_teams.coach, **fields))
    successor = two_teams.cast.stranger
    Membership.objects.get_or_create(league=two_teams.league, user=successor)
    offer = offer_team(team=two_teams.home, to=successor, by=two_teams.cast.commissioner, reason="Moved away.")
    take_over(offer=offer, by=successor)
    Membership.objects.filter(league=two_teams.league, user=two_teams.cast.coach).delete()
    forms = two_teams.page(two_teams.other, match, "correction/").forms
    assert not any(form.has_button("Discard correction") for form in forms)
    two_teams.page(signed_in(successor), match, "correction/").press("Propose to the other coach")
    two_teams.page(two_teams.other, match, "correction/").press("Accept correction")
    assert PlayerLine.objects.get(side__match=match, player=second).counts["touchdowns"] == 1


def test_a_coach_cannot_accept_their_own_correction_or_change_another_coachs(two_teams: TwoTeams) -> None:
    match = match_builders.closed_match(two_teams.home, two_teams.away, home=1)
    command = {"command_id": "11111111-1111-4111-8111-111111111111", "seen.home": "1", "seen.away": "1"}
    begin_with_changes(two_teams, match, two_teams.coach, **{"score.home": "1"})
    for who, name in (
        (two_teams.coach, "accept"),
        (two_teams.other, "accept"),
        (two_teams.other, "give-up"),
        (two_teams.other, "decide"),
    ):
        assert who.post(f"/matches/{match.public_id}/correction/{name}/", command).status_code == 422, name
    assert MatchCorrection.objects.get().state == MatchCorrection.State.DRAFT


def test_a_discarded_correction_changes_nothing(two_teams: TwoTeams) -> None:
    match = match_builders.closed_match(two_teams.home, two_teams.away, home=1)
    page = begin_with_changes(two_teams, match, **{"score.home": "1"}).press("Discard correction")
    assert "Nothing changed" in page.text
    assert not JournalEntry.objects.filter(kind="correction").exists()


@pytest.mark.parametrize("fields", [{"score.home": "5"}, {"score.home": "abc"}, {"score.home": "-1"}])
def test_a_refused_report_keeps_what_was_typed(two_teams: TwoTeams, fields: dict[str, str]) -> None:
    match = match_builders.closed_match(two_teams.home, two_teams.away, home=1)
    page = begin_with_changes(two_teams, match, **fields)
    assert page.status == 422
    assert fields["score.home"] in page.response.content.decode()
    assert MatchCorrection.objects.get().report is None


def test_a_corrected_report_is_checked_while_typing(two_teams: TwoTeams) -> None:
    match = match_builders.closed_match(two_teams.home, two_teams.away, home=1)
    page = two_teams.page(two_teams.commissioner, match, "correct/").press("Start correction", reason="Miscounted.")
    form = page.form_with("Preview changes")
    fields = {name: values[-1] for name, values in form.fields.items() if values}
    address = f"/matches/{match.public_id}/correction/report/?check"
    assert "No problems found" in two_teams.commissioner.post(address, fields).content.decode()
    wrong = two_teams.commissioner.post(address, fields | {"score.home": "2"}).content.decode()
    assert "1 problem to fix" in wrong
    assert MatchCorrection.objects.get().report is None


def test_a_match_leads_to_the_correction_that_was_begun(two_teams: TwoTeams) -> None:
    match = match_builders.closed_match(two_teams.home, two_teams.away, home=1)
    before = two_teams.page(two_teams.commissioner, match).text
    assert "Correct match" in before and "Annul match" in before
    two_teams.page(two_teams.coach, match, "correct/").press("Start correction", reason="Miscounted.")
    for client in (two_teams.coach, two_teams.commissioner):
        text = two_teams.page(client, match).text
        assert "Go to the correction" in text and "Correct match" not in text and "Annul match" not in text
    assert "Go to the correction" not in two_teams.page(Client(), match).text


def test_only_closed_matches_have_the_correction_pages(two_teams: TwoTeams) -> None:
    match = match_builders.confirmed_match(two_teams.home, two_teams.away)
    assert "Correct match" not in two_teams.page(two_teams.commissioner, match).text
    answer = two_teams.commissioner.post(
        f"/matches/{match.public_id}/correct/",
        {"command_id": "11111111-1111-4111-8111-111111111111", "reason": "Why not"},
    )
    assert answer.status_code == 409
    assert two_teams.commissioner.get(f"/matches/{match.public_id}/correction/").status_code == 404


def test_a_closed_match_can_be_annulled_and_played_again(two_teams: TwoTeams) -> None:
    team_builders.add_gold(two_teams.home, 100_000)
    before = sheet_of(two_teams.home), sheet_of(two_teams.away)
    match = match_builders.closed_match(two_teams.home, two_teams.away, home=1)
    page = two_teams.page(two_teams.commissioner, match, "annul/").press("Preview changes", reason="Wrong opponent.")
    assert "can be played again" in page.text and "star player points" in page.text.lower()
    assert page.press("Annul match").text.count("Match annulled.") == 1
    match.refresh_from_db()
    assert match.state == Match.State.SCHEDULED and match.opened_at is None
    assert not PlayerLine.objects.filter(side__match=match).exists()
    assert (sheet_of(two_teams.home), sheet_of(two_teams.away)) == before
    assert [finding.differences for finding in audit() if finding.differences] == []
    again = opening.open_match(match=match, by=two_teams.cast.coach)
    match_builders.answer_all(again, by=two_teams.cast.coach)
    again = match_builders.confirm_match(Match.objects.get(pk=match.pk), home=2)
    match_builders.answer_all(again, by=two_teams.cast.coach)
    assert Match.objects.get(pk=match.pk).state == Match.State.CLOSED


def test_calling_a_match_off_in_its_post_match_refunds_its_purchases(two_teams: TwoTeams) -> None:
    team_builders.add_gold(two_teams.home, 100_000)
    before = sheet_of(two_teams.home), sheet_of(two_teams.away)
    ready = match_builders.ready_match(two_teams.home, two_teams.away, inducements=[{"kind": "bribe"}])
    assert sheet_of(two_teams.home) != before[0] or sheet_of(two_teams.away) != before[1]
    match = match_builders.confirm_match(ready, home=1)
    page = two_teams.page(two_teams.commissioner, match, "call-off/").press(
        "Call off match", reason="The lights went out."
    )
    assert "to be played" in page.text
    assert (sheet_of(two_teams.home), sheet_of(two_teams.away)) == before
    assert [finding.differences for finding in audit() if finding.differences] == []
    second = opening.open_match(match=Match.objects.get(pk=match.pk), by=two_teams.cast.coach)
    annulling.call_off(match=second, by=two_teams.cast.commissioner, reason="Again.")
    assert (sheet_of(two_teams.home), sheet_of(two_teams.away)) == before


def test_only_commissioners_can_annul_a_match(two_teams: TwoTeams) -> None:
    match = match_builders.closed_match(two_teams.home, two_teams.away)
    assert two_teams.coach.get(f"/matches/{match.public_id}/annul/").status_code == 403
    assert "Annul it" not in two_teams.page(two_teams.coach, match).text


def test_each_new_question_names_the_team_that_is_asked(two_teams: TwoTeams) -> None:
    match = match_builders.closed_match(two_teams.home, two_teams.away, home=1, away=1)
    made = correcting.begin_correction(match=match, by=two_teams.cast.commissioner, reason="It was no draw.")
    reported = match_builders.report_with(match, home=2, away=1)
    correcting.correct_report(correction=made, expected=made.version, reported=reported)
    page = two_teams.page(two_teams.commissioner, match, "correction/")
    assert page.keys
    titles = re.findall(r'<h2 class="plain" id="[^"]+-title">([^<]+)</h2>', page.html)
    assert len(titles) == len(page.keys)
    assert all(title.startswith(("Ironside Orcs: ", "Harbour Humans: ")) for title in titles), titles
