"""The book's rules for a match in words: helpers, casualties, star player points, and how a match may end."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import groupby
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from guide.addresses import of_inducement, of_staff
from leagues.citations import cited
from leagues.options import differs_from_book, worded
from matches import wording
from matches.casualty_words import die_of, effect_words
from matches.extensions import may_stay_level
from matches.report.causes import CAUSES
from matches.sequence.bought import inducement_words
from matches.sequence.sequences import MatchState
from rules.book.book import Book
from rules.book.edition import Ruleset
from rules.book.option_reads import AGREED
from rules.book.rows.after_match import Raised
from rules.book.rows.injuries import CasualtyTable
from rules.sequence.sequence import Side
from rules.sheet.match import INDUCED_KINDS
from rules.words.words import notation


def shown_helpers(state: MatchState, side: Side) -> list[dict[str, Any]]:
    """A side's helpers in this match: staff such as an apothecary, Necromancer, and all purchases except players."""
    return [*_staff(state, side), *_raisers(state, side), *_bought(state, side)]


def _staff(state: MatchState, side: Side) -> Iterator[dict[str, Any]]:
    sheet, ruleset = state.sheets.of(side), state.ruleset
    for staff in ruleset.book.staff.values():
        if staff.maximum is not None and sheet.staff_count(staff.key):
            text = staff.summary
            if staff.treats and (only := ruleset.team_list(sheet).apothecary_positions):
                text += " " + _("Only for: %(positions)s.") % {"positions": ", ".join(only)}
            yield {"name": staff.name, "text": text, "page": staff.page, "url": of_staff(ruleset.book, staff.key)}


def _raisers(state: MatchState, side: Side) -> Iterator[dict[str, Any]]:
    if not state.ruleset.team_list(state.sheets.of(side)).necromancer:
        return
    for way in state.ruleset.book.raised.values():
        if not way.skill:
            yield {"name": _("Necromancer"), "text": _raising_words(way), "page": way.page}


def _raising_words(way: Raised) -> str:
    text = _(
        "Once, an opponent of ST %(strongest)d or less who dies, after any treatment, may at once stand up as a "
        "%(position)s in the team's reserves, even as a seventeenth player; not one with "
        "%(barred)s, and not one who was returned to the reserves first. The new player joins the "
        "roster for free after the match if there is a place."
    )
    barred = _(" or ").join(way.barred_skills)
    return text % {"strongest": way.strongest, "position": way.name, "barred": barred}


def _bought(state: MatchState, side: Side) -> Iterator[dict[str, Any]]:
    for item in state.sides[side].inducements:
        if item["kind"] in INDUCED_KINDS:
            continue
        inducement = state.ruleset.book.inducements[item["kind"]]
        yield {
            "name": wording.opened(inducement_words(state.ruleset, item)),
            "text": inducement.summary,
            "page": inducement.pages,
            "url": of_inducement(state.ruleset.book, inducement.key),
        }


def casualty_tables(ruleset: Ruleset) -> list[dict[str, Any]]:
    """The casualty tables (K1, K2): the dice, the injuries by name and what they do."""
    return [
        {"name": table.name, "die": die_of(table), "rows": _casualty_rows(ruleset, table)}
        for table in ruleset.book.casualty_tables.values()
    ]


def _casualty_rows(ruleset: Ruleset, table: CasualtyTable) -> list[dict[str, Any]]:
    """The rows of a table; a line for all that do the same."""
    lines = []
    for effect, same in groupby(table.rows, key=lambda row: effect_words(ruleset.book, row)):
        rows = list(same)
        names = [rows[0].name, *(row.name.lower() for row in rows[1:])]
        lines.append({"roll": span(rows[0].low, rows[-1].high), "name": ", ".join(names), "effect": effect})
    return lines


def kick_off_line(book: Book) -> tuple[str, str]:
    """The kick-off table in a line: its dice, and the results with their rolls. Empty if the book has none."""
    if not book.kick_off:
        return "", ""
    results = (f"{span(row.low, row.high)} {row.name}" for row in book.kick_off)
    return _("Kick-off, %(dice)s") % {"dice": notation(book.kick_off_dice, _)}, " · ".join(results)


def span(low: int, high: int) -> str:
    """The results of a row of a table: ``7``, ``11–38``."""
    return str(low) if low == high else f"{low}–{high}"


def deeds(ruleset: Ruleset) -> list[dict[str, Any]]:
    """What earns star player points (M4), and how many; what earns least comes first."""
    return [
        {"what": _(deed.name), "spp": deed.points, "how": _how_caused(deed.causes) or (_(deed.how) if deed.how else "")}
        for deed in sorted(ruleset.book.deeds.values(), key=lambda deed: deed.points)
    ]


def _how_caused(causes: Collection[str]) -> str:
    """Which causes of a casualty earn points."""
    if tuple(causes) == ("block",):
        return _("only by a block, made or received: no foul, crowd, chainsaw, bomb or stab")
    return ", ".join(str(CAUSES[cause]) for cause in causes)


