"""How fast the pure core is, without database or pages: ``python -m benchmarks.rules_core``, or with an edition's key.

Prints how long all editions take to load, with all checks (the limit is half a second), complete matches a second
(pre-match, random match, both post-matches, all answers), the sequences by replay, and the fold of a journal of 500
entries.
"""

from __future__ import annotations

import gc
import importlib
import random
import sys
from collections.abc import Callable
from time import process_time

from rules.book import option_reads, reads, syntax
from rules.editions import EDITIONS, ruleset
from rules.journal import Entry, fold
from rules.match_day.post_match import post_match
from rules.match_day.pre_match import prepare
from rules.sequence.sequence import SIDES
from rules.sheet.match import Pair
from rules.simulation.random_matches import random_match
from rules.simulation.simulation import Played, season
from rules.words.completeness import check_texts

RULES = ruleset(sys.argv[1] if __name__ == "__main__" and len(sys.argv) > 1 else "pbbl-1.10")
LISTS = tuple(RULES.book.lists)
ROUNDS = 12


def timed(work: Callable[[], object], times: int = 5) -> float:
    """The shortest processor time of the work, in seconds."""
    taken = []
    for _ in range(times):
        start = process_time()
        work()
        taken.append(process_time() - start)
    return min(taken)


def whole_season() -> list[Played]:
    """A season of all team lists, the same each time."""
    return list(season(random.Random(1), RULES, LISTS, ROUNDS))


def long_journal(matches: list[Played]) -> list[Entry]:
    """The first 500 entries of the longest journal of some seasons."""
    clubs = {id(played.home): played.home for played in matches}
    entries = max((club.entries for club in clubs.values()), key=len)
    return entries[:500]


def replay(matches: list[Played]) -> None:
    """Run both post-matches of every match again, from the recorded answers."""
    for played in matches:
        for side in SIDES:
            post_match(RULES, played.match, side, played.after)


def replay_pre_match(matches: list[Played]) -> None:
    """Run every pre-match again, from the recorded answers."""
    for played in matches:
        prepare(RULES, played.match.terms, played.prepared.state.sheets, played.before)


def random_reports(matches: list[Played]) -> None:
    """Invent every match again."""
    chance = random.Random(2)
    for played in matches:
        sheets = played.match.sheets
        random_match(chance, RULES, Pair(home=sheets.home, away=sheets.away))


def values(matches: list[Played]) -> None:
    """Calculate the home side's team value, with its sum."""
    for played in matches:
        RULES.worth(played.match.sheets.home)


def load_editions() -> None:
    """Read and check all editions again, as at a start, when nothing of their modules has been read yet."""
    syntax.forget()
    reads.attributes_in.cache_clear()
    option_reads.options_of.cache_clear()
    for edition in EDITIONS:
        package = f"rules.editions.{edition.key.replace('-', '_').replace('.', '_')}"
        check_texts(importlib.reload(sys.modules[package]).EDITION)


def main() -> None:
    """Print the table. As in servers, garbage collection skips the books."""
    gc.collect()
    gc.freeze()
    matches = whole_season()
    count = len(matches)
    journal = long_journal(list(season(random.Random(3), RULES, LISTS[:4], 60)))
    rows = [
        (f"all {len(EDITIONS)} editions loaded", timed(load_editions)),
        ("whole matches, simulation included", timed(whole_season) / count),
        ("pre-match by replay", timed(lambda: replay_pre_match(matches)) / count),
        ("both post-matches by replay", timed(lambda: replay(matches)) / count),
        ("a random match", timed(lambda: random_reports(matches)) / count),
        ("a team value with its sum", timed(lambda: values(matches)) / count),
        (f"a journal of {len(journal)} entries folded", timed(lambda: fold(journal), 20)),
    ]
    for what, seconds in rows:
        sys.stdout.write(f"{what:40} {seconds * 1000:8.3f} ms {1 / seconds:10,.0f} a second\n")


if __name__ == "__main__":
    main()
