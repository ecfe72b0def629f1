"""The book's rules for a match in words: helpers, casualties, star player points, and how a match may end."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import groupby
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from leagues.citations import cited
from matches import wording
from matches.extensions import may_stay_level
from matches.report.score_sheet import CAUSES
from matches.sequence.bought import inducement_words
from matches.sequence.sequences import MatchState
from rules.book.book import CasualtyRow, Raised
from rules.book.edition import Ruleset
from rules.sequence.sequence import Side
from rules.sheet.match import INDUCED_KINDS


def shown_helpers(state: MatchState, side: Side) -> list[dict[str, Any]]:
    """A side's helpers in this match: apothecary, Necromancer, and all purchases except players."""
    return [*_staff(state, side), *_raisers(state, side), *_bought(state, side)]


def _staff(state: MatchState, side: Side) -> Iterator[dict[str, Any]]:
    sheet, ruleset = state.sheets.of(side), state.ruleset
    staff = ruleset.book.staff.get("apothecary")
    if staff is None or not sheet.staff_count(staff.key):
        return
    text = staff.summary
    if only := ruleset.team_list(sheet).apothecary_positions:
        text += " " + _("Only for: %(positions)s.") % {"positions": ", ".join(only)}
    yield {"name": staff.name, "text": text, "page": staff.page}


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
        }


def casualty_rows(ruleset: Ruleset) -> list[dict[str, Any]]:
    """The casualty table (K1, K2): the D68, the injuries by name and what they do; a line for all that do the same."""
    lines = []
    for effect, same in groupby(ruleset.book.casualties, key=lambda row: effect_words(ruleset, row)):
        rows = list(same)
        names = [rows[0].name, *(row.name.lower() for row in rows[1:])]
        lines.append({"roll": span(rows[0].low, rows[-1].high), "name": ", ".join(names), "effect": effect})
    return lines


def span(low: int, high: int) -> str:
    """The results of a row of a table: ``7``, ``11–38``."""
    return str(low) if low == high else f"{low}–{high}"


def effect_words(ruleset: Ruleset, row: CasualtyRow) -> str:
    """What a casualty result does to a player in the long run."""
    if row.dead:
        return _("dead: off the roster after the match")
    found = []
    if row.niggling:
        found.append(_("niggling injury: from now on add 1 to every injury roll against this player"))
    if row.characteristic:
        long = dict(ruleset.book.characteristic_names)[row.characteristic]
        found.append(_("−1 %(short)s (%(long)s)") % {"short": row.characteristic, "long": long})
    if row.misses_next:
        found.append(_("misses the next match"))
    return "; ".join(found) or _("nothing lasting")


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
    ruleset = state.ruleset
    drawn = not goes_to_overtime(state)
    how = _("the match ends drawn") if drawn else ruleset.book.field.overtime or _("it needs a winner")
    words = {"how": how, "source": cited(**ruleset.source("match_result"))}
    return [_("Level after both halves: %(how)s%(source)s.") % words, _conceding(ruleset), _no_penalty(ruleset)]


def goes_to_overtime(state: MatchState) -> bool:
    """Whether this match goes on if it is level after both halves (M3): it needs a winner, and no other leg decides."""
    return state.ruleset.stage(state.terms).needs_winner and not may_stay_level(state.match)


def _conceding(ruleset: Ruleset) -> str:
    cost = ruleset.book.conceding
    if not (cost.fan_factor_loss or cost.leaving_up_to):
        text = _("A coach who concedes gives their winnings and MVP to the winner%(source)s.")
        return text % {"source": cited(**ruleset.source("conceding"))}
    text = ngettext(
        "A coach who concedes gives their winnings and MVP to the winner, loses %(fans)d fan "
        "factor without a roll, and "
        "each of their players with %(spp)d SPP or more leaves on a D%(die)d of 1–%(most)d%(source)s.",
        "A coach who concedes gives their winnings and MVP to the winner, loses %(fans)d fan "
        "factor without a roll, and "
        "each of their players with %(spp)d SPP or more leaves on a D%(die)d of 1–%(most)d%(source)s.",
        cost.fan_factor_loss,
    )
    return text % {
        "fans": cost.fan_factor_loss,
        "spp": cost.leaving_spp,
        "die": cost.leaving_die,
        "most": cost.leaving_up_to,
        "source": cited(**ruleset.source("conceding")),
    }


def _no_penalty(ruleset: Ruleset) -> str:
    source = cited(**ruleset.source("conceding_early"))
    if ruleset.house["concession_before_kick_off"] == "no_penalty":
        text = _("Before a kick-off for which a team could set up two players or fewer conceding costs nothing")
    else:
        text = _(
            "Before a kick-off for which a team could set up two players or fewer conceding costs only this match's "
            "winnings, and the MVP goes to the winner"
        )
    return f"{text}{source}."
