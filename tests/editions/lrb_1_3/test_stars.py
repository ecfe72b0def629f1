"""What of a star lasts beyond a match, by the Living Rulebook 1.3: nothing, but a lost Death Roller in some leagues."""

from __future__ import annotations

import pytest

from rules.editions.lrb_1_3 import EDITION
from rules.sheet.match import InducedLine
from rules.team.hired import injury_matters, keeps_injuries, lasting_fate
from tests.editions.lrb_1_3.build import BOOK, lrb

STARS = ("Old Roller; 160k; Any; 4 7 1 10; Death-Roller; death roller", "Old Ironbelly; 200k; Any; 5 4 3 9; Block")
DEAD, SERIOUS, HURT = 6, 4, 1


def line(name: str, casualty: int) -> InducedLine:
    return InducedLine(kind="star", name=name, casualty=casualty)


@pytest.mark.rules("lrb-1.3:LS1")
def test_no_injury_or_death_of_a_star_lasts() -> None:
    rules = lrb(star_players=STARS)
    assert not keeps_injuries(rules)
    for name in ("Old Roller", "Old Ironbelly"):
        assert [lasting_fate(rules, line(name, casualty)) for casualty in (DEAD, SERIOUS, HURT)] == ["", "", ""]
        assert not injury_matters(rules, line(name, DEAD), "Human")


@pytest.mark.rules("lrb-1.3:§4.7")
def test_a_death_roller_whose_driver_is_killed_is_lost_where_the_league_says_so() -> None:
    rules = lrb(star_players=STARS, death_roller_wrecked=True)
    assert keeps_injuries(rules)
    fates = [lasting_fate(rules, line("Old Roller", casualty)) for casualty in (0, HURT, SERIOUS, DEAD)]
    assert fates == ["", "", "", "dead"]
    assert injury_matters(rules, line("Old Roller", DEAD), "Human")
    assert lasting_fate(rules, line("Old Ironbelly", DEAD)) == ""
    assert not injury_matters(rules, line("Old Ironbelly", DEAD), "Human")


@pytest.mark.rules("lrb-1.3:LS4")
def test_without_a_list_of_the_leagues_own_no_stars_are_sold() -> None:
    assert "star" in BOOK.inducements and not BOOK.stars
    assert "star" not in lrb().book.inducements
    assert "star" not in lrb(death_roller_wrecked=True).book.inducements
    assert "star" in lrb(star_players=STARS).book.inducements


def test_a_star_is_of_the_kinds_that_the_rules_ask_for() -> None:
    assert [key for key, _label in EDITION.book.options["star_players"].choices] == ["Troll", "Treeman", "Death Roller"]
    assert lrb(star_players=STARS).book.stars["Old Roller"].keywords == ("Death Roller",)
    hired = BOOK.inducements["star"]
    assert dict(hired.percent_by_list) == {"Goblin": 100, "Halfling": 100}
    assert dict(hired.spared_by_list) == {"Goblin": "Troll", "Halfling": "Treeman"}
    with pytest.raises(ValueError, match='kind: there is no kind of star "Trol"'):
        lrb(star_players=["A; 1k; Any; 4 4 4 4; -; Trol"])
