"""PBBL Living Rulebook 1.10: its book and the steps of its sequences, in the order in which they are printed."""

from pathlib import Path

from rules.book.edition import Edition
from rules.book.reading import read_book
from rules.editions.pbbl_1_10 import raising
from rules.match_day import gold, player_results, pre_match, roster

EDITION = Edition(
    book=read_book(Path(__file__).parent),
    pre_match=(
        ("weather", pre_match.roll_weather),
        ("inducements", pre_match.buy_inducements),
        ("fans", pre_match.count_fans),
    ),
    post_match=(
        ("served", player_results.end_missed_match),
        ("points", player_results.earn_points),
        ("injuries", player_results.record_injuries),
        ("mvp", player_results.award_mvp),
        ("improvements", player_results.roll_improvements),
        ("struck_off", roster.remove_departed),
        ("winnings", gold.collect_winnings),
        ("expenses", gold.pay_expenses),
        ("fan_factor", gold.change_fan_factor),
        ("bank", gold.transfer_bank),
        ("release", roster.release),
        ("raise", raising.raise_players),
        ("buy", roster.buy),
        ("value", gold.work_out_value),
    ),
)
