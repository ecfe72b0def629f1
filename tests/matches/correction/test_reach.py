"""Corrections of players who have gone to other teams since, in a trade or on loan (L1, C8; p39, 31)."""

from __future__ import annotations

import pytest

from leagues.models import LogEntry
from matches import wording
from matches.correction import correcting
from matches.correction.corrected import CorrectedMatch
from matches.models import MatchCorrection, PlayerLine
from rules.journal import PointsEarned
from rules.sheet.sheet import PlayerSheet, TeamSheet, counts
from rules.team.trades import Stake
from teams.ledger import ledger
from teams.models import JournalEntry, Player, Team, TeamState
from teams.roster import retiring
from teams.selectors import names_of
from teams.trading.loans import end_loan
from tests.leagues.cast import Cast, add_member, create_cast
from tests.matches import match_builders
from tests.matches.conftest import TwoTeams
from tests.matches.correction.correction_builders import (
    assert_journals_agree,
    begin_answered,
    player_far_from_a_level,
    report_of_a_death,
    report_of_another_scorer,
    third_team,
    trade_players,
)
from tests.matches.correction.correction_pages import answer_and_decide
from tests.teams import team_builders
from tests.teams.trade_builders import TradingTeams, create_trading_teams, days_ahead, noon, reloaded  # noqa: F401 - noon is a fixture
from web.errors import Refusal

pytestmark = [pytest.mark.once, pytest.mark.rules("L1", "C8")]


@pytest.fixture
def cast(db: None) -> Cast:
    return create_cast()


@pytest.fixture
def trading_teams(cast: Cast) -> TradingTeams:
    return create_trading_teams(cast)


@pytest.fixture
def two_teams(trading_teams: TradingTeams) -> TwoTeams:
    return TwoTeams(trading_teams.cast, trading_teams.ours, trading_teams.theirs)


def sheets() -> dict[str, TeamSheet]:
    """The current sheets of all teams."""
    return {state.team.name: ledger.sheet_in(state) for state in TeamState.objects.select_related("team")}


def decide_findings(made: MatchCorrection) -> MatchCorrection:
    """Every conflicting entry is removed, or kept if it cannot be removed."""
    while True:
        state = CorrectedMatch(made)
        open_ones = {journal.label: state.worked(journal).undecided for journal in state.touched}
        if not any(open_ones.values()):
            return made
        choices = {
            label: {each.key: "strike" if "strike" in each.choices else each.choices[0] for each in found}
            for label, found in open_ones.items()
        }
        made = correcting.decide(correction=made, expected=made.version, choices=choices)


def accept_correction(trading_teams: TradingTeams, made: MatchCorrection) -> None:
    seen = {journal.label: journal.seq for journal in CorrectedMatch(made).touched}
    given = {"by": trading_teams.cast.commissioner, "commissioner": True}
    correcting.accept(correction=made, expected=made.version, seen=seen, **given)
    assert_journals_agree()


def line_of(trading_teams: TradingTeams, team: Team, player: int) -> PlayerSheet:
    line = trading_teams.sheet(team).player(player)
    assert line is not None
    return line


def test_a_traded_players_points_are_corrected_on_the_new_team(
    trading_teams: TradingTeams, two_teams: TwoTeams
) -> None:
    match = match_builders.closed_match(trading_teams.ours, trading_teams.theirs, home=1)
    scorer = player_far_from_a_level(match, "home")
    trade_players(trading_teams.ours, trading_teams.theirs, scorer)
    before, known, first = (
        sheets(),
        trading_teams.sheet(trading_teams.theirs),
        match_builders.players_of(match, "home")[0],
    )
    who = wording.player(line_of(trading_teams, trading_teams.theirs, scorer), names_of(trading_teams.theirs))
    page = two_teams.page(two_teams.commissioner, match, "correct/").press("Start correction", reason="A touchdown.")
    page = answer_and_decide(
        page.press("Preview changes", **{f"line.home.{first}.touchdowns": "", f"line.home.{scorer}.touchdowns": "1"})
    )
    assert f"{who} moved to Theirs from Ours (C8, p. 31): the correction applies here too." in page.text
    page = page.press("Accept correction")
    assert "Correction saved" in page.text
    assert_journals_agree()
    line = line_of(trading_teams, trading_teams.theirs, scorer)
    old = known.player(scorer)
    assert old is not None and (line.deed("touchdowns"), line.spp) == (old.deed("touchdowns") + 1, old.spp + 3)
    corrections = JournalEntry.objects.filter(kind="correction", source=f"correction:{match.public_id}")
    assert sorted(corrections.values_list("team__name", flat=True)) == ["Ours", "Theirs"]
    accept_correction(trading_teams, decide_findings(begin_answered(trading_teams, match)))
    assert sheets() == before


