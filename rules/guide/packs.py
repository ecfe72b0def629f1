"""The packs of a book in words: what an exhibition's or a tournament's teams have besides their list."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rules.book.book import Book
from rules.book.rows.packs import Pack, PackTier, ReadyPack
from rules.guide.document import Column, Piece, Row, Section, Source, anchor_of
from rules.words.words import k

COLUMNS = (
    Column(key="tiers", label="A team has at most"),
    Column(key="all", label="All teams", words=True),
    Column(key="about", label="What it leaves out", words=True),
)
ABOUT = "A league has one of these by writing its name as its pack, and can then change the text."


def packs_section(book: Book) -> Section:
    """The packs that a league has by their names alone; without rows if the book has none."""
    rows = tuple(_row(ready) for ready in book.packs)
    return Section(
        anchor="ready-packs", title="Packs of the book", columns=COLUMNS, heading="Pack", rows=rows, about=ABOUT
    )


def pack_words(pack: Pack) -> tuple[str, ...]:
    """What teams by a pack have at most, each tier's and then all teams', in words."""
    return _opened((*map(_tier, pack.tiers), *_all(pack)))


def words_for_list(pack: Pack, team_list: str, tier: int) -> tuple[str, ...]:
    """What a team of a list of this tier has at most by a pack, and then what holds for all teams, in words."""
    row = pack.row(team_list, tier)
    return _opened((*([_tier(row)] if row is not None else ()), *_all(pack)))


def _opened(said: Iterable[str]) -> tuple[str, ...]:
    return tuple(f"{each[:1].upper()}{each[1:]}" for each in said)


def _row(ready: ReadyPack) -> Row:
    pack = ready.pack
    return Row(
        anchor=anchor_of(pack.name),
        title=pack.name,
        cells=((Piece("; ".join(map(_tier, pack.tiers))),), (Piece("; ".join(_all(pack))),), (Piece(ready.about),)),
        source=Source(elsewhere=ready.source, pages=(ready.page,) if ready.page else (), doubt=ready.doubt),
    )


def _tier(row: PackTier) -> str:
    most = [f"{row.points} points for skills"] if row.points is not None else []
    kinds = (
        (row.skills, "skill"),
        (row.primary, "primary skill"),
        (row.secondary, "secondary skill"),
        (row.stars, "star"),
    )
    most += [f"{number or 'no'} {what}{'' if number == 1 else 's'}" for number, what in kinds if number is not None]
    has = ", ".join([k(row.gold), *most] if row.gold else most)
    return f"{f'tier {row.tier}' if row.tier else 'all tiers'}: {has}"


def _all(pack: Pack) -> Iterator[str]:
    if any(row.points is not None for row in pack.tiers):
        stars = [f"a star {pack.star_points}"] if pack.star_points else []
        stars += [f"a {name} {points}" for name, points in pack.keyword_points]
        yield ", ".join(
            (f"a primary skill costs {pack.primary_points}", f"a secondary one {pack.secondary_points}", *stars)
        )
    yield f"a player gets {pack.on_a_player} skill{'' if pack.on_a_player == 1 else 's'} at most"
    if pack.same_skill:
        yield f"{pack.same_skill} of the same skill at most"
    limited: dict[int, list[str]] = {}
    for name, most in pack.limited:
        limited.setdefault(most, []).append(name)
    yield from (f"{', '.join(names)} {most} times each at most" for most, names in limited.items())
    yield from (f"{name}: {most} at most" for name, most in pack.keyword_stars)
    if pack.fans is not None:
        yield f"they begin with {pack.fans or 'no'} dedicated fans"
    if pack.barred:
        yield f"no player gets {', '.join(pack.barred)}"
    yield from (f"{name} is of tier {tier}" for name, tier in pack.tier_of)
    if pack.lists:
        yield f"only these lists play: {', '.join(pack.lists)}"
    if pack.stars:
        yield f"only these stars play: {', '.join(pack.stars)}"
