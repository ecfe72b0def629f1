"""A second edition, only for tests: code that assumes facts of the first edition fails with it.

Its sequences lack the steps that its book does not have, and have a step of their own that reads an option of its own.
"""

from dataclasses import replace
from pathlib import Path

from rules.book.edition import Edition
from rules.book.reading import read_book
from rules.book.rows.match_day import Inducement
from rules.book.rows.words import StepWords
from rules.journal import GoldMoved
from rules.match_day import buying, gold, healing, player_results, pre_match, report_checks, roster
from rules.match_day.run import Run
from rules.team import founding
from rules.team.learning import levels
from rules.team.value import team_value


def collect_donations(run: Run) -> None:
    """The spectators pay the amount of the league's option (§19, p6)."""
    if amount := run.ruleset.house.integer("street_collection"):
        run.record(GoldMoved(amount=amount, source="collection", target="treasury"))


STREET = Edition(
    book=read_book(Path(__file__).parent),
    founding=(("squad", founding.buy_squad),),
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
    injuries=healing.RULES,
    worth=team_value,
    learnable=levels.learnable,
    standing=levels.standing,
    check_report=report_checks.made_of(
        match=(report_checks.ended_once,),
        side=(
            report_checks.possible_fame,
            report_checks.took_part,
            report_checks.players_lines,
            report_checks.hired_players,
            report_checks.score_has_scorers,
            report_checks.injuries_are_credited,
            report_checks.check_injuries,
        ),
    ),
    findings=levels.findings,
)

INFORMER = Inducement(
    key="informer", name="Informer", price=20_000, maximum=2, summary="Says where the ball is.", rule="§4", page=4
)
# The same with a single inducement of its own: no stars, mercenaries or journeymen.
MARKET = replace(
    STREET,
    book=replace(
        STREET.book,
        key="street-3",
        inducements={INFORMER.key: INFORMER},
        words=replace(
            STREET.book.words,
            steps={
                "gold": StepWords(key="gold", name="Gold", quiet=True),
                "inducements": StepWords(key="inducements", name="Inducements"),
                **STREET.book.words.steps,
            },
        ),
    ),
    pre_match=(("gold", buying.compare_worth), ("inducements", buying.buy_inducements), *STREET.pre_match),
)
