"""The Living Rulebook 1.3 with the Oberwald rulings: its book, and the steps of its sequences in their order."""

from pathlib import Path

from rules.book.edition import Edition
from rules.book.reading import read_book
from rules.editions.lrb_1_3 import (
    awards,
    gate,
    gold,
    growth,
    handicaps,
    injuries,
    keeping,
    niggling,
    overtime,
    rating,
    service,
)
from rules.editions.lrb_1_3.house import as_played
from rules.editions.lrb_1_3.tables import Tables
from rules.match_day import buying, player_results, pre_match, raising, report_checks, roster
from rules.match_day.gold import work_out_value
from rules.team import founding
from rules.team.learning import levels

EDITION = Edition(
    book=read_book(Path(__file__).parent, own=Tables),
    founding=(("squad", founding.buy_squad),),
    pre_match=(
        ("ratings", rating.compare_ratings),
        ("inducements", buying.buy_inducements),
        ("weather", pre_match.roll_weather),
        ("fans", gate.count_fans),
        ("handicap", handicaps.roll_handicaps),
        ("niggling", niggling.roll_for_the_injured),
    ),
    post_match=(
        ("served", player_results.end_missed_match),
        ("apothecary_service", service.pay_for_service),
        ("winnings", gold.collect_winnings),
        ("points", player_results.earn_points),
        ("touchdowns", awards.award_touchdowns),
        ("injuries", player_results.record_injuries),
        ("mvp", awards.award_mvp),
        ("improvements", growth.roll_improvements),
        ("fan_factor", gold.change_fan_factor),
        ("struck_off", awards.strike_off),
        ("release", roster.release),
        ("raise", raising.raise_players),
        ("keep_freebooters", keeping.keep_freebooters),
        ("buy", roster.buy),
        ("value", work_out_value),
    ),
    injuries=injuries.RULES,
    worth=rating.team_rating,
    learnable=growth.learnable,
    standing=levels.standing,
    check_report=report_checks.made_of(
        match=(report_checks.ended_once, overtime.as_agreed),
        side=(
            report_checks.took_part,
            report_checks.players_lines,
            report_checks.hired_players,
            report_checks.raised_or_not,
            report_checks.score_has_scorers,
            report_checks.injuries_are_credited,
            report_checks.check_injuries,
            service.sold_once,
            awards.fielded_are_named,
        ),
    ),
    findings=levels.findings,
    book_for=as_played,
)
