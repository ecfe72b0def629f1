"""Casualties (K1-K8): the lasting effects of injuries, after dice and treatments.

Takes the reported injuries of one side and gives, for each injured player, what goes on the team's sheet. All dice were
rolled during the match; nothing is asked here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rules.book.book import CasualtyRow
from rules.book.edition import Ruleset
from rules.sequence.explanations import RuleBroken, Violation
from rules.sequence.sequence import face_exists
from rules.sheet.match import Injury, PlayedCard, Treatment
from rules.sheet.sheet import PlayerSheet, TeamSheet


@dataclass(frozen=True, slots=True, kw_only=True)
class InjuredPlayer:
    """A player injured in a match, with the effect of all injuries.

    ``results`` are the keys of the final casualty results, ``lost`` the characteristics that lose a point, ``ignored``
    those that are already at their minimum. ``deaths`` are the injuries that killed the player. ``left_dead`` tells
    that the player stayed dead on the day, and was not returned to the Reserves until the end of the match.
    """

    player: int
    results: tuple[str, ...] = ()
    misses_next: bool = False
    niggling: int = 0
    lost: tuple[str, ...] = ()
    ignored: tuple[str, ...] = ()
    deaths: tuple[Injury, ...] = ()
    left_dead: bool = False

    @property
    def death(self) -> Injury | None:
        """The injury that killed the player, the first of several; None for a living player."""
        return self.deaths[0] if self.deaths else None

    @property
    def lasting(self) -> bool:
        """Whether the injuries have an effect on the sheet of a living player."""
        return self.misses_next or self.niggling > 0 or bool(self.lost)


def injured_players(
    ruleset: Ruleset,
    sheet: TeamSheet,
    injuries: Sequence[Injury],
    induced: Sequence[str] | None = None,
    cards: Sequence[PlayedCard] | None = None,
) -> tuple[InjuredPlayer, ...]:
    """The injured players with the effect of all injuries, in the order of their first injuries.

    ``induced`` are the keys of the inducements bought and ``cards`` the cards played, None if unknown.
    Raises ``RuleBroken`` if an injury or its treatment is not allowed; its label is ``injuries.2`` for the second one.
    Source: PBBL 1.10, K1-K8, S5 (p18, 32, 36, 48-51).
    """
    hurts: dict[int, InjuredPlayer] = {}
    used: set[str] = set()
    for index, injury in enumerate(injuries, start=1):
        label, line = f"injuries.{index}", sheet.player(injury.player)
        if line is None:
            raise RuleBroken(label, _broken(ruleset, "casualties", "injury.not_on_roster"))
        problem = _forbidden(ruleset, sheet, line, injury, used, induced) or _bad_card(ruleset, injury, used, cards)
        if problem is not None:
            raise RuleBroken(label, problem)
        before = hurts.get(injury.player, InjuredPlayer(player=injury.player))
        hurts[injury.player] = _hurt(ruleset, line, before, injury)
    return tuple(hurts.values())


def _hurt(ruleset: Ruleset, line: PlayerSheet, before: InjuredPlayer, injury: Injury) -> InjuredPlayer:
    after = before
    for row in results(ruleset, injury):
        after = _with_row(ruleset, line, after, row)
        if row.dead:
            left = not returned(ruleset, injury)
            after = replace(after, deaths=(*before.deaths, injury), left_dead=after.left_dead or left)
    return after


def results(ruleset: Ruleset, injury: Injury) -> tuple[CasualtyRow, ...]:
    """The casualty results after treatment.

    There are none for a player who regenerated (K5) or was healed by a card (S5). Eaten players are dead (K8).
    """
    return () if healed_by_card(ruleset, injury) else _untouched_by_cards(ruleset, injury)


def star_fate(ruleset: Ruleset, casualty: int) -> str:
    """What a casualty roll (D68) means for a star player (I3): ``dead``, ``misses_next``, or empty for nothing."""
    row = ruleset.book.casualty_for(casualty)
    return "dead" if row.dead else "misses_next" if row.misses_next else ""


def _untouched_by_cards(ruleset: Ruleset, injury: Injury) -> tuple[CasualtyRow, ...]:
    treatment, book = injury.treatment, ruleset.book
    if injury.cause == "eaten":
        return tuple(row for row in book.casualties if row.dead)[:1]
    if regenerated(ruleset, treatment):
        return ()
    rows = [book.casualty_for(injury.casualty)]
    if injury.second_casualty:
        rows.append(book.casualty_for(injury.second_casualty))
    if 0 < book.healing.healer_from <= treatment.healer:
        return tuple(row for row in book.casualties if row.key == book.healing.healer_result)
    if treatment.apothecary_reroll and treatment.apothecary_reroll < injury.casualty:
        rows[0] = book.casualty_for(treatment.apothecary_reroll)
    return tuple(rows)


def _with_row(ruleset: Ruleset, line: PlayerSheet, hurt: InjuredPlayer, row: CasualtyRow) -> InjuredPlayer:
    lost, ignored = hurt.lost, hurt.ignored
    if row.characteristic:
        if can_fall(ruleset, line, row.characteristic, hurt.lost.count(row.characteristic)):
            lost = (*lost, row.characteristic)
        else:
            ignored = (*ignored, row.characteristic)
    return replace(
        hurt,
        results=(*hurt.results, row.key),
        misses_next=hurt.misses_next or row.misses_next,
        niggling=hurt.niggling + row.niggling,
        lost=lost,
        ignored=ignored,
    )


def can_fall(ruleset: Ruleset, line: PlayerSheet, characteristic: str, already: int = 0) -> bool:
    """Whether a characteristic can lose one more point (K2): there is a limit below its start, and a minimum."""
    limits = ruleset.book.improvement
    value = line.characteristic(characteristic) - already
    floor = max(
        line.starting_characteristic(characteristic) - limits.maximum_loss, ruleset.book.profile[characteristic].floor
    )
    return value - 1 >= floor


def regenerated(ruleset: Ruleset, treatment: Treatment) -> bool:
    """Whether a regeneration roll cancelled the injury (K5)."""
    return 0 < ruleset.book.healing.regeneration_from <= treatment.regeneration


def healed_by_card(ruleset: Ruleset, injury: Injury) -> bool:
    """Whether a special play card cancelled the injury (S5, p48-50); some cards need a roll and can fail."""
    card = next((card for card in ruleset.book.cards if card.name == injury.treatment.card), None)
    return card is not None and bool(card.heals) and injury.treatment.card_roll >= card.heals_from


def returned(ruleset: Ruleset, injury: Injury) -> bool:
    """Whether the player came back after this injury, and so could be injured again (K4, K5, I7, S5)."""
    treatment = injury.treatment
    back = treatment.apothecary_reserves or treatment.chirurgeon or regenerated(ruleset, treatment)
    return back or healed_by_card(ruleset, injury)


def may_treat(ruleset: Ruleset, sheet: TeamSheet, line: PlayerSheet) -> bool:
    """Whether a team's list lets an apothecary or healer treat this player (C6, I6)."""
    team_list = ruleset.team_list(sheet)
    allowed = team_list.apothecary_positions
    return team_list.apothecary and (not allowed or line.position in allowed)