def test_a_correction_follows_players_through_several_teams(trading_teams: TradingTeams, two_teams: TwoTeams) -> None:
    """From Ours to a third team and on to a fourth: neither played the match, and both are shown and changed."""
    match = match_builders.closed_match(trading_teams.ours, trading_teams.theirs, home=1)
    scorer, thirds = player_far_from_a_level(match, "home"), third_team(trading_teams)
    add_member(trading_teams.league, trading_teams.cast.staff)
    fourths = team_builders.approved_team(
        trading_teams.league, trading_teams.cast.staff, "Fourths", by=trading_teams.cast.commissioner
    )
    trade_players(trading_teams.ours, thirds, scorer)
    team_builders.append_entries(thirds, PointsEarned(player=scorer, spp=1, deeds=counts(completions=1)))
    trade_players(thirds, fourths, scorer)
    before = sheets()
    made = begin_answered(trading_teams, match, **report_of_another_scorer(match, scorer))
    page = two_teams.page(two_teams.commissioner, match, "correction/")
    assert "This also changes teams that did not play this match: Thirds, Fourths." in page.text
    accept_correction(trading_teams, decide_findings(made))
    line = line_of(trading_teams, fourths, scorer)
    assert (line.deed("touchdowns"), line.deed("completions"), line.spp) == (1, 1, 4)
    (gone,) = trading_teams.sheet(thirds).departed
    assert (gone.line.spp, gone.how) == (4, "traded")
    logged = LogEntry.objects.filter(kind="matches.correction_reached")
    assert sorted(entry.args["team"] for entry in logged) == ["Fourths", "Thirds"]
    accept_correction(trading_teams, decide_findings(begin_answered(trading_teams, match)))
    assert sheets() == before


def test_a_player_who_died_earlier_was_never_traded(trading_teams: TradingTeams, two_teams: TwoTeams) -> None:
    match = match_builders.closed_match(trading_teams.ours, trading_teams.theirs, home=1)
    victim = player_far_from_a_level(match, "home")
    trade_players(trading_teams.ours, trading_teams.theirs, victim)
    team_builders.append_entries(trading_teams.theirs, PointsEarned(player=victim, spp=2, deeds=counts(casualties=1)))
    before = sheets()
    made = begin_answered(trading_teams, match, **report_of_a_death(match, victim))
    with pytest.raises(Refusal) as refused:
        accept_correction(trading_teams, made)
    assert refused.value.id == "matches.correction_undecided"
    page = two_teams.page(two_teams.commissioner, match, "correction/")
    assert "Remove it from the history of both teams, with everything that depends on it" in page.text
    assert "would never have moved to Theirs from Ours" in page.text
    page = answer_and_decide(page)
    page = page.press("Accept correction")
    assert_journals_agree()
    assert trading_teams.sheet(trading_teams.theirs).player(victim) is None
    assert [gone.how for gone in trading_teams.sheet(trading_teams.ours).departed if gone.line.player == victim] == [
        "dead"
    ]
    assert Player.objects.get(pk=victim).team == trading_teams.ours
    for team in (trading_teams.ours, trading_teams.theirs):
        assert trading_teams.client("visitor").get(f"/teams/{team.public_id}/history/").status_code == 200
    assert (
        trading_teams.client("visitor").get(f"/teams/{trading_teams.ours.public_id}/players/{victim}/").status_code
        == 200
    )
    accept_correction(trading_teams, decide_findings(begin_answered(trading_teams, match)))
    assert sheets() == before
    assert Player.objects.get(pk=victim).team == trading_teams.theirs


def test_matches_for_the_new_team_do_not_count_for_who_died_before_the_trade(
    trading_teams: TradingTeams,
) -> None:
    match = match_builders.closed_match(trading_teams.ours, trading_teams.theirs, home=1)
    victim = player_far_from_a_level(match, "home")
    trade_players(trading_teams.ours, trading_teams.theirs, victim)
    later = match_builders.closed_match(trading_teams.ours, trading_teams.theirs, home=1)
    lines = PlayerLine.objects.filter(side__match=later, player=victim)
    before = list(lines.values())
    accept_correction(
        trading_teams, decide_findings(begin_answered(trading_teams, match, **report_of_a_death(match, victim)))
    )
    assert not lines.exists()
    assert_journals_agree()
    accept_correction(trading_teams, decide_findings(begin_answered(trading_teams, match)))
    assert list(lines.values()) == before
    assert_journals_agree()


