"""The Competition Rules (CRP): its book and the steps of its sequences, in the order of the book."""

from pathlib import Path

from rules.book.edition import Edition
from rules.book.reading import read_book
from rules.editions.crp import free_cards, gold, injuries, journeymen, petty_cash
from rules.editions.crp.tables import Tables
from rules.editions.crp.value import team_value
from rules.match_day import buying, player_results, pre_match, raising, report_checks, roster
from rules.match_day.gold import work_out_value
from rules.team import founding
from rules.team.learning import levels

EDITION = Edition(
    book=read_book(Path(__file__).parent, own=Tables),
    founding=(("squad", founding.buy_squad),),
    pre_match=(
        ("journeymen", journeymen.fill_up),
        ("weather", pre_match.roll_weather),
        ("petty_cash", petty_cash.move_gold),
        ("gold", buying.compare_worth),
        ("free_cards", free_cards.draw_by_dice),
        ("inducements", petty_cash.buy_inducements),
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
        ("petty_cash_back", petty_cash.take_back),
        ("expenses", gold.pay_expenses),
        ("fan_factor", gold.change_fan_factor),
        ("release", roster.release),
        ("raise", raising.raise_players),
        ("hire_journeymen", journeymen.hire_or_send_away),
        ("buy", roster.buy),
        ("mistakes", gold.make_mistakes),
        ("take_journeymen", journeymen.take),
        ("value", work_out_value),
    ),
    injuries=injuries.RULES,
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