def endings(state: MatchState) -> list[str]:
    """How this match may end: level or not (M3), and what a concession costs (N1, N2)."""
    ruleset, ending = state.ruleset, state.ruleset.book.result
    source = cited(**ruleset.source("match_result"))
    if ending.won_at:
        found = [
            _("The first team with a score of %(wanted)d wins%(source)s.") % {"wanted": ending.won_at, "source": source}
        ]
    else:
        drawn = not goes_to_overtime(state)
        overtime = ruleset.book.field.overtime
        how = _("the match ends drawn") if drawn else overtime or _("it needs a winner")
        if drawn and ending.agreed and overtime:
            how = _("the match ends drawn, unless both coaches agree to go on: %(overtime)s") % {"overtime": overtime}
        level = _("Level after both halves: %(how)s%(source)s.") if ending.halves else _("Level: %(how)s%(source)s.")
        found = [level % {"how": how, "source": source}]
    found += _stopped(ruleset)
    return [*found, _conceding(ruleset), *_early(ruleset)] if ending.concede else found


def _stopped(ruleset: Ruleset) -> list[str]:
    """What happens to a match that is not played to its end."""
    source, stopped = {"source": cited(**ruleset.source("match_stopped"))}, ruleset.book.result.stopped
    texts = {
        "wiped_out": _("A team with nobody left who can play loses, whatever the score%(source)s."),
        "abandoned": _("A match that cannot be finished is abandoned: a draw with the score as it stands%(source)s."),
    }
    return [text % source for key, text in texts.items() if key in stopped]


def agreements(ruleset: Ruleset) -> list[dict[str, str]]:
    """What a league agreed about play on the pitch, where it differs from the book: the option and its value."""
    values = [(each, ruleset.house[each.name]) for each in ruleset.book.options.values() if each.part == AGREED]
    return [
        {"name": option.label, "value": worded(option, value), "help": option.help}
        for option, value in values
        if differs_from_book(option, value)
    ]


def goes_to_overtime(state: MatchState) -> bool:
    """Whether this match goes on if it is level after both halves (M3): it needs a winner, and no other leg decides."""
    if "overtime" not in state.ruleset.book.result.decided_by:
        return False
    return state.ruleset.stage(state.terms).needs_winner and not may_stay_level(state.match)


def _conceding(ruleset: Ruleset) -> str:
    book, cost = ruleset.book, ruleset.book.conceding
    given = [_("winnings")] if "treasury" in book.purses else []
    given += [book.awarded.short] if book.awarded is not None else []
    costs = [_("gives their %(given)s to the winner") % {"given": _(" and ").join(given)}] if given else []
    if cost is not None and cost.fan_factor_loss:
        costs.append(_("loses %(fans)d fan factor without a roll") % {"fans": cost.fan_factor_loss})
    source = cited(**ruleset.source("conceding"))
    if cost is not None and cost.leaving_up_to and (not cost.leaving_option or ruleset.house.flag(cost.leaving_option)):
        leaving = _("each of their players with %(spp)d SPP or more leaves on a D%(die)d of 1–%(most)d") % {
            "spp": cost.leaving_spp,
            "die": cost.leaving_die,
            "most": cost.leaving_up_to,
        }
        words = {"costs": ", ".join(costs), "leaving": leaving, "source": source}
        return _("A coach who concedes %(costs)s, and %(leaving)s%(source)s.") % words
    what = _(" and ").join(costs) or _("loses the match")
    return _("A coach who concedes %(costs)s%(source)s.") % {"costs": what, "source": source}


def _early(ruleset: Ruleset) -> list[str]:
    """What conceding before a kick-off costs, unless it costs what any other concession does."""
    cost, few = ruleset.book.conceding, ruleset.book.result.few_to_concede
    if not few:
        return []
    alike = cost is not None and cost.early_alike
    return [] if alike and ruleset.house["concession_before_kick_off"] != "no_penalty" else [_no_penalty(ruleset, few)]


def _no_penalty(ruleset: Ruleset, few: int) -> str:
    words: dict[str, Any] = {"few": few, "source": cited(**ruleset.source("conceding_early"))}
    if ruleset.house["concession_before_kick_off"] != "no_penalty":
        award, gold = ruleset.book.awarded, "treasury" in ruleset.book.purses
        costs = [_("conceding costs only this match's winnings")] if gold else []
        costs += [_("the %(award)s goes to the winner") % {"award": award.short}] if award is not None else []
        words["costs"] = _(", and ").join(costs) or _("conceding loses the match")
        text = ngettext(
            "Before a kick-off for which a team could set up %(few)d player or none %(costs)s%(source)s.",
            "Before a kick-off for which a team could set up %(few)d players or fewer %(costs)s%(source)s.",
            few,
        )
    elif ruleset.book.purses:
        text = ngettext(
            "Before a kick-off for which a team could set up %(few)d player or none conceding costs nothing%(source)s.",
            "Before a kick-off for which a team could set up %(few)d players or fewer conceding costs "
            "nothing%(source)s.",
            few,
        )
    else:
        text = ngettext(
            "Before a kick-off for which a team could set up %(few)d player or none conceding has no "
            "consequences%(source)s.",
            "Before a kick-off for which a team could set up %(few)d players or fewer conceding has no "
            "consequences%(source)s.",
            few,
        )
    return text % words