def test_a_player_returned_from_loan_comes_back_as_corrected(trading_teams: TradingTeams) -> None:
    match = match_builders.closed_match(trading_teams.ours, trading_teams.theirs, home=1)
    player = player_far_from_a_level(match, "home")
    loan = trading_teams.accepted(gives=Stake(players_lent=(player,)), until=days_ahead())
    end_loan(trade=loan, expected=reloaded(loan).version, by=trading_teams.cast.commissioner, commissioner=True)
    before = sheets()
    accept_correction(
        trading_teams,
        decide_findings(begin_answered(trading_teams, match, **report_of_another_scorer(match, player))),
    )
    assert line_of(trading_teams, trading_teams.ours, player).deed("touchdowns") == 1
    assert [gone.line.deed("touchdowns") for gone in trading_teams.sheet(trading_teams.theirs).departed] == [1]
    accept_correction(trading_teams, decide_findings(begin_answered(trading_teams, match)))
    assert sheets() == before


def test_a_player_whose_death_on_loan_is_corrected_returns_home(
    trading_teams: TradingTeams, two_teams: TwoTeams
) -> None:
    """The player was killed in a match of the borrowing team; then the loan ended.

    After the correction the player is back home.
    """
    player = trading_teams.player(trading_teams.ours)
    loan = trading_teams.accepted(gives=Stake(players_lent=(player,)), until=days_ahead())
    match = match_builders.ready_match(trading_teams.theirs, trading_teams.ours)
    match = match_builders.confirm_match(match, home=1, **report_of_a_death(match, player))
    match_builders.answer_all(match, by=trading_teams.cast.coach, at_once=True)
    match.refresh_from_db()
    assert trading_teams.sheet(trading_teams.theirs).player(player) is None
    end_loan(trade=loan, expected=reloaded(loan).version, by=trading_teams.cast.commissioner, commissioner=True)
    before = sheets()
    made = begin_answered(trading_teams, match)
    page = two_teams.page(two_teams.commissioner, match, "correction/")
    assert "came back to Ours from Theirs (C8, p. 31) with the corrected record" in page.text
    accept_correction(trading_teams, decide_findings(made))
    assert line_of(trading_teams, trading_teams.ours, player).loan == 0
    assert [gone.how for gone in trading_teams.sheet(trading_teams.theirs).departed] == ["returned"]
    assert Player.objects.get(pk=player).team == trading_teams.ours
    accept_correction(
        trading_teams, decide_findings(begin_answered(trading_teams, match, **report_of_a_death(match, player)))
    )
    assert sheets() == before
    assert Player.objects.get(pk=player).team == trading_teams.theirs


def test_a_change_in_another_teams_journal_since_the_preview_refuses_the_correction(
    trading_teams: TradingTeams,
) -> None:
    match = match_builders.closed_match(trading_teams.ours, trading_teams.theirs, home=1)
    scorer, thirds = player_far_from_a_level(match, "home"), third_team(trading_teams)
    trade_players(trading_teams.ours, thirds, scorer)
    made = decide_findings(begin_answered(trading_teams, match, **report_of_another_scorer(match, scorer)))
    seen = {journal.label: journal.seq for journal in CorrectedMatch(made).touched}
    assert set(seen) == {"home", "away", thirds.public_id}
    before = JournalEntry.objects.count()
    for wrong in (
        seen | {thirds.public_id: seen[thirds.public_id] - 1},
        {side: seen[side] for side in ("home", "away")},
    ):
        with pytest.raises(Refusal) as refused:
            correcting.accept(
                correction=made,
                expected=made.version,
                by=trading_teams.cast.commissioner,
                seen=wrong,
                commissioner=True,
            )
        assert refused.value.id == "matches.correction_meanwhile" and "Thirds" in str(refused.value)
        made.refresh_from_db()
    assert JournalEntry.objects.count() == before


def test_a_team_in_a_match_continues_with_the_corrected_player(trading_teams: TradingTeams) -> None:
    match = match_builders.closed_match(trading_teams.ours, trading_teams.theirs, home=1)
    scorer, thirds = player_far_from_a_level(match, "home"), third_team(trading_teams)
    trade_players(trading_teams.ours, thirds, scorer)
    later = match_builders.ready_match(thirds, trading_teams.theirs)
    accept_correction(
        trading_teams,
        decide_findings(begin_answered(trading_teams, match, **report_of_another_scorer(match, scorer))),
    )
    fielded = next(row for row in later.sides.all() if row.team_id == thirds.pk)
    (line,) = [line for line in fielded.sheet["players"] if line["player"] == scorer]
    assert dict(line["deeds"])["touchdowns"] == 1


