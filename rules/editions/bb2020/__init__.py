"""Blood Bowl 2020 (Second Season Edition): its book and the steps of its sequences, in the order of the book."""

from pathlib import Path

from rules.book.edition import Edition
from rules.book.reading import read_book
from rules.editions.bb2020 import (
    advancement,
    awards,
    crowd,
    injuries,
    journeymen,
    mistakes,
    petty_cash,
    prayers,
    redraft,
    retiring,
    special_plays,
    value,
)
from rules.editions.bb2020.house import as_played
from rules.editions.bb2020.tables import Tables
from rules.match_day import player_results, pre_match, raising, report_checks, resting, roster
from rules.team import founding, special_rules, won_unplayed
from rules.team.learning import spending

POST_MATCH = (
    ("served", resting.come_back),
    ("points", prayers.earn),
    ("touchdowns", awards.award_touchdowns),
    ("injuries", player_results.record_injuries),
    ("mvp", awards.award_mvp),
    ("struck_off", awards.strike_off),
    ("winnings", crowd.collect_winnings),
    ("fan_factor", crowd.change_fans),
    ("advancement", advancement.spend_points),
    ("release", roster.release),
    ("retire", retiring.retire),
    ("raise", raising.raise_players),
    ("hire_journeymen", journeymen.hire_or_send_away),
    ("buy", roster.buy),
    ("mistakes", mistakes.make_mistakes),
    ("value", value.work_out),
)
"""After a friendly the same steps follow, without an MVP (L5)."""

EDITION = Edition(
    book=read_book(Path(__file__).parent, own=Tables),
    founding=(("squad", founding.buy_squad), ("patron", special_rules.choose)),
    pre_match=(
        ("fans", crowd.count_fans),
        ("weather", pre_match.roll_weather),
        ("journeymen", journeymen.fill_up),
        ("inducements", petty_cash.buy_inducements),
        ("special_plays", special_plays.draw_cards),
        ("rookies", journeymen.bring_rookies),
        ("prayers", prayers.pray),
    ),
    post_match=POST_MATCH,
    after_friendly=tuple((name, step) for name, step in POST_MATCH if name != "mvp"),
    season_end=(
        ("rest", retiring.rest),
        ("funds", redraft.raise_funds),
        ("keep", redraft.keep_players),
        ("redraft_players", redraft.hire_players),
        ("redraft_staff", redraft.buy_goods),
        ("healing", retiring.heal),
        ("retirement_over", retiring.come_out_of_retirement),
    ),
    won_unplayed=won_unplayed.STEPS,
    injuries=injuries.RULES,
    worth=value.current_team_value,
    learnable=advancement.learnable,
    standing=spending.standing,
    check_report=report_checks.made_of(
        match=(report_checks.ended_once, report_checks.no_star_on_both),
        side=(
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
    findings=spending.findings,
    book_for=as_played,
)
