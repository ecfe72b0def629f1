"""A made-up edition shaped like the oldest game: eight characteristics, no gold, no goods, no staff, no worth.

Stars are rolled, points are spent, a match is played to three goals, wounds last several matches. Its numbers are its
own.
"""

from pathlib import Path

from rules.book.edition import Edition
from rules.book.reading import read_book
from rules.match_day import player_results, report_checks, roster
from rules.team import founding
from rules.team.learning import spending
from tests.editions.ancient import squad, wounds
from tests.editions.ancient.tables import Tables

ANCIENT = Edition(
    book=read_book(Path(__file__).parent, own=Tables),
    founding=(("squad", founding.buy_squad), ("stars", squad.roll_stars)),
    pre_match=(("roles", squad.choose_roles),),
    post_match=(
        ("served", player_results.end_missed_match),
        ("points", squad.earn_points),
        ("injuries", player_results.record_injuries),
        ("learning", squad.spend_points),
        ("struck_off", roster.remove_departed),
        ("replace", squad.replace_the_dead),
    ),
    season_end=(("rest", squad.rest),),
    injuries=wounds.RULES,
    worth=None,
    learnable=squad.learnable,
    standing=spending.standing,
    check_report=report_checks.made_of(
        match=(report_checks.ended_once, report_checks.first_to_the_score),
        side=(
            report_checks.took_part,
            report_checks.players_lines,
            report_checks.score_has_scorers,
            report_checks.check_injuries,
        ),
    ),
    findings=spending.findings,
)
