"""The texts for what is wrong in what commissioners enter: each is said of a key or a field, which stands before it.

A gap with `:text` is a text of `THINGS`, or several of them, and with `:list` several texts; both are translated too.
"""

from __future__ import annotations

from collections.abc import Mapping

FAULTS: Mapping[str, str] = {
    # Where it is.
    "line": "Line {line}",
    "placed": "{place:list}: {problem}",
    # Any table.
    "or": " or ",
    "many_digits": "a number of many digits",
    "a_table": "a table",
    "a_list": "a list",
    "unreadable": "cannot be read as TOML ({why})",
    "too_deep": "too deep",
    "too_long": "has {count} characters; at most {most:,} fit",
    "wrong_type": "must be {wanted:text}, not {found}",
    "no_table": "must be a table",
    "no_pairs": "must be a table of pairs, not {found}",
    "missing_key": "missing key",
    "unknown_key": "unknown key; {owner:text} has {known}",
    "mistyped_key": 'unknown key; did you mean "{meant}"? {owner:text} has {known}',
    "none_such": 'there is no {what:text} "{name}"; there are {known}',
    "none_such_at_all": 'there is no {what:text} "{name}"; there are none',
    "none_such_of_many": 'there is no {what:text} "{name}"; there are {count}, such as {known}',
    "twice": '"{name}" is here twice',
    "signs": "holds signs that are no text",
    "bounds": "must be from {least} to {most}",
    "out_of_bounds": "must be from {least} to {most}, not {found}",
    # Team lists.
    "list.above_each": "write [[lists]] above each team list, and nothing before the first one",
    "list.too_many": "a league has at most {most} team lists of its own",
    "list.above_positions": "write [[lists.positions]] above each position; there are 1 to {most}",
    "list.name": "must be a name of 1 to {most} letters, without commas and semicolons, not {found}",
    "list.name_signs": "holds signs or spaces that are no part of a name: {found}",
    "list.name_taken": "{name} is there already; choose another name",
    "list.letters": "has {count} letters; at most {most} fit",
    "list.entries": "has {count} entries; at most {most} fit",
    "list.gold": "must be 0, or from {least:,} to {most:,} gp in whole thousands, not {found}",
    "list.no_size": "{least} to {most} players are no size of a team",
    "list.needed": "the positions need {needed} players together; a team has at most {most}",
    "list.limits": "the limits allow {room} players together; a team needs {least}",
    "list.room": "have room for {most} players together, not for {wanted}",
    "list.few_options": "needs two options or more",
    "list.quantity": "{least}-{most} is no quantity",
    "list.few_skills": "opens {count} new skills, too few for {rolls} improvement rolls",
    "list.profile": "must give {wanted} in this order, not {found}",
    "list.figure_missing": "{key} is missing; write {wanted}",
    "list.said_by_book": "the book says it of {name}; leave it out, or choose another name",
    # Stars.
    "star.format": "name; price; teams or {any}; {profile}; skills",
    "star.format_with_kind": "name; price; teams or {any}; {profile}; skills; kind",
    "star.lines": "{count} lines",
    "star.fields": "has {count} of the fields between semicolons; write {wanted}",
    "star.characters": "has {count} characters; at most {most} fit",
    "star.name": "must be a name of 1 to {most} letters, not {found}",
    "star.in_line": "{name} is in line {line} already",
    "star.price": "must be from {least:,} to {most:,} gp in whole thousands, not {found}",
    "star.teams": "name the team lists with commas between them, or {any}",
    "star.twice": "{name} is here twice",
    "star.profile": "must be {count} numbers ({wanted}), not {found}",
    "star.figure": "{key} must be from {least} to {most}, not {found}",
    "star.figure_or_none": "{key} must be from {least} to {most}, or {none}, not {found}",
    # Tiers.
    "tier.format": "write the name of a team list, a semicolon and its tier, not {found}",
    # Packs.
    "pack.name": "must be a name of 1 to {most} letters",
    "pack.tiers": "write [[tiers]] once for each tier, or once without a tier, for all lists",
    "pack.no_row": "there is no row for tier {tier} ({first}); write one, or name in lists those that play",
    "pack.no_row_for_more": (
        "there is no row for tier {tier} ({first} and {count} more); write one, or name in lists those that play"
    ),
    "pack.no_row_without_tier": (
        "there is no row for lists without a tier ({first}); write one, or name in lists those that play"
    ),
    "pack.no_row_without_tier_for_more": (
        "there is no row for lists without a tier ({first} and {count} more); write one, or name in lists those that"
        " play"
    ),
    "pack.gold": "must be from {least:,} to {most:,} gp in whole thousands, not {found}",
    "pack.no_fans": "must not be here: the book has no dedicated fans and no fan factor",
    "pack.no_gold": "must not be here: the book has no gold",
}

ROWS: Mapping[str, str] = {"Pack": "a pack", "PackTier": "a tier of a pack"}
"""What people call the rows that are no rows of a book."""

THINGS = (
    # Types.
    "text",
    "a whole number",
    "true or false",
    "a table",
    "a list",
    # Whose keys are named.
    "a position",
    "a profile",
    "a team list",
    *ROWS.values(),
    # What there is none of.
    "choice",
    "keyword of a star",
    "kind of star",
    "option to switch on or off",
    "people whose names are known",
    "position",
    "skill",
    "skill category",
    "special rule",
    "special rule of the list",
    "special rule to choose",
    "star player",
    "team list",
    # The fields of a star.
    "name",
    "price",
    "teams",
    "characteristics",
    "skills",
    "kind",
)
