"""Checks of team lists, those of a book and those that a league enters: known names, quantities, profiles, room."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator

from rules.book.book import Book
from rules.book.entered.faults import fault
from rules.book.peoples import shared_peoples
from rules.book.rows.teams import Pairs, Position, TeamList
from rules.book.toml_tables import no_such

Found = Iterator[tuple[str, str]]
"""The key, and what is wrong there."""


def named(key: str, wanted: Iterable[str], known: Collection[str], what: str) -> Found:
    """Every wanted name that is not known, and every one that is wanted twice."""
    for name, times in Counter(wanted).items():
        if name not in known:
            yield key, no_such(what, name, known)
        if times > 1:
            yield key, fault("twice", name=name)


def list_problems(book: Book, team_list: TeamList) -> Found:
    """What is wrong with a team list, besides its positions."""
    names = [position.name for position in team_list.positions]
    booleans = [option.name for option in book.options.values() if option.type == "boolean"]
    yield from named("positions", names, names, "position")
    yield from named("stars", team_list.stars, book.stars, "star player")
    yield from named("option", filter(None, [team_list.option]), booleans, "option to switch on or off")
    yield from named("apothecary_positions", team_list.apothecary_positions, names, "position")
    yield from named("endless", team_list.endless, names, "position")
    for limit in team_list.together:
        yield from named("together", limit.positions, names, "position")
    yield from _choice_problems(team_list)
    peoples = {*shared_peoples(), *book.peoples}
    yield from named("people", filter(None, [team_list.people]), peoples, "people whose names are known")
    most, wanted = sum(position.maximum for position in team_list.positions), _most_players(book, team_list)
    if most < wanted:
        yield "positions", fault("list.room", most=most, wanted=wanted)


def rules_in(team_list: TeamList) -> tuple[str, ...]:
    """Every special rule that a team of a list can have."""
    options = (option for choice in team_list.choices for option in choice.options)
    return (*team_list.special_rules, *options, *(brought for _rule, brought in team_list.with_rule))


def _choice_problems(team_list: TeamList) -> Found:
    """Nobody can choose a special rule that all teams of the list have, and there is a choice between two at least."""
    keys = [choice.key for choice in team_list.choices]
    yield from named("choices", keys, keys, "choice")
    for choice in team_list.choices:
        open_ones = [each for each in choice.options if each not in team_list.special_rules]
        yield from named(f"choices / {choice.key}", choice.options, open_ones, "special rule to choose")
        if len(choice.options) < 2:
            yield f"choices / {choice.key}", fault("list.few_options")
    bringing = [rule for rule, _brought in team_list.with_rule]
    yield from named("with_rule", bringing, rules_in(team_list), "special rule of the list")


def position_problems(book: Book, position: Position) -> Found:
    """What is wrong with a position of a team list."""
    if not 0 <= position.minimum <= position.maximum:
        yield "maximum", fault("list.quantity", least=position.minimum, most=position.maximum)
    yield from profile_problems(book, position.profile)
    yield from named("skills", position.skills, book.skills, "skill")
    categories = dict.fromkeys(skill.category for skill in book.skills.values())
    yield from named("normal or double", position.normal + position.double, categories, "skill category")
    rolls = max((level.rolls for level in book.levels), default=0)
    new = [skill.name for skill in book.skills_in(position.normal) if skill.name not in position.skills]
    if len(new) < rolls:
        yield "normal", fault("list.few_skills", count=len(new), rolls=rolls)


def profile_problems(book: Book, profile: Pairs) -> Found:
    """Whether a profile has the characteristics of the book in their order."""
    names = tuple(name for name, _figure in profile)
    if names != book.characteristics:
        yield "profile", fault("list.profile", wanted=" ".join(book.characteristics), found=" ".join(names))


def _most_players(book: Book, team_list: TeamList) -> int:
    own = team_list.maximum_players
    return book.creation.maximum_players if own is None else own
