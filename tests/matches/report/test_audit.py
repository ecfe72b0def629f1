"""`manage.py audit` runs every match again: it finds falsified rows, and nothing in sound ones."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db.models import F

from matches.models import Deed, Match, MatchAnswer, MatchSide, PlayerLine, Report
from matches.report.audit import audit, audit_deeds
from matches.report.reporting import digest_of
from matches.sequence.annulling import call_off
from rules.sheet.match import Injury
from tests.audits import audit as audit_all
from tests.matches import match_builders
from tests.matches.conftest import TwoTeams


@pytest.fixture
def match(two_teams: TwoTeams) -> Match:
    """A closed match, in which the home team scored and killed a player."""
    ready = match_builders.ready_match(two_teams.home, two_teams.away)
    killer, victim = (match_builders.players_of(ready, side)[1] for side in ("home", "away"))
    match_builders.confirm_match(
        ready,
        home=2,
        home_lines={killer: {"casualties": 1}},
        away_injuries=[Injury(player=victim, casualty=61, by=killer)],
    )
    match_builders.answer_all(ready)
    return Match.objects.get(pk=ready.pk)


def found() -> list[str]:
    """All that differs in matches and in what players earned."""
    return [each for finding in (*audit(), *audit_deeds()) for each in finding.differences]


def home(match: Match) -> MatchSide:
    return match.sides.get(side="home")


def scorer(match: Match) -> PlayerLine:
    return PlayerLine.objects.get(side__match=match, deeds__key="touchdowns", deeds__count=2)


def test_a_closed_and_a_reported_match_are_sound(two_teams: TwoTeams, match: Match) -> None:
    assert match.state == Match.State.CLOSED
    assert found() == []
    assert match_builders.reported_match(two_teams.home, two_teams.away).state == Match.State.REPORTED
    assert found() == []


def test_a_match_in_its_post_match_is_sound(two_teams: TwoTeams) -> None:
    match = match_builders.confirmed_match(two_teams.home, two_teams.away)
    assert match.state == Match.State.POST_MATCH
    assert found() == []
    Deed.objects.filter(line__side=home(match), key="touchdowns").update(count=F("count") + 1)
    assert any("has touchdowns" in each for each in found())


def test_a_match_that_was_called_off_is_sound(two_teams: TwoTeams) -> None:
    match = match_builders.confirmed_match(two_teams.home, two_teams.away)
    call_off(match=match, by=two_teams.cast.commissioner, reason="Rain")
    assert [each for finding in audit_all() for each in finding.differences] == []


def falsified_side(**columns: object) -> Callable[[Match], object]:
    return lambda match: match.sides.filter(side="home").update(**columns)


def falsified_line(**columns: object) -> Callable[[Match], object]:
    return lambda match: PlayerLine.objects.filter(pk=scorer(match).pk).update(**columns)


def falsified_deed(key: str, count: int) -> Callable[[Match], object]:
    return lambda match: scorer(match).deeds.update_or_create(key=key, defaults={"count": count})


def falsified_match(**columns: object) -> Callable[[Match], object]:
    return lambda match: Match.objects.filter(pk=match.pk).update(**columns)


def more_touchdowns(match: Match) -> None:
    """A false report with a right digest, and the rows that follow from it."""
    report = Report.objects.get(match=match, state=Report.State.CONFIRMED)
    report.data["home"]["score"] = 3
    report.data["home"]["lines"][0]["touchdowns"] = 3
    Report.objects.filter(pk=report.pk).update(data=report.data, digest=digest_of(report.data))
    falsified_side(score=3)(match)
    falsified_line(spp=F("spp") + 3)(match)
    falsified_deed("touchdowns", 3)(match)


def without_the_scorer(match: Match) -> None:
    PlayerLine.objects.filter(pk=scorer(match).pk).remove()


def other_mvp(match: Match) -> None:
    row = MatchAnswer.objects.filter(match=match, side="home", key="mvp.1").get()
    other = next(each for each in row.question["options"] if each[0] != row.value and each != row.value)
    MatchAnswer.objects.filter(pk=row.pk).update(value=other if isinstance(other, str) else other[0])


FALSIFIED: dict[str, tuple[Callable[[Match], object], str]] = {
    "the score": (falsified_side(score=5), "has score 5, by the report 2"),
    "the result": (falsified_side(result="draw"), "has result 'draw', by the report 'win'"),
    "the casualties": (falsified_side(casualties=0), "has casualties 0, by the report 1"),
    "the winnings": (falsified_side(winnings=990_000), "has winnings 990000, by the report"),
    "a concession": (falsified_match(conceded_by="away"), "it has conceded_by 'away', by the report ''"),
    "a touchdown": (falsified_deed("touchdowns", 4), "has touchdowns 4, by the report 2"),
    "the points": (falsified_line(spp=60), "has spp 60, by the report"),
    "an MVP": (falsified_deed("mvps", 2), "has mvps 2, by the report"),
    "a death": (falsified_line(died=True), "has died True, by the report False"),
    "a missing line": (without_the_scorer, "has no line, by the report"),
    "a line too many": (
        lambda match: PlayerLine.objects.create(side=home(match), kind="star", name="Nobody"),
        "star Nobody took no part, by the report",
    ),
    "the report": (
        lambda match: Report.objects.filter(match=match).update(digest="0" * 64),
        "its report is not the one that was confirmed",
    ),
    "its state": (
        lambda match: Report.objects.filter(match=match).update(state=Report.State.DISPUTED),
        "its report is disputed",
    ),
    "no report": (lambda match: Report.objects.filter(match=match).delete(), "it counts, but has no report"),
    "an answer": (other_mvp, "has mvps"),
    "missing answers": (
        lambda match: MatchAnswer.objects.filter(match=match, sequence="post_match").delete(),
        "its answers do not lead to where the match is",
    ),
    "an unplayed match with a result": (falsified_match(state="playing"), "it does not count, but has results"),
    "report and rows together": (more_touchdowns, "has touchdowns 3 in match"),
}


@pytest.mark.costly
@pytest.mark.parametrize("what", FALSIFIED)
def test_what_was_falsified_is_found(what: str, match: Match) -> None:
    falsify, expected = FALSIFIED[what]
    falsify(match)
    assert [each for each in found() if expected in each], found()
