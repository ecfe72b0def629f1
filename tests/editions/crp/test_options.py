"""Each option that the digest lists is there, and each of its values is played."""

from __future__ import annotations

import re
from collections import defaultdict
from datetime import date
from pathlib import Path

import pytest

from leagues import services
from leagues.models import League
from rules.sheet.match import InducedLine
from rules.team.hired import injury_matters
from rules.team.trades import Offer, Party, Stake, judge
from tests.editions.crp.build import BOOK, crp, team
from tests.leagues.cast import create_cast
from tests.rules.statements import scenarios_of
from tests.teams.team_builders import drafted_team
from web.errors import Refusal

BETWEEN_TEAMS = {"trades", "several_teams_per_coach"}
AFTER_MATCHES = {"star_injuries_waived"}
"""What a scenario of one match cannot show. The tests below try it."""
NAMED_OTHERWISE = {"match_cards": "special_play_cards"}
"""Free cards by dice are a value of the option about cards."""


def played() -> dict[str, set[object]]:
    """The values that scenarios play besides the book's own, by option; of a list of choices each one."""
    found: dict[str, set[object]] = defaultdict(set)
    for scenario in scenarios_of("crp"):
        for name, value in scenario.get("house_rules", {}).items():
            found[name] |= set(value) if isinstance(value, list) else {value}
    return found


def test_every_value_of_an_option_is_played_in_a_scenario() -> None:
    seen = played()
    missing: dict[str, set[object]] = {}
    for option in BOOK.options.values():
        values: set[object] = {choice for choice, _label in option.choices}
        values |= {True, False} if option.type == "boolean" else set()
        own = set(option.default) if isinstance(option.default, tuple) else {option.default}
        left = values - seen[option.name] - own
        if left or not seen[option.name] - own:
            missing[option.name] = left
    assert set(missing) == BETWEEN_TEAMS | AFTER_MATCHES


def test_the_options_of_the_digest_are_there(shared: Path) -> None:
    digest = (shared / "editions" / "crp" / "rules.md").read_text("utf-8")
    listed, of_2016 = digest.partition("## 13 ")[2].partition("## 14 ")[::2]
    rows = [line.split("|")[1] for line in listed.splitlines() if line.startswith("| `")]
    names = {name for row in rows for name in re.findall(r"`(\w+)`", row)}
    names |= set(re.findall(r"\(`(\w+)`, off\)", of_2016))
    assert len(names) == 29
    assert {NAMED_OTHERWISE.get(name, name) for name in names} - set(BOOK.options) == set()


@pytest.mark.rules("crp:C8")
@pytest.mark.parametrize(("trades", "refused"), [("free", []), ("approval", []), ("off", [("C8", "trade.off")])])
def test_teams_trade_if_their_league_lets_them(trades: str, refused: list[tuple[str, str]]) -> None:
    ours = Party(name="Ours", coach=1, sheet=team("Human", "11 Lineman", treasury=20_000))
    theirs = Party(name="Theirs", coach=2, sheet=team("Orc", "11 Lineman", first_id=1000))
    offer = Offer(gives=Stake(gold=10_000), takes=Stake())
    found = judge(crp(trades=trades), offer, ours, theirs, date(2026, 3, 1))
    assert [(violation.rule, violation.id) for violation in found] == refused


@pytest.mark.rules("crp:C8")
@pytest.mark.django_db
def test_a_coach_has_several_teams_if_the_league_lets_them() -> None:
    cast = create_cast()

    def league(name: str, **options: bool) -> League:
        details = services.Details(name=name)
        return services.create_league(by=cast.coach, details=details, edition="crp", options=options)

    one, several = league("One each"), league("More", several_teams_per_coach=True)
    for each in (one, several):
        drafted_team(each, cast.coach, "First")
    drafted_team(several, cast.coach, "Second")
    with pytest.raises(Refusal) as refused:
        drafted_team(one, cast.coach, "Second")
    assert refused.value.id == "teams.one_each"


@pytest.mark.rules("crp:I3")
def test_injuries_of_stars_matter_if_a_league_does_not_waive_them() -> None:
    star = InducedLine(kind="star", name="Griff Oberwald", casualty=61)
    assert not injury_matters(crp(), star, "Orc")
    assert injury_matters(crp(star_injuries_waived=False), star, "Orc")
