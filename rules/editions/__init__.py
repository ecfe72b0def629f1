"""All editions, in one explicit tuple."""

from rules.book.edition import Edition, Ruleset
from rules.book.house_rules import house_rules
from rules.editions.bb2020 import EDITION as BB2020
from rules.editions.bb2025 import EDITION as BB2025
from rules.editions.crp import EDITION as CRP
from rules.editions.first_1986 import EDITION as FIRST_1986
from rules.editions.lrb_1_3 import EDITION as LRB_1_3
from rules.editions.pbbl_1_10 import EDITION as PBBL_1_10

EDITIONS: tuple[Edition, ...] = (PBBL_1_10, CRP, LRB_1_3, FIRST_1986, BB2020, BB2025)


def edition(key: str) -> Edition:
    """The edition with that key. Raises ``KeyError`` naming those that exist."""
    for candidate in EDITIONS:
        if candidate.key == key:
            return candidate
    known = ", ".join(candidate.key for candidate in EDITIONS)
    raise KeyError(f"there is no edition {key!r}; there are {known}")


def edition_called(name: str) -> Edition:
    """The edition with this key (with or without its number) or title, as other programs write it; else the first."""
    wanted = name.strip().casefold()
    for candidate in EDITIONS:
        key = candidate.key.casefold()
        if wanted in (key, key.partition("-")[0], candidate.book.name.casefold()):
            return candidate
    return EDITIONS[0]


def ruleset(key: str, overlay: dict[str, object] | None = None) -> Ruleset:
    """An edition with house rules. Raises ``KeyError`` or ``HouseRulesError``."""
    chosen = edition(key)
    return Ruleset(edition=chosen, house=house_rules(chosen.book, overlay or {}))