def _forbidden(
    ruleset: Ruleset,
    sheet: TeamSheet,
    line: PlayerSheet,
    injury: Injury,
    used: set[str],
    induced: Sequence[str] | None,
) -> Violation | None:
    if line.misses_next:
        return _broken(ruleset, "casualties", "injury.did_not_play", number=line.number)
    return _bad_dice(ruleset, line, injury) or _bad_treatment(ruleset, sheet, line, injury, used, induced)


def _bad_dice(ruleset: Ruleset, line: PlayerSheet, injury: Injury) -> Violation | None:
    treatment, book = injury.treatment, ruleset.book
    if not injury.casualty and injury.cause != "eaten":
        return _broken(ruleset, "casualties", "injury.not_rolled")
    for purpose, value in (
        ("casualties", injury.casualty),
        ("second_roll", injury.second_casualty),
        ("apothecary_treats", treatment.apothecary_reroll),
    ):
        if value and not face_exists(value, book.casualty_die):
            return _broken(ruleset, purpose, "injury.no_such_d68", found=value)
    for purpose, value in (("healer", treatment.healer), ("regeneration", treatment.regeneration)):
        if value and not face_exists(value, book.healing.die):
            return _broken(ruleset, purpose, "injury.no_such_d6", found=value)
    if injury.second_casualty and book.healing.second_roll_skill not in line.skills:
        return _broken(ruleset, "second_roll", "injury.no_decay", number=line.number)
    if treatment.regeneration and book.healing.regeneration_skill not in line.skills:
        return _broken(ruleset, "regeneration", "injury.no_regeneration", number=line.number)
    return None


