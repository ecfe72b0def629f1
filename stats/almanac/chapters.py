"""The chapters of an almanac: teams, matches, and lists of what is remembered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from django.utils.translation import gettext as _

from printing.table import PADDING, Cell, Column, Row, Table, laid_out
from printing.text import LEADING, NO_BREAK, Run, Style, wrap
from printing.text import width as width_of
from printing.typefaces import Face
from stats.almanac.data import Chapter, Entry, Game, Listing, Matches, Squad, Told
from stats.almanac.pages import BOLD, HEADING, PART, SMALL, TEXT, Pages
from teams.presentation.injury_words import misses_words
from teams.roster.printed import Characteristic, Mark, RosterLine
from web.crests.paper import draw_crest

LABEL = Style(Face.BOLD, 7, 0.3)
VALUE = Style(Face.SLAB, 13)
CELL = Style(Face.REGULAR, 8.6)
CELL_BOLD = Style(Face.BOLD, 8.8)
SCORE = Style(Face.SLAB, 12)
FIGURE = Style(Face.SLAB, 10)
ROW, GAME, MATCH, ENTRY, MORE = 14.0, 11.5, 20.0, 24.0, 10.0
TALL, READABLE = 21.0, 7.6
"""The height of a player's row whose skills take two lines, as they do where one line would be smaller than this."""
LARGEST = 1.15
"""How many times as large as usual the letters of a roster are at most, where its rows are high."""
HEAD = 22.0
GUTTER, SHORT, PART_HEAD, LISTING_HEAD = 20.0, 240.0, 22.0, 18.0


