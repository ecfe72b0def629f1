"""PBBL Living Rulebook 1.10: its book and the steps of its sequences, in the order in which they are printed."""

from pathlib import Path

from rules.book.edition import Edition
from rules.book.reading import read_book
from rules.match_day import buying, gold, healing, player_results, pre_match, raising, report_checks, roster
from rules.team import founding
from rules.team.learning import levels
from rules.team.value import team_value

EDITION = Edition(
    book=read_book(Path(__file__).parent),
    founding=(("squad", founding.buy_squad),),
    pre_match=(
        ("gold", buying.compare_worth),
        ("weather", pre_match.roll_weather),
        ("inducements", buying.buy_inducements),
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
    injuries=healing.RULES,
    worth=team_value,
    learnable=levels.learnable,
    standing=levels.standing,
    check_report=report_checks.made_of(
        match=(report_checks.ended_once, report_checks.no_star_on_both),
        side=(
            report_checks.possible_fame,
            report_checks.known_cards_played,
            report_checks.took_part,
            report_checks.players_lines,
            report_checks.hired_players,
            report_checks.raised_or_not,
            report_checks.score_has_scorers,
            report_checks.injuries_are_credited,
            report_checks.check_injuries,
        ),
    ),
    findings=levels.findings,
)
