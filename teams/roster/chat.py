"""A roster as plain text, to paste into a chat: lines of equal columns, which line up in any font of equal widths.

Column heads are fixed abbreviations of the game in every language, so that a roster reads alike wherever it is pasted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from unicodedata import combining, east_asian_width

from rules.words.words import k
from teams.roster.printed import GoodsLine, Mark, RosterLine, RosterPrint

PLAIN = {"number": "#", "name": "NAME", "position": "POS", "cost": "COST"}
TEXTS = ("NAME", "POS")
SKILLS = "SKILLS"
MISSES_NEXT = "MNG"
GAP = "  "


def roster_text(roster: RosterPrint) -> str:
    """A printed roster's front as text, without a line break at its end. Gold is in thousands (k)."""
    kinds = [kind for kind in roster.columns if kind != "cost" or roster.with_costs]
    heads = [head for kind in kinds for head in _heads(roster, kind)]
    rows = [(*heads, SKILLS), *(_row(player, kinds) for player in roster.players)]
    goods = [*roster.counted_goods, *(line for line in roster.staff if line.number)]
    own = [_good(line) for line in goods] + list(roster.inducements)
    own += [f"{roster.treasury_name} {k(roster.treasury)}"] if roster.treasury is not None else []
    own += [f"{roster.bank_name} {k(roster.bank)}"] if roster.bank else []
    worth = f", {roster.value_short} {_worth(roster, roster.value)}" if roster.value is not None else ""
    lines = [
        f"{roster.team} ({_of_list(roster)}, {roster.coach})" + worth,
        f"{roster.league}, {roster.as_of}",
        "",
        *_aligned(rows),
        *(["", ", ".join(own)] if own else []),
    ]
    return "\n".join([*lines, *([", ".join(roster.trophies)] if roster.trophies else [])])


def tournament_text(roster: RosterPrint) -> str:
    """The roster as tournaments ask for it: what the team has, then a line for each player with what was added."""
    worth = f"{roster.value_short}: {_worth(roster, roster.value)}" if roster.value is not None else ""
    goods = [*roster.counted_goods, *(line for line in roster.staff if line.number)]
    own = ", ".join([*map(_good, goods), *roster.inducements])
    gold = f"{roster.treasury_name}: {k(roster.treasury)}" if roster.treasury is not None else ""
    head = [f"Coach: {roster.coach}", f"Team: {roster.team}", f"Team list: {roster.team_list}"]
    head += [f"Special rules: {', '.join(roster.special_rules)}" if roster.special_rules else "", worth, gold, own]
    return "\n".join([*filter(None, head), "", *(_told(roster, player) for player in roster.players)])


def _of_list(roster: RosterPrint) -> str:
    return ", ".join((roster.team_list, *roster.chosen_rules))


def _told(roster: RosterPrint, player: RosterLine) -> str:
    """A player in one line: number, position, name, skills with a + before those that were added, and the cost."""
    called = f"{player.position} {player.name}" if player.name else player.position
    price = f" ({k(player.cost)})" if roster.with_costs else ""
    return f"{player.number}. {called}: {', '.join(_marks(player)) or '-'}{price}"


def _worth(roster: RosterPrint, amount: int) -> str:
    return k(amount) if roster.value_in_gold else f"{amount:,}"


def _heads(roster: RosterPrint, kind: str) -> list[str]:
    """The heads of a kind of column. Marks and injuries stand with the skills, which come last; deeds are left out."""
    characteristics = [short for short, _name in roster.characteristics] if kind == "profile:*" else []
    if kind == "spp":
        return [roster.points[0]]
    return [PLAIN[kind]] if kind in PLAIN else characteristics


def _row(player: RosterLine, kinds: Sequence[str]) -> tuple[str, ...]:
    price = k(player.cost)
    cells = {
        "number": [str(player.number)],
        "name": [player.name or "-"],
        "position": [player.position],
        "profile:*": [str(each.value) for each in player.characteristics],
        "spp": ["-" if player.star_player_points is None else str(player.star_player_points)],
        "cost": [price if player.counts_in_value else f"({price})"],
    }
    return (*(cell for kind in kinds for cell in cells.get(kind, ())), ", ".join(_marks(player)) or "-")


def _marks(player: RosterLine) -> Iterator[str]:
    """Marks and skills, then what was gained and lost, then injuries."""
    yield from (*player.marks, *player.apart)
    yield from player.starting_skills
    yield from (f"+{skill}" for skill in player.gained_skills)
    yield from (f"+{each.name}" for each in player.characteristics if each.mark is Mark.IMPROVED)
    yield from player.characteristic_losses
    yield from (f"{count} {short}" for _sign, short, count in player.conditions)
    if player.misses:
        yield MISSES_NEXT if player.misses == 1 else f"{player.misses} × {MISSES_NEXT}"


def _good(line: GoodsLine) -> str:
    return f"{line.name} {line.number}"


def _aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """The rows with equal columns: texts to the left, numbers to the right, the last column as long as it is."""
    widths = [max(map(_width, column)) for column in zip(*rows, strict=True)]
    texts = [place for place, head in enumerate(rows[0]) if head in TEXTS]
    return [
        GAP.join(
            cell + " " * (width - _width(cell)) if place in texts else " " * (width - _width(cell)) + cell
            for place, (cell, width) in enumerate(zip(row[:-1], widths, strict=False))
        )
        + GAP
        + row[-1]
        for row in rows
    ]


def _width(text: str) -> int:
    """How many columns a text takes: none for a combining mark, two for a wide character."""
    return sum(0 if combining(each) else 2 if east_asian_width(each) in "WF" else 1 for each in text)
