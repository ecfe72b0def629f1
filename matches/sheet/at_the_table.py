"""What a match needs of the book while it is played.

Both sides' re-rolls, FAME, helpers and hired players, the weather, the kick-off table with what each side adds,
casualties, what deeds are worth, how the match may end, what skills do.

From the rosters as they were fielded and from what was bought; nothing is asked and nothing is stored.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext as _

from matches import wording
from matches.cards.page import shown_play
from matches.casualty_die import casualty_die
from matches.models import PlayerLine
from matches.pages.match_page import weather_words
from matches.sequence.hired import hired_players
from matches.sequence.presentation import shown_side
from matches.sequence.sequences import MatchState
from matches.sheet.table_words import casualty_rows, deeds, endings, shown_helpers, span
from rules.book.book import KickOffRow
from rules.sequence.sequence import SIDES, Side
from rules.team.hired import extra_rerolls
from rules.team.trophies import effects
from rules.words.words import notation
from teams.presentation.figures import ShownFigure, ShownTerm
from teams.presentation.skills import shown_skills


def at_the_table(table: MatchState) -> dict[str, Any]:
    """The context of the page, for a match whose rosters are frozen."""
    book, now = table.ruleset.book, weather_words(table)
    return {
        "match": table.match,
        "with_cards": table.with_cards,
        "sides": {side: shown_side(table, side) for side in SIDES},
        "seats_at_table": [_seat(table, side) for side in SIDES],
        "weather": now,
        "weather_dice": notation(book.weather_dice, gettext),
        "kick_off_dice": notation(book.kick_off_dice, gettext),
        "die": casualty_die(book),
        "weathers": [{"roll": span(row.low, row.high), "row": row, "now": row == now} for row in book.weather],
        "kick_off": [{"roll": span(row.low, row.high), "row": row, "sums": _sums(table, row)} for row in book.kick_off],
        "casualties": casualty_rows(table.ruleset),
        "deeds": deeds(table.ruleset),
        "endings": endings(table),
        "skills": [skill for skill in book.skills.values() if skill.name in _skills_on_the_field(table)],
    }


def _seat(table: MatchState, side: Side) -> dict[str, Any]:
    """A side: what it has for this match, and who may help it."""
    book, sheet = table.ruleset.book, table.sheets.of(side)
    shown = shown_side(table, side)
    return {
        "side": side,
        "name": shown["name"],
        "badge": shown["badge"],
        "fame": shown["fame"],
        "rerolls": rerolls_figure(table, side),
        "notes": [*_reroll_notes(table, side), *_fame_notes(table, side), *_niggling_notes(table, side)],
        "staff": [
            {"name": one.plural, "count": sheet.staff_count(one.key)}
            for one in book.staff.values()
            if one.maximum is None and sheet.staff_count(one.key)
        ],
        "helpers": shown_helpers(table, side),
        "cards": [shown_play(table, row) for row in table.card_plays if row.side == side],
        "hired": [
            {
                "name": each.name,
                "kind": str(PlayerLine.Kind(each.kind).label),
                "profile": each.profile,
                "skills": shown_skills(book, each.skills),
            }
            for each in hired_players(table, side)
        ],
    }


def rerolls_figure(table: MatchState, side: Side) -> ShownFigure:
    """The team re-rolls of a side in this match: its own, a held trophy's and those bought for it (L6, I9)."""
    sheet, ruleset = table.sheets.of(side), table.ruleset
    terms = [ShownTerm(_("on the roster"), str(sheet.rerolls))]
    terms += [
        ShownTerm(trophy.name, f"+{effect.amount}", page=effect.page)
        for trophy, effect in effects(ruleset, sheet, "reroll")
    ]
    if bought := extra_rerolls(ruleset, table.bought.of(side)):
        terms.append(ShownTerm(_("bought for this match"), f"+{bought}"))
    total = sheet.rerolls + bought + sum(effect.amount for _trophy, effect in effects(ruleset, sheet, "reroll"))
    return ShownFigure(_("Team re-rolls"), str(total), tuple(terms) if len(terms) > 1 else ())


def _with_skill(table: MatchState, side: Side, name: str) -> list[str]:
    """Who of a side has a skill and can play: its own players, then the hired ones."""
    own = [table.who[line.player] for line in table.sheets.of(side).available if name in line.skills]
    return own + [each.name for each in hired_players(table, side) if name in each.skills]


def skill_rerolls(table: MatchState, side: Side) -> Iterator[tuple[str, int]]:
    """The skills of a side's players that bring it re-rolls each half, once however many have it, and how many."""
    for skill in table.ruleset.book.skills.values():
        if skill.rerolls and _with_skill(table, side, skill.name):
            yield skill.name, skill.rerolls


def _reroll_notes(table: MatchState, side: Side) -> Iterator[str]:
    for skill in table.ruleset.book.skills.values():
        if skill.rerolls and (who := _with_skill(table, side, skill.name)):
            text = ngettext(
                "%(count)d re-roll more each half (%(skill)s), while one of these is on the pitch: %(who)s.",
                "%(count)d re-rolls more each half (%(skill)s), while one of these is on the pitch: %(who)s.",
                skill.rerolls,
            )
            yield text % {"count": skill.rerolls, "skill": skill.name, "who": "; ".join(who)}


def _fame_notes(table: MatchState, side: Side) -> Iterator[str]:
    for skill in table.ruleset.book.skills.values():
        if skill.fame and (who := _with_skill(table, side, skill.name)):
            text = _("FAME is %(more)d higher for kick-off results (%(skill)s) while he is on the pitch: %(who)s.")
            yield text % {"more": skill.fame, "skill": skill.name, "who": "; ".join(who)}


def _niggling_notes(table: MatchState, side: Side) -> Iterator[str]:
    for line in table.sheets.of(side).available:
        if line.niggling:
            text = _("+%(more)d to every injury roll against %(who)s (niggling injuries: %(more)d).")
            yield text % {"who": table.who[line.player], "more": line.niggling}


def _sums(table: MatchState, row: KickOffRow) -> list[dict[str, str]]:
    """What both sides roll for a kick-off result; nothing where they do not."""
    return [_sum(table, side, row) for side in SIDES] if row.die else []


def _sum(table: MatchState, side: Side, row: KickOffRow) -> dict[str, str]:
    """What a side rolls for a kick-off result, and what it adds: ``D3 + 6``, for FAME 2 and 4 cheerleaders."""
    parts, total = [], 0
    if row.fame and (fame := table.sides[side].fame):
        total += fame
        parts.append(_("FAME %(fame)d") % {"fame": fame})
    if row.staff and (count := table.sheets.of(side).staff_count(row.staff)):
        total += count
        parts.append(f"{count} {wording.thing(row.staff, many=count != 1)}")
    die = f"D{row.die}" + (f" + {total}" if total else "")
    return {"team": table.teams[side].name, "roll": die, "why": ", ".join(parts)}


def _skills_on_the_field(table: MatchState) -> frozenset[str]:
    return frozenset(_each_skill(table))


def _each_skill(table: MatchState) -> Iterable[str]:
    for side in SIDES:
        for line in table.sheets.of(side).available:
            yield from line.skills
        for each in hired_players(table, side):
            yield from each.skills
