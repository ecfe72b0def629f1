"""The book's tables and rules that coaches need during a match.

Both sides' re-rolls, FAME, helpers and hired players, the weather, the kick-off table with what each side adds,
casualties, star player points, how the match may end, what skills do.

Made from the fielded rosters and the purchases. Nothing here asks or stores anything.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext as _

from matches import wording
from matches.cards.page import shown_play
from matches.pages.match_page import weather_words
from matches.sequence.hired import hired_players, kind_words
from matches.sequence.match_facts import stored
from matches.sequence.presentation import shown_side
from matches.sequence.sequences import MatchState
from matches.sheet.table_words import agreements, casualty_tables, deeds, endings, shown_helpers, span
from rules.book.rows.match_day import KickOffRow
from rules.book.rows.teams import Skill
from rules.match_day.facts import rerolls_by
from rules.sequence.sequence import SIDES, Side
from rules.team.hired import extra_rerolls
from rules.team.trophies import effects
from rules.team.value import fan_factor
from rules.words.words import notation
from teams.presentation.figures import ShownFigure, ShownTerm
from teams.presentation.skills import shown_skills


def at_the_table(state: MatchState) -> dict[str, Any]:
    """The context of the page, for a match whose rosters are frozen."""
    book, now = state.ruleset.book, weather_words(state)
    return {
        "match": state.match,
        "book": book,
        "with_cards": state.cards_at_the_table,
        "sides": {side: shown_side(state, side) for side in SIDES},
        "seats_at_table": [_seat(state, side) for side in SIDES],
        "weather": now,
        "weather_dice": notation(book.weather_dice, gettext),
        "kick_off_dice": notation(book.kick_off_dice, gettext),
        "weathers": [{"roll": span(row.low, row.high), "row": row, "now": row == now} for row in book.weather],
        "kick_off": [{"roll": span(row.low, row.high), "row": row, "sums": _sums(state, row)} for row in book.kick_off],
        "casualty_tables": casualty_tables(state.ruleset),
        "deeds": deeds(state.ruleset),
        "endings": endings(state),
        "agreements": agreements(state.ruleset),
        "skills": _skills_on_the_field(state),
    }


def _seat(state: MatchState, side: Side) -> dict[str, Any]:
    """One side: what it has for this match, and its helpers."""
    book, sheet = state.ruleset.book, state.sheets.of(side)
    shown = shown_side(state, side)
    return {
        "side": side,
        "name": shown["name"],
        "badge": shown["badge"],
        "fame": shown["fame"],
        "known": shown["before"],
        "rerolls": rerolls_figure(state, side) if "rerolls" in book.goods else None,
        "notes": [*_reroll_notes(state, side), *_fame_notes(state, side), *_condition_notes(state, side)],
        "staff": [
            {"name": one.plural, "count": sheet.staff_count(one.key)}
            for one in book.staff.values()
            if one.maximum is None and sheet.staff_count(one.key)
        ],
        "helpers": shown_helpers(state, side),
        "cards": [shown_play(state, row) for row in state.card_plays if row.side == side],
        "hired": [
            {
                "name": each.name,
                "kind": kind_words(book, each.kind),
                "profile": book.written(each.profile),
                "skills": shown_skills(book, each.skills),
            }
            for each in hired_players(state, side)
        ],
    }


def rerolls_figure(state: MatchState, side: Side) -> ShownFigure:
    """The team re-rolls of a side in this match: its own, a held trophy's and those bought for it (L6, I9)."""
    sheet, ruleset = state.sheets.of(side), state.ruleset
    terms = [ShownTerm(_("on the roster"), str(sheet.rerolls))]
    terms += [
        ShownTerm(trophy.name, f"+{effect.amount}", page=effect.page)
        for trophy, effect in effects(ruleset, sheet, "reroll")
    ]
    if bought := extra_rerolls(ruleset, state.bought.of(side)):
        terms.append(ShownTerm(_("bought for this match"), f"+{bought}"))
    total = sheet.rerolls + bought + sum(effect.amount for _trophy, effect in effects(ruleset, sheet, "reroll"))
    if by_facts := rerolls_by(ruleset.book, stored(state.match), side, total):
        terms.append(ShownTerm(_("by what happened before the match"), f"{by_facts:+d}"))
        total += by_facts
    return ShownFigure(ruleset.book.goods["rerolls"].name, str(total), tuple(terms) if len(terms) > 1 else ())