def test_choices_are_accepted_for_teams_of_the_league_only(trading_teams: TradingTeams, two_teams: TwoTeams) -> None:
    match = match_builders.closed_match(trading_teams.ours, trading_teams.theirs, home=1)
    made = begin_answered(trading_teams, match)
    command = {"command_id": "11111111-1111-4111-8111-111111111111"}
    fields = {
        f"{trading_teams.theirs.public_id}.5.0": "strike",
        "abcdefghij.5.0": "strike",
        "home.6.0": "keep",
        "home.7.0": "x",
    }
    two_teams.commissioner.post(f"/matches/{match.public_id}/correction/decide/", command | fields)
    made.refresh_from_db()
    assert made.choices == {"home": {"6.0": "keep"}, "away": {}, trading_teams.theirs.public_id: {"5.0": "strike"}}


def test_annulling_a_match_also_changes_players_traded_since(trading_teams: TradingTeams) -> None:
    """The player keeps what was done elsewhere.

    The new team has retired since, and its journal is corrected all the same.
    """
    match = match_builders.closed_match(trading_teams.ours, trading_teams.theirs, home=1)
    scorer, thirds = match_builders.players_of(match, "home")[0], third_team(trading_teams)
    trade_players(trading_teams.ours, thirds, scorer)
    team_builders.append_entries(thirds, PointsEarned(player=scorer, spp=1, deeds=counts(completions=1)))
    retiring.retire_team(team=thirds, expected=thirds.version, by=trading_teams.cast.commissioner)
    made = correcting.begin_correction(
        match=match, by=trading_teams.cast.commissioner, reason="Wrong pitch.", annuls=True
    )
    accept_correction(trading_teams, decide_findings(made))
    line = line_of(trading_teams, thirds, scorer)
    assert (line.deed("touchdowns"), line.deed("completions"), line.spp) == (0, 1, 1)


def test_the_page_names_players_whom_the_correction_cannot_reach(
    trading_teams: TradingTeams, two_teams: TwoTeams, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other team's journal cannot be changed here; a commissioner corrects the player there by hand."""
    match = match_builders.closed_match(trading_teams.ours, trading_teams.theirs, home=1)
    scorer, thirds = match_builders.players_of(match, "home")[0], third_team(trading_teams)
    trade_players(trading_teams.ours, thirds, scorer)
    monkeypatch.setattr(CorrectedMatch, "_partner", lambda self, team, trade: None)
    made = begin_answered(
        trading_teams, match, **report_of_another_scorer(match, player_far_from_a_level(match, "home"))
    )
    page = two_teams.page(two_teams.commissioner, match, "correction/")
    assert "now plays for Thirds. That team's history does not show the move" in page.text
    assert "Touchdowns: 1 → 0" in page.text
    assert f'href="/teams/{thirds.public_id}/correct/"' in page.response.content.decode()
    accept_correction(trading_teams, decide_findings(made))
    assert line_of(trading_teams, thirds, scorer).deed("touchdowns") == 1


def test_two_coaches_cannot_change_a_third_teams_journal(two_teams: TwoTeams, trading_teams: TradingTeams) -> None:
    """A dead player was never sold: two other coaches would take the player and the gold from the buyer."""
    match = match_builders.closed_match(trading_teams.ours, trading_teams.theirs, home=1)
    scorer, thirds = player_far_from_a_level(match, "home"), third_team(trading_teams)
    trade_players(trading_teams.ours, thirds, scorer)
    first = match_builders.players_of(match, "home")[0]
    page = two_teams.page(two_teams.coach, match, "correct/").press("Start correction", reason="It was the other one.")
    fields = {f"line.home.{first}.touchdowns": "", f"line.home.{scorer}.touchdowns": "1"}
    page = answer_and_decide(page.press("Preview changes", **fields))
    assert "The two coaches can only change their own teams" in page.text
    page.press("Propose to a commissioner")
    made, page = MatchCorrection.objects.get(), two_teams.page(two_teams.other, match, "correction/")
    assert not any(form.has_button("Accept correction") for form in page.forms)
    seen = {journal.label: journal.seq for journal in CorrectedMatch(made).touched}
    with pytest.raises(Refusal, match="a commissioner's decision"):
        correcting.accept(correction=made, expected=made.version, by=trading_teams.cast.other_coach, seen=seen)
    assert not JournalEntry.objects.filter(kind="correction").exists()
    two_teams.page(two_teams.commissioner, match, "correction/").press("Accept correction")
    assert line_of(trading_teams, thirds, scorer).deed("touchdowns") == 1
    assert_journals_agree()
