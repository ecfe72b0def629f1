"""A made-up edition shaped like today's game: lower is better, points are a purse, dice follow dice, positions have
keywords. Its book is small and its numbers are its own."""

from pathlib import Path

from rules.book.edition import Edition
from rules.book.reading import read_book
from rules.match_day import healing, player_results, report_checks, roster
from rules.match_day.gold import work_out_value
from rules.team import founding, special_rules
from rules.team.learning import spending
from tests.editions.modern import advancement, crowd, fate
from tests.editions.modern.tables import Tables

MODERN = Edition(
    book=read_book(Path(__file__).parent, own=Tables),
    founding=(("squad", founding.buy_squad), ("patron", special_rules.choose), ("captain", fate.name_captain)),
    pre_match=(("crowd", crowd.count_crowd),),
    post_match=(
        ("served", player_results.end_missed_match),
        ("points", player_results.earn_points),
        ("injuries", player_results.record_injuries),
        ("nominees", fate.award_star_of_the_match),
        ("advancement", advancement.spend_points),
        ("struck_off", roster.remove_departed),
        ("takings", crowd.collect_takings),
        ("followers", crowd.change_followers),
        ("release", roster.release),
        ("buy", roster.buy),
        ("mistakes", crowd.make_mistakes),
        ("value", work_out_value),
    ),
    season_end=(("rest", fate.rest), ("thanks", fate.thank_a_player)),
    injuries=healing.RULES,
    worth=crowd.current_value,
    learnable=advancement.learnable,
    standing=spending.standing,
    check_report=report_checks.made_of(
        match=(report_checks.ended_once,),
        side=(
            report_checks.took_part,
            report_checks.players_lines,
            report_checks.hired_players,
            report_checks.score_has_scorers,
            report_checks.injuries_are_credited,
            report_checks.check_injuries,
        ),
    ),
    findings=spending.findings,
)
