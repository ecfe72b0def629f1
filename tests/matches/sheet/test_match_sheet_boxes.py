"""The match sheet during play: turns and re-rolls to tick, and abbreviations explained."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from matches.sequence.sequences import MatchState
from matches.sheet.match_sheet import match_sheet
from matches.sheet.pdf import match_sheet_pdf
from printing.document import Document
from rules.journal import SkillGained
from rules.sheet.match import Terms
from tests.matches import match_builders
from tests.matches.conftest import TwoTeams
from tests.printing.reading import page_texts
from tests.teams import team_builders

pytestmark = pytest.mark.once


def test_it_explains_abbreviations_and_has_the_rerolls_of_both_halves(two_teams: TwoTeams) -> None:
    team_builders.add_entry(two_teams.home, 1, lambda player: SkillGained(player=player, skill="Leader", cost=30_000))
    sheet = match_sheet(MatchState(match_builders.ready_match(two_teams.home, two_teams.away)))
    assert (sheet.sides[0].rerolls, sheet.sides[0].more_rerolls) == (2, (("Leader", 1),))
    assert (sheet.sides[1].rerolls, sheet.sides[1].more_rerolls) == (1, ())
    (text,) = page_texts(match_sheet_pdf(sheet))
    assert text.count("SCORE") == 2
    for words in ("AV Armour Value", "Cp completions", "SPP star player points"):
        assert words in text, words
    assert (text.count("Re-rolls"), text.count("Leader"), text.count("Overtime")) == (4, 3, 0), (
        "one of them is the player's skill"
    )


def test_it_does_not_say_none_before_the_purchases(two_teams: TwoTeams) -> None:
    match = match_builders.opened_match(two_teams.home, two_teams.away)
    assert dict(match_sheet(MatchState(match)).sides[0].words)["Inducements"] == "not chosen yet"


def test_a_final_has_boxes_for_overtime_within_the_page(two_teams: TwoTeams) -> None:
    sheet = match_sheet(MatchState(match_builders.ready_match(two_teams.home, two_teams.away, Terms(stage="final"))))
    (text,) = page_texts(match_sheet_pdf(sheet))
    assert text.count("Overtime") == 2
    many = replace(sheet, sides=(replace(sheet.sides[0], rerolls=9), sheet.sides[1]))
    assert page_texts(match_sheet_pdf(many))[0].count("Re-rolls") == 3, "the second half's would not fit"


def test_it_prints_what_the_league_agreed_about_play(two_teams: TwoTeams) -> None:
    sheet = match_sheet(MatchState(match_builders.ready_match(two_teams.home, two_teams.away)))
    assert sheet.agreements == ()
    (text,) = page_texts(match_sheet_pdf(replace(sheet, agreements=("Arguing: Yes. A 1 is −1.", "Ties: Drawn."))))
    for words in ("Agreements about play: Arguing: Yes. A 1 is −1.", "Ties: Drawn."):
        assert words in text, words


def test_no_frame_touches_the_words_above_it(two_teams: TwoTeams, monkeypatch: pytest.MonkeyPatch) -> None:
    sheet = match_sheet(MatchState(match_builders.ready_match(two_teams.home, two_teams.away)))
    tops: list[float] = []
    words: list[float] = []
    drawn = Document.frame, Document.runs

    def frame(document: Document, x: float, y: float, width: float, height: float, **how: Any) -> None:
        tops.append(y + height)
        drawn[0](document, x, y, width, height, **how)

    def runs(document: Document, x: float, y: float, *rest: Any, **how: Any) -> Any:
        if "Ties" in str(rest):
            words.append(y)
        return drawn[1](document, x, y, *rest, **how)

    monkeypatch.setattr(Document, "frame", frame)
    monkeypatch.setattr(Document, "runs", runs)
    match_sheet_pdf(replace(sheet, agreements=("Ties: Drawn.",)))
    below = [top for top in tops if top < words[-1] + 1]
    assert below and max(below) < words[-1] - 3