def room_of(squad: Squad, width: float, stretch: float) -> float:
    """How much room a team takes below its head, with its rows so many times as high as usual."""
    below = 24 * bool(squad.honours) + 24 + GAME * -(-len(squad.games) // 2)
    return 34 + HEAD + sum(_heights(squad, width, stretch)) + below


def draw_squad(pages: Pages, squad: Squad, *, chapter: str = "", stretch: float = 1.0) -> None:
    """A team: its season in figures, its roster, its matches, and what it won.

    Its rows are ``stretch`` times as high as usual, and in larger letters if that is more.
    """
    heights = _heights(squad, pages.width, stretch)
    room = room_of(squad, pages.width, stretch)
    pages.begin(squad.name, worn=squad.worn, beside=squad.about, level=1, chapter=chapter, room=room)
    document = pages.document
    if squad.facts:
        step = pages.width / len(squad.facts)
        for place, (label, value) in enumerate(squad.facts):
            document.text(document.left + place * step, pages.y - 6, label.upper(), LABEL, room=step - 4)
            document.text(document.left + place * step, pages.y - 20, value, VALUE, room=step - 8, smallest=8)
        pages.y -= 32
    if squad.players is not None:
        _draw_players(pages, squad, squad.players, heights, min(max(stretch, 1.0), LARGEST))
    if squad.honours:
        pages.y -= 6
        pages.words((Run(_("Won this season: "), BOLD), Run("; ".join(squad.honours), TEXT)), after=4)
    _draw_games(pages, squad.games)


def _heights(squad: Squad, width: float, stretch: float) -> list[float]:
    """How high each player's row is in a table of this width, in points."""
    skills = next(column for column in laid_out(tuple(_columns(squad)), width) if column.wraps)
    room, tall = (skills.width - 2 * PADDING) * CELL.size / READABLE, max(TALL * stretch, 2 * READABLE * LEADING + 2)
    return [tall if width_of(_told_skills(player), CELL) > room else ROW * stretch for player in squad.players or ()]


def _draw_players(
    pages: Pages, squad: Squad, players: Sequence[RosterLine], heights: Sequence[float], larger: float
) -> None:
    columns = laid_out(tuple(_columns(squad)), pages.width)
    columns = tuple(replace(each, style=replace(each.style, size=each.style.size * larger)) for each in columns)
    skills = replace(CELL, size=CELL.size * larger)
    table = Table(pages.document, columns, pages.document.left, ROW, squad.worn.first)
    pages.need(HEAD + TALL)
    pages.y = table.head(pages.y)
    for place, (player, table.row_height) in enumerate(zip(players, heights, strict=True)):
        if pages.y - table.row_height < pages.document.bottom:
            table.foot(pages.y)
            pages.need(HEAD + TALL)
            pages.y = table.head(pages.y)
        pages.y = table.row(pages.y, Row(tuple(_cells(squad, player, skills)), shaded=place % 2 == 1))
    table.foot(pages.y)
    pages.y -= 10


def _columns(squad: Squad) -> Iterator[Column]:
    yield Column(heading="#", width=18, align="center", style=CELL_BOLD)
    yield Column(heading=_("Player").upper(), width=96, style=CELL_BOLD, smallest=5.4)
    yield Column(heading=_("Position").upper(), width=66, style=CELL, smallest=5.4)
    for name in squad.characteristics:
        yield Column(heading=name, width=16, align="center", style=CELL)
    yield Column(heading=squad.skills.upper(), width=1, flexible=True, style=CELL, wraps=True, smallest=4.6)
    if "deeds:*" in squad.columns:
        for name in squad.deeds:
            yield Column(heading=name.upper(), width=21, align="center", style=CELL)
    if "spp" in squad.columns:
        yield Column(heading=squad.points, width=22, align="center", style=CELL)


def _cells(squad: Squad, player: RosterLine, skills: Style) -> Iterator[Cell | str]:
    yield str(player.number)
    yield player.name
    yield player.position
    yield from map(_figure, player.characteristics)
    yield Cell((Run(_told_skills(player), skills),))
    if "deeds:*" in squad.columns:
        yield from (str(count) if count else "·" for count in player.deeds)
    if "spp" in squad.columns:
        yield "" if player.star_player_points is None else str(player.star_player_points)


def _figure(each: Characteristic) -> str:
    return f"{each.value}{ {Mark.IMPROVED: '↑', Mark.INJURED: '↓'}.get(each.mark, '') }"


def _told_skills(player: RosterLine) -> str:
    return ", ".join(word.replace(" ", NO_BREAK) for word in _skills(player))


def _skills(player: RosterLine) -> Iterator[str]:
    yield from (*player.marks, *player.apart)
    yield from player.starting_skills
    yield from (f"+{skill}" for skill in player.gained_skills)
    yield from (f"{count} × {short}" if count > 1 else short for _sign, short, count in player.conditions)
    if player.misses:
        yield misses_words(player.misses)


def _draw_games(pages: Pages, games: Sequence[Game]) -> None:
    """The matches of a team in two columns."""
    if not games:
        return
    document, width = pages.document, (pages.width - GUTTER) / 2
    half = -(-len(games) // 2)
    pages.need(20 + GAME * min(half, 8))
    document.text(document.left, pages.y - 10, _("Matches"), HEADING)
    pages.y -= 14
    columns = laid_out(GAME_COLUMNS, width)
    tables = [Table(document, columns, document.left + column * (width + GUTTER), GAME) for column in (0, 1)]
    for row in range(half):
        pages.need(GAME)
        for table, place in zip(tables, (row, row + half), strict=True):
            if place < len(games):
                game = games[place]
                cells = (game.result, game.score, game.opponent, game.competition, game.when)
                table.row(pages.y, Row(cells))
        pages.y -= GAME
    pages.y -= 8


GAME_COLUMNS = (
    Column(heading="", width=14, style=CELL_BOLD, align="center"),
    Column(heading="", width=34, style=CELL_BOLD, align="center"),
    Column(heading="", width=1.5, flexible=True, style=CELL),
    Column(heading="", width=1.1, flexible=True, style=Style(Face.REGULAR, 7.4, 0.25)),
    Column(heading="", width=46, style=Style(Face.REGULAR, 7.4, 0.25), align="right"),
)


def draw_matches(pages: Pages, matches: Matches, *, chapter: str = "") -> None:
    """The matches of a competition, round by round, with what is told of them."""
    pages.begin(matches.competition, level=1, chapter=chapter)
    for name, told in matches.rounds:
        pages.need(30 + MATCH + 12)
        if name:
            pages.y -= 6
            pages.document.text(pages.document.left, pages.y - 12, name, PART, room=pages.width)
            pages.y -= 20
        for each in told:
            _draw_match(pages, each)


def _draw_match(pages: Pages, match: Told) -> None:
    """Both crests and names around the score, the day, and the lines below."""
    pages.need(MATCH + 11 * len(match.lines) + (20 if match.stories else 0) + 4)
    document, left = pages.document, pages.document.left
    day, crest = 52.0, 13.0
    middle, y = left + day + (pages.width - day) / 2, pages.y - 14
    document.text(left, y, match.day, SMALL)
    wide = document.text(middle, y, match.score, SCORE, align="center") / 2 + 9
    room = (pages.width - day) / 2 - wide - crest - 5
    draw_crest(document, match.home_worn, middle - wide - crest, y - 4, crest)
    document.text(middle - wide - crest - 5, y, match.home, BOLD, align="right", room=room, smallest=6)
    draw_crest(document, match.away_worn, middle + wide, y - 4, crest)
    document.text(middle + wide + crest + 5, y, match.away, BOLD, room=room, smallest=6)
    pages.y -= MATCH
    for line in match.lines:
        pages.words((Run(line, SMALL),), left=day)
    for author, text in match.stories:
        pages.story(author, text, left=day)
    pages.y -= 4
    document.rule(left, pages.y, document.right, pages.y)


def draw_chapter(pages: Pages, chapter: Chapter) -> None:
    """Listings in two columns, part by part; the first begins a page."""
    for place, (name, listings) in enumerate(chapter.parts):
        if place == 0:
            pages.begin(chapter.title, room=SHORT)
        if name:
            pages.need(PART_HEAD + max((_least(pages, listing) for listing in listings[:1]), default=0.0))
            pages.document.text(pages.document.left, pages.y - 12, name, PART, room=pages.width)
            pages.enter(name, level=1)
            pages.y -= PART_HEAD
        _draw_listings(pages, listings)


def _least(pages: Pages, listing: Listing) -> float:
    """How much room a listing needs to begin here: all that it takes if it is short, else its head and a row."""
    rows = [
        ENTRY + MORE * (max(len(_lines_of_more(pages, entry)) for entry in beside) - 1)
        for beside in _beside(listing.entries)
    ]
    head = LISTING_HEAD * bool(listing.heading)
    whole = head + sum(rows)
    return whole if whole <= SHORT else head + rows[0]


def _beside(entries: Sequence[Entry]) -> Iterator[Sequence[Entry]]:
    """The rows of a listing: its first half at the left, the second at the right."""
    half = -(-len(entries) // 2)
    for row in range(half):
        yield [entries[place] for place in (row, row + half) if place < len(entries)]


def _draw_listings(pages: Pages, listings: Sequence[Listing]) -> None:
    """Rows of two entries; a heading stands across."""
    for listing in listings:
        pages.need(_least(pages, listing))
        if listing.heading:
            pages.document.text(pages.document.left, pages.y - 10, listing.heading, HEADING, room=pages.width)
            pages.y -= 14
            pages.document.rule(
                pages.document.left, pages.y, pages.document.right, pages.y, weight=1, ink=pages.worn.first
            )
        for beside in _beside(listing.entries):
            more = [_lines_of_more(pages, entry) for entry in beside]
            high = ENTRY + MORE * (max(map(len, more)) - 1)
            pages.need(high)
            for column, (entry, lines) in enumerate(zip(beside, more, strict=True)):
                _draw_entry(pages, entry, column, lines, high)
            pages.y -= high
        pages.y -= 8


def _column_width(pages: Pages) -> float:
    return (pages.width - GUTTER) / 2


def _indent(entry: Entry) -> float:
    return 16.0 if entry.place else 0.0


def _lines_of_more(pages: Pages, entry: Entry) -> list[list[Run]]:
    """What an entry says more, in lines; one line at least."""
    return wrap((Run(entry.more, SMALL),), _column_width(pages) - _indent(entry))


def _draw_entry(pages: Pages, entry: Entry, column: int, more: Sequence[Sequence[Run]], high: float) -> None:
    document, width = pages.document, _column_width(pages)
    x, y = document.left + column * (width + GUTTER), pages.y
    indent = _indent(entry)
    if entry.place:
        document.text(x + 10, y - 11, entry.place, SMALL, align="right")
    wide = document.text(x + width, y - 11, entry.figure, FIGURE, align="right", room=width * 0.5, smallest=7)
    document.text(x + indent, y - 11, entry.name, BOLD, room=width - wide - indent - 6, smallest=7)
    for place, line in enumerate(more):
        document.runs(x + indent, y - 20 - MORE * place, line)
    document.rule(x, y - high, x + width, y - high)