def _bad_treatment(
    ruleset: Ruleset,
    sheet: TeamSheet,
    line: PlayerSheet,
    injury: Injury,
    used: set[str],
    induced: Sequence[str] | None,
) -> Violation | None:
    treatment = injury.treatment
    apothecary = bool(treatment.apothecary_reroll) or treatment.apothecary_reserves
    wanted = [
        *(["apothecary"] if apothecary else []),
        *(["healer"] if treatment.healer else []),
        *(["chirurgeon"] if treatment.chirurgeon else []),
    ]
    if injury.cause == "eaten" and (wanted or treatment.regeneration):
        return _broken(ruleset, "eaten", "injury.eaten", number=line.number)
    purposes = {"apothecary": "apothecary_treats", "healer": "healer", "chirurgeon": "chirurgeon"}
    for kind in wanted:
        purpose = purposes[kind]
        if kind in used:
            return _broken(ruleset, purpose, "injury.used_already", treatment=kind)
        if not _is_available(sheet, kind, induced):
            return _broken(ruleset, purpose, "injury.not_hired", treatment=kind)
        if kind != "chirurgeon" and not may_treat(ruleset, sheet, line):
            purpose = "apothecary" if kind == "apothecary" else purpose
            return _broken(ruleset, purpose, "injury.not_for_him", number=line.number)
        used.add(kind)
    if treatment.apothecary_reroll and treatment.apothecary_reserves:
        return _broken(ruleset, "apothecary_treats", "injury.one_way_only")
    if apothecary and treatment.healer:
        return _broken(ruleset, "healer", "injury.apothecary_and_healer")
    return None


def _bad_card(
    ruleset: Ruleset, injury: Injury, used: set[str], played: Sequence[PlayedCard] | None
) -> Violation | None:
    """What is wrong with healing by a card: it does not heal (this), was not played, or was already used (S5)."""
    name, face = injury.treatment.card, injury.treatment.card_roll
    if not name:
        return _broken(ruleset, "cards_on_roster", "injury.card_roll_without_card") if face else None
    card = next((card for card in ruleset.book.cards if card.name == name), None)
    if card is None or not card.heals:
        return _broken(ruleset, "cards_on_roster", "injury.card_heals_nobody", card=name[:40])
    if name in used:
        return _broken(ruleset, "cards_on_roster", "injury.card_used_already", card=name)
    if played is not None and name not in (one.card for one in played):
        return _broken(ruleset, "cards_on_roster", "injury.card_not_played", card=name)
    if injury.cause == "eaten":
        return _broken(ruleset, "eaten", "injury.eaten_beyond_cards")
    if (card.heals_from or face) and not (card.heals_from and face_exists(face, ruleset.book.healing.die)):
        return _broken(ruleset, "cards_on_roster", "injury.card_die", card=name, found=face)
    rows = _untouched_by_cards(ruleset, injury)
    to_heal = {row.key for row in rows if row.dead} or {row.key for row in rows}
    if regenerated(ruleset, injury.treatment) or not to_heal <= set(card.heals):
        return _broken(ruleset, "cards_on_roster", "injury.card_heals_other", card=name)
    used.add(name)
    return None


def _is_available(sheet: TeamSheet, kind: str, induced: Sequence[str] | None) -> bool:
    if kind == "apothecary":
        return sheet.staff_count("apothecary") > 0
    return induced is None or kind in induced


def _broken(ruleset: Ruleset, purpose: str, id: str, **args: int | str) -> Violation:
    return Violation(id=id, args=tuple(args.items()), **ruleset.source(purpose))
