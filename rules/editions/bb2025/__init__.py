"""Blood Bowl 2025, the third season edition: its book and the steps of its sequences, in the order of the book."""

from pathlib import Path

from rules.book.edition import Edition
from rules.book.reading import read_book
from rules.editions.bb2025 import (
    captain,
    cash,
    conceding,
    crowd,
    firing,
    friendly,
    hatred,
    injuries,
    journeymen,
    learning,
    mistakes,
    points,
    prayers,
    redraft,
    retiring,
    rising,
    value,
)
from rules.editions.bb2025.house import as_played
from rules.editions.bb2025.tables import Tables
from rules.match_day import player_results, pre_match, report_checks, resting, roster
from rules.team import founding, special_rules, won_unplayed
from rules.team.learning import spending

EDITION = Edition(
    book=read_book(Path(__file__).parent, own=Tables),
    founding=(
        ("squad", founding.buy_squad),
        ("allegiance", special_rules.choose),
        ("captain", captain.name_captain),
    ),
    pre_match=(
        ("friendly", friendly.mark_friendly),
        ("new_captain", captain.follow_captain),
        ("fans", crowd.count_fans),
        ("weather", pre_match.roll_weather),
        ("journeymen", journeymen.fill_up),
        ("gold", cash.compare_values),
        ("inducements", cash.buy_inducements),
        ("rookies", journeymen.bring_rookies),
        ("prayers", prayers.pray),
    ),
    post_match=(
        ("served", resting.come_back),
        ("winnings", crowd.collect_winnings),
        ("fan_factor", crowd.change_fans),
        ("points", points.earn_points),
        ("injuries", player_results.record_injuries),
        ("getting_even", hatred.get_even),
        ("mvp", points.award_mvp),
        ("advancement", learning.spend_points),
        ("struck_off", conceding.remove_departed),
        ("risen", rising.raise_dead),
        ("retire", retiring.retire),
        ("fire_first", firing.fire_before),
        ("buy", roster.buy),
        ("fire", firing.fire_after),
        ("hire_journeymen", journeymen.hire_or_send_away),
        ("mistakes", mistakes.make_mistakes),
        ("value", value.work_out),
    ),
    after_friendly=(("value", value.work_out),),
    season_end=(
        ("rest", retiring.rest),
        ("funds", redraft.raise_funds),
        ("redraft", redraft.draft_again),
    ),
    won_unplayed=won_unplayed.STEPS,
    injuries=injuries.RULES,
    worth=value.current_team_value,
    learnable=learning.learnable,
    standing=spending.standing,
    check_report=report_checks.made_of(
        match=(report_checks.ended_once, report_checks.no_star_on_both),
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
    book_for=as_played,
    rising=rising.RULES,
)
