"""The Blood Bowl up to the next season: its final brings medals, its winner gets 20k more a match (L4, L6, L7)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from competitions.models import Competition, Fixture, Trophy
from competitions.season_end import play_offs
from competitions.season_end.play_offs import Plan
from competitions.trophies.awarding import TrophyAward, award_trophy
from leagues.models import League
from matches.models import Match, PlayerLine
from matches.report import reporting
from matches.sequence import opening
from rules.sheet.match import Terms
from teams.ledger import ledger
from teams.models import Team, TeamState
from tests.audits import audit
from tests.competitions.competition_builders import competition_in
from tests.leagues.cast import Cast
from tests.matches import match_builders
from tests.teams import team_builders

DIE = 3
RE_ROLL = "winnings_reroll"


def finalists(cast: Cast) -> tuple[Competition, Team, Team]:
    """A Blood Bowl of two teams, drawn and started: its final is still to be played."""
    League.objects.filter(pk=cast.league.pk).update(dice=League.Dice.TYPED)
    orcs = team_builders.team_from_list(cast.league, cast.coach, "Gouged Eye", "Orc")
    humans = team_builders.team_from_list(cast.league, cast.other_coach, "Reavers", "Human")
    table = competition_in(cast.league, [orcs, humans], started=True, name="Summer")
    trophy = Trophy(league=cast.league, key="blood_bowl", name="Blood Bowl")
    plan = Plan(name="Blood Bowl", way=play_offs.PLAY_OFFS, sources=[table], ticked=[orcs, humans], trophy=trophy)
    return play_offs.draw_play_offs(season=table.season, by=cast.commissioner, plan=plan), orcs, humans


def winnings_of(match: Match, side: str) -> int:
    return int(match.sides.get(side=side).winnings)


def earned(match: Match, side: str, *, won: bool, more: int = 0, times: int = 1) -> int:
    """A side's winnings: the die and FAME, 10k for a win, ``more`` from a trophy, ``times`` doubled."""
    return ((DIE + match.sides.get(side=side).fame) * 10_000 + (10_000 if won else 0) + more) * times


def played_out(match: Match) -> Match:
    """Play its post-match; both coaches roll the same die for winnings and keep it."""
    match_builders.answer_all(match, winnings=[DIE], **{RE_ROLL: "keep"})
    found = Match.objects.get(pk=match.pk)
    assert found.state == Match.State.CLOSED
    return found


def home_wins(home: Team, away: Team, stage: str = "league") -> Match:
    return played_out(match_builders.confirm_match(match_builders.ready_match(home, away, Terms(stage=stage)), home=1))


@pytest.mark.costly
@pytest.mark.rules("L4", "L6")
def test_a_blood_bowl_final_brings_medals_and_20k_more_for_each_match_of_the_winner(cast: Cast) -> None:
    cup, orcs, humans = finalists(cast)
    final = Fixture.objects.get(tie__competition=cup).match
    assert (final.stage, final.tournament) == ("final", "blood_bowl")
    home = final.sides.get(side="home").team
    match_builders.answer_all(opening.open_match(match=final, by=home.coach), by=home.coach)
    final = Match.objects.get(pk=final.pk)
    there = {side: match_builders.players_of(final, side) for side in ("home", "away")}
    idle = there["home"][-1]
    reported = match_builders.report_with(final, home=1)
    reported = replace(reported, home=replace(reported.home, took_part=there["home"][:-1]))
    reporting.report_match(match=final, expected=final.version, reported=reported, by=home.coach)
    away = final.sides.get(side="away").team
    final = reporting.confirm_report(match=final, digest=final.reports.get().digest, by=away.coach)
    final = played_out(final)

    medals = {line.player_id: line.counts["mvps"] for line in PlayerLine.objects.filter(side__match=final)}
    chosen = [player for player in medals if medals[player] == (1 if player == idle else 2)]
    assert len(chosen) == 2, "each side has its MVP beside the medals"
    assert all(medals[player] == (0 if player == idle else 1) for player in medals if player not in chosen)
    spp = ledger.sheet_in(TeamState.objects.get(team=away)).player(there["away"][1]).spp
    assert spp == 5 * medals[there["away"][1]]
    assert winnings_of(final, "home") == earned(final, "home", won=True, times=2)
    assert winnings_of(final, "away") == earned(final, "away", won=False, times=2)

    cup.refresh_from_db()
    champion = cup.ties.get().winner
    assert champion == home
    trophy = Trophy.objects.get(key="blood_bowl")
    given = {"by": cast.commissioner, "expected": trophy.version, "season": cup.season}
    award_trophy(trophy=trophy, **given, to=TrophyAward(team=champion, runner_up=away))
    other = humans if champion == orcs else orcs
    league = home_wins(champion, other)
    assert winnings_of(league, "home") == earned(league, "home", won=True, more=20_000)
    assert winnings_of(league, "away") == earned(league, "away", won=False)
    semi_final = home_wins(champion, other, "semi_final")
    assert winnings_of(semi_final, "home") == earned(semi_final, "home", won=True, more=20_000, times=2)
    assert not any(found.differences for found in audit())