def _with_skill(state: MatchState, side: Side, name: str) -> list[str]:
    """A side's players with a skill who can play: first its own, then the hired ones."""
    own = [state.who[line.player] for line in state.sheets.of(side).available if name in line.skills]
    return own + [each.name for each in hired_players(state, side) if name in each.skills]


def skill_rerolls(state: MatchState, side: Side) -> Iterator[tuple[str, int]]:
    """The skills that give a side extra re-rolls each half, and how many. Each skill counts once."""
    for skill in state.ruleset.book.skills.values():
        if skill.rerolls and _with_skill(state, side, skill.name):
            yield skill.name, skill.rerolls


def _reroll_notes(state: MatchState, side: Side) -> Iterator[str]:
    for skill in state.ruleset.book.skills.values():
        if skill.rerolls and (who := _with_skill(state, side, skill.name)):
            text = ngettext(
                "%(count)d re-roll more each half (%(skill)s), while one of these is on the pitch: %(who)s.",
                "%(count)d re-rolls more each half (%(skill)s), while one of these is on the pitch: %(who)s.",
                skill.rerolls,
            )
            yield text % {"count": skill.rerolls, "skill": skill.name, "who": "; ".join(who)}


def _fame_notes(state: MatchState, side: Side) -> Iterator[str]:
    for skill in state.ruleset.book.skills.values():
        if skill.fame and (who := _with_skill(state, side, skill.name)):
            text = _(
                "FAME is %(more)d higher for kick-off results (%(skill)s) while this player is on the pitch: %(who)s."
            )
            yield text % {"more": skill.fame, "skill": skill.name, "who": "; ".join(who)}


def _condition_notes(state: MatchState, side: Side) -> Iterator[str]:
    for line in state.sheets.of(side).available:
        for each in state.ruleset.book.conditions.values():
            if each.injury_roll and (count := line.condition(each.key)):
                text = _("+%(more)d to every injury roll against %(who)s (%(condition)s: %(count)d).")
                more, who = each.injury_roll * (1 if each.lasts else count), state.who[line.player]
                yield text % {"who": who, "more": more, "condition": _(each.name).lower(), "count": count}


def _sums(state: MatchState, row: KickOffRow) -> list[dict[str, str]]:
    """What both sides roll for a kick-off result; empty if they do not roll."""
    return [_sum(state, side, row) for side in SIDES] if row.die else []


def _sum(state: MatchState, side: Side, row: KickOffRow) -> dict[str, str]:
    """What a side rolls for a kick-off result, and what it adds: ``D3 + 6``, for FAME 2 and 4 cheerleaders."""
    parts, total = [], 0
    if row.fame and (fame := state.sides[side].fame):
        total += fame
        parts.append(_("FAME %(fame)d") % {"fame": fame})
    if row.fans and (fans := _fans(state, side)):
        total += fans
        parts.append(_("fan factor %(fans)d") % {"fans": fans})
    if row.staff and (count := state.sheets.of(side).staff_count(row.staff)):
        total += count
        parts.append(f"{count} {wording.thing(row.staff, many=count != 1, book=state.ruleset.book)}")
    die = f"{row.rolled if row.rolled > 1 else ''}D{row.die}" + (f" + {total}" if total else "")
    return {"team": state.teams[side].name, "roll": die, "why": ", ".join(parts)}


def _fans(state: MatchState, side: Side) -> int:
    """A side's fan factor in this match: what happened before it may have changed it."""
    kinds = state.ruleset.book.facts
    told = [fact for fact in stored(state.match) if fact.side == side and kinds[fact.key].stands_for == "fan_factor"]
    return told[-1].amount if told else fan_factor(state.ruleset, state.sheets.of(side))


def _skills_on_the_field(state: MatchState) -> list[Skill]:
    """The skills that anybody who plays has, in the order of the book."""
    skills = state.ruleset.book.skills
    there = {skills[name].name for name in _each_skill(state) if name in skills}
    return [skill for skill in skills.values() if skill.name in there]


def _each_skill(state: MatchState) -> Iterable[str]:
    for side in SIDES:
        for line in state.sheets.of(side).available:
            yield from line.skills
        for each in hired_players(state, side):
            yield from each.skills
