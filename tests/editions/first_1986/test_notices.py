"""What coaches of a league of the first edition are told, in the inbox and by mail: nothing that this book lacks."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from django.db import transaction

from leagues import services
from notices.extensions import kinds
from rules.editions.first_1986 import EDITION
from tests.editions.lacking import lacking_words
from tests.editions.league import drafted
from tests.leagues.cast import add_member, create_cast
from tests.matches.conftest import TwoTeams
from tests.notices.states import STATES

EASY = {"draws": True, "points_for": "whole_squad"}
"""A report may have any score, and need not say who took the field."""
OF_TRADES = re.compile(r"teams\.(trade|loan)")
"""Nobody trades by this book."""
SPOKEN = re.compile(r"\bgold\b|\bvalue\b|\bfans?\b|\bre-?rolls?\b|\bTV\b|\btreasury\b|\bgp\b", re.IGNORECASE)


@pytest.fixture
def world(db: None) -> TwoTeams:
    """A league of the book with a team of each coach, as the scenes of all states know it."""
    cast = create_cast()
    details = services.Details(name="Chaos Challenge")
    cast.league = services.create_league(by=cast.commissioner, details=details, edition=EDITION.key, options=EASY)
    teams = []
    for coach, team_list in ((cast.coach, "Orc"), (cast.other_coach, "Human")):
        add_member(cast.league, coach)
        teams.append(drafted(cast.league, cast.commissioner, coach, team_list))
    return TwoTeams(cast, *teams)


def said(world: TwoTeams) -> Iterator[tuple[str, str]]:
    """The key of every kind that is about something in the league, with its line and its text for the coach."""
    for subject in {kind.subject.key: kind.subject for kind in kinds}.values():
        for thing in subject.things[:2]:
            words = subject.words(thing, world.cast.coach)
            for kind in kinds:
                if kind.subject.key == subject.key:
                    yield kind.key, f"{kind.line!s}\n{kind.text!s}" % words


@pytest.mark.costly
def test_no_notice_speaks_of_what_the_book_lacks(world: TwoTeams) -> None:
    """Of all kinds about something in such a league: its things in one state each, since the words stay the same."""
    lacking, told = lacking_words(EDITION), set()
    assert lacking is not None
    wrong: list[tuple[str, str, str]] = []
    scenes = {model: build for (model, _state), build in STATES.items() if model != "teams.Trade"}
    for build in scenes.values():
        with transaction.atomic():
            build(world)
            for kind, text in said(world):
                told.add(kind)
                wrong += [(kind, match[0], text) for each in (lacking, SPOKEN) if (match := each.search(text))]
            transaction.set_rollback(True)
    assert wrong == []
    silent = {kind.key for kind in kinds} - told
    assert {key for key in silent if not OF_TRADES.match(key)} <= {"leagues.decided_alone"}
