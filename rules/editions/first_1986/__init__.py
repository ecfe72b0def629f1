"""The first edition (1986): its book and the steps of its sequences, in the order of the book."""

from pathlib import Path

from rules.book.edition import Edition
from rules.book.reading import read_book
from rules.editions.first_1986 import experience, growth, injuries, replacing, report, shown, squad, stars
from rules.editions.first_1986.house import as_played
from rules.editions.first_1986.tables import Tables
from rules.editions.first_1986.telling import told
from rules.match_day import player_results, roster
from rules.team.learning import spending

EDITION = Edition(
    book=read_book(Path(__file__).parent, own=Tables),
    founding=(
        ("squad", squad.choose_squad),
        ("stars", stars.roll_stars),
        ("roles", squad.choose_roles),
    ),
    pre_match=(),
    post_match=(
        ("report", report.refuse_bad_report),
        ("points", experience.earn_points),
        ("served", player_results.end_missed_match),
        ("injuries", player_results.record_injuries),
        ("struck_off", roster.remove_departed),
        ("improvements", experience.trade_points),
        ("necromancer", experience.teach_a_skeleton),
        ("retire", replacing.retire),
        ("replace", replacing.replace_the_dead),
        ("roles", replacing.choose_roles_again),
    ),
    injuries=injuries.RULES,
    worth=None,
    learnable=growth.learnable,
    standing=spending.standing,
    check_report=report.CHECK,
    findings=spending.findings,
    book_for=as_played,
    derived=shown.derived,
    may_be=squad.can_be,
    squad_of=squad.random_squad,
    telling=told,
)
