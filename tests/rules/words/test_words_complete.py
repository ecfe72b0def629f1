"""The texts are complete: every id in the sources has a text, every text is used, and every gap is filled."""

from pathlib import Path

import pytest

from rules import editions
from rules.book.edition import Edition
from rules.book.reads import sources
from rules.words.completeness import unfilled_gaps
from rules.words.texts import SHARED, texts_for
from rules.words.used_ids import ids_in

RULES = Path(__file__).resolve().parents[3] / "rules"
SHARED_CODE = [path for path in RULES.rglob("*.py") if not path.is_relative_to(RULES / "editions")]
FOUND = ids_in(SHARED_CODE)
STORED_BEFORE = {
    "bb2020": {
        "blessing.choose",
        "crowd.dedicated",
        "crowd.die",
        "fan_factor.walked_out",
        "redraft",
        "redraft.over",
        "redraft_limited.choose",
        "redraft_players.choose",
        "redraft_staff.choose",
    }
}
"""No step says these any more, but matches and re-drafts that are stored do."""
ASKED_BY_ROW = {"bb2020": {"fan_interaction.choose", "fouling_frenzy.choose", "necessary_violence.choose"}}
"""Questions that a row of a table gives its key as their label, which the sources do not show."""
SORTS = ("terms", "figures", "notes", "violations", "impossible", "questions")


@pytest.mark.parametrize("sort", SORTS)
def test_every_id_of_shared_code_has_a_shared_text_or_one_of_an_edition(sort: str) -> None:
    """Shared steps that only some editions have (a bank) have their texts in those editions."""
    own = {id for edition in editions.EDITIONS for id in texts_for(edition.book)[sort]}
    assert set(FOUND[sort]) <= set(SHARED[sort]) | own


@pytest.mark.parametrize("sort", SORTS)
def test_every_shared_text_is_used(sort: str) -> None:
    used = set(FOUND[sort]).union(*(ids_in(sources(edition.functions))[sort] for edition in editions.EDITIONS))
    assert set(SHARED[sort]) <= used


@pytest.mark.parametrize("edition", editions.EDITIONS, ids=lambda edition: edition.key)
def test_every_text_of_an_edition_is_used_by_it_or_by_shared_code(edition: Edition) -> None:
    words, uses = edition.book.words, ids_in([*sources(edition.functions), *SHARED_CODE])
    for sort in SORTS:
        own = set(getattr(words, sort)) - STORED_BEFORE.get(edition.key, set()) - ASKED_BY_ROW.get(edition.key, set())
        assert own <= set(uses[sort]), (edition.key, sort)


def test_the_source_files_were_read() -> None:
    assert len(FOUND["violations"]) > 90
    assert len(FOUND["terms"]) > 25
    assert FOUND["violations"]["buy.too_dear"] == [{"price", "treasury"}]
    assert {"improvement.at_ceiling", "inducement.too_many", "report.hurt_by_own"} <= set(FOUND["violations"])
    assert {"gate.home", "fan_factor.kept", "value.absent_player"} <= set(FOUND["terms"])
    assert {"mvp.draw", "mvp.choose", "winnings.roll", "bank.choose"} <= set(FOUND["questions"])
    assert "raise.choose" in FOUND["questions"] and "raise.squad_full" in FOUND["violations"]


@pytest.mark.parametrize(("sort", "id"), [(sort, id) for sort in SORTS for id in SHARED[sort]])
def test_every_gap_of_a_text_is_filled_at_every_use(sort: str, id: str) -> None:
    assert unfilled_gaps(SHARED[sort][id], FOUND[sort].get(id, [])) == []
