"""A second edition, only for tests: code that assumes facts of the first edition fails with it.

Its sequences lack the steps that its book does not have, and have a step of their own that reads an option of its own.
"""

from dataclasses import replace
from pathlib import Path

from rules.book.book import Inducement
from rules.book.edition import Edition
from rules.book.reading import read_book
from rules.journal import GoldMoved
from rules.match_day import gold, player_results, pre_match, roster
from rules.match_day.run import Run


def collect_donations(run: Run) -> None:
    """The spectators pay the amount of the league's option (§19, p6)."""
    if amount := run.ruleset.house.integer("street_collection"):
        run.record(GoldMoved(amount=amount, source="collection", target="treasury"))


STREET = Edition(
    book=read_book(Path(__file__).parent),
    pre_match=(("fans", pre_match.count_fans),),
    post_match=(
        ("served", player_results.end_missed_match),
        ("points", player_results.earn_points),
        ("injuries", player_results.record_injuries),
        ("improvements", player_results.roll_improvements),
        ("struck_off", roster.remove_departed),
        ("winnings", gold.collect_winnings),
        ("collection", collect_donations),
        ("fan_factor", gold.change_fan_factor),
        ("release", roster.release),
        ("buy", roster.buy),
        ("value", gold.work_out_value),
    ),
)

INFORMER = Inducement(
    key="informer", name="Informer", price=20_000, maximum=2, summary="Says where the ball is.", rule="§4", page=4
)
# The same with a single inducement of its own: no stars, mercenaries or journeymen.
MARKET = Edition(
    book=replace(STREET.book, key="street-3", inducements={INFORMER.key: INFORMER}),
    pre_match=(("inducements", pre_match.buy_inducements), *STREET.pre_match),
    post_match=STREET.post_match,
)
