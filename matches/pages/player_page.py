"""The context of a player's page: roster line, level, matches, and history with its figures."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any

from django.core.paginator import Paginator
from django.db.models import Q
from django.http import Http404
from django.utils.translation import gettext as _

from leagues.changes import version_of
from matches import wording
from matches.casualty_words import result_words
from matches.models import PlayerLine
from matches.pages.records import RecordLine, lines_of
from rules.book.book import Book
from rules.book.edition import Ruleset
from rules.book.growth import Standing
from rules.journal.history import CORRECTION, Correction, from_json
from rules.sheet.sheet import PlayerSheet, TeamSheet
from teams.ledger import ledger
from teams.models import JournalEntry, PlayerMove, Team
from teams.presentation.history_text import history_lines, is_about, new_entries
from teams.presentation.presentation import (
    ShownPlayer,
    characteristic_heads,
    count_heads,
    legend,
    points_head,
    shown_player,
)
from teams.presentation.skills import skill_notes
from teams.selectors import names_of, numbers_in
from web.crests.shown import shown_crest
from web.kept import LONGEST_PAGE, Kept, numbered

PAGE_LENGTH = 15
"""How many matches a page shows."""
HISTORY_LENGTH = 50
"""How many entries of the history a page shows. Older ones are on the page of the team's history."""
STEP = 80
"""How wide each level is drawn, in the picture's own units."""
LINE = ("side__match", "side__team", "spp", "died", "injuries")


@dataclass(frozen=True, slots=True)
class Milestone:
    """A level of the picture: where it begins, its title, the points it needs, and whether it is reached."""

    x: int
    text_x: int
    title: str
    minimum: int
    reached: bool


@dataclass(frozen=True, slots=True)
class Progress:
    """The picture of a player's levels; ``filled`` of ``width`` is reached."""

    width: int
    filled: int
    milestones: tuple[Milestone, ...]
    spp: int


NAME, LEAD, MAIN = "matches/pages/_player_name.html", "matches/pages/_player_lead.html", "matches/pages/_player.html"


def player_context(team: Team, player_id: int, page: str = "") -> dict[str, Any]:
    """The context of a player's page, with one page of matches: everybody sees the same.

    Its parts raise ``Http404`` if the player was never on the team's roster.
    """
    page = page[:LONGEST_PAGE]
    parts = Kept(
        (NAME, LEAD, MAIN),
        version=version_of(team.league),
        args=(team.public_id, player_id, page),
        gather=lambda: everybodys(team, player_id, page),
    )
    return {"team": team, "player_id": player_id, "parts": parts}


def everybodys(team: Team, player_id: int, page: str) -> dict[str, Any]:
    """What everybody sees on a player's page. Raises ``Http404``."""
    names = names_of(team)
    if player_id not in names:
        raise Http404
    state = getattr(team, "state_row", None)
    sheet = ledger.sheet_in(state) if state is not None else None
    lines = career_lines(team, player_id, everywhere=sheet is not None and sheet.player(player_id) is not None)
    if sheet is None and not lines:
        raise Http404
    shown = Paginator(lines, PAGE_LENGTH).get_page(page)
    context = {
        "team": team,
        "badge": shown_crest(team),
        "name": names[player_id],
        "called": names[player_id] or _("Nameless player"),
        "page_obj": shown,
        "counts": count_heads(team.book),
        "points": points_head(team.book),
        **numbered(page, shown),
    }
    return context | (sheet_context(team, sheet, player_id, names) if sheet is not None else {})


def sheet_context(team: Team, sheet: TeamSheet, player_id: int, names: dict[int, str]) -> dict[str, Any]:
    """The part from the team's sheet. Raises ``Http404`` for an id that no player ever got."""
    rules = team.ruleset.rules()
    line, how = line_of(sheet, player_id)
    shown: ShownPlayer = shown_player(rules, sheet, line, names)
    entries = entries_about(team, player_id, everywhere=not how)[: HISTORY_LENGTH + 1]
    return {
        "player": shown,
        "called": names[player_id] or wording.player(line, names),
        "departed": how,
        "progress": progress(rules, line),
        "derived": rules.edition.derived(rules, line) if rules.edition.derived is not None else (),
        "history": list(
            history_lines(
                entries[:HISTORY_LENGTH],
                names,
                numbers_in(sheet),
                book=rules.book,
                team_list=team.team_list,
                about=player_id,
            )
        ),
        "has_older": len(entries) > HISTORY_LENGTH,
        "characteristics": characteristic_heads(rules.book),
        "legend": legend(rules.book),
        "notes": skill_notes(rules.book, line.skills),
    }


def entries_about(team: Team, player_id: int, *, everywhere: bool) -> list[JournalEntry]:
    """A team's journal entries about a player with the corrections of any, latest first; two queries.

    ``everywhere`` adds those of earlier teams.
    """
    before = PlayerMove.objects.filter(player=player_id).values("left")
    where = Q(team=team) | Q(team__in=before) if everywhere else Q(team=team)
    about = Q(data__player=player_id) | Q(data__line__player=player_id)
    rows = JournalEntry.objects.filter(where).select_related("by", "decided_by", "reason_row").order_by("at", "seq")
    found = list(rows.filter(about))
    places = {(row.team_id, (row.seq, 0)) for row in found}
    for row in rows.filter(kind=CORRECTION):
        correction = from_json(row.kind, row.data)
        assert isinstance(correction, Correction)
        named = [place for place in (*correction.struck, *correction.restored) if (row.team_id, place) in places]
        new = [index for index, entry in enumerate(new_entries(correction)) if is_about(entry, player_id)]
        if named or new or any(is_about(entry, player_id) for _place, entry in correction.amended):
            found.append(row)
            places |= {(row.team_id, (row.seq, index)) for index in new}
    return sorted(found, key=lambda row: (row.at, row.seq), reverse=True)


def line_of(sheet: TeamSheet, player_id: int) -> tuple[PlayerSheet, str]:
    """A player's line, current or at departure, and how the player left. Raises ``Http404``."""
    line = sheet.player(player_id)
    if line is not None:
        return line, ""
    for gone in sheet.departed:
        if gone.line.player == player_id:
            return gone.line, gone.how
    raise Http404


def progress(rules: Ruleset, line: PlayerSheet) -> Progress | None:
    """The levels side by side with equal widths, and how far the player has come (G2, p33); None without levels."""
    standing = rules.standing(line)
    if not standing.milestones:
        return None
    milestones = tuple(
        Milestone(index * STEP, index * STEP + 3, level.title, level.points, index < standing.reached)
        for index, level in enumerate(standing.milestones)
    )
    filled = (standing.reached - 1) * STEP + _share(line.spp, standing)
    return Progress(STEP * len(milestones), filled, milestones, line.spp)


def casualty_words(book: Book, key: str) -> str:
    """The name of a casualty result; the key itself if the edition does not have it."""
    return next((result_words(book, row) for row in book.casualties if row.key == key), wording.plain(key))


def _share(spp: int, standing: Standing) -> int:
    """How far a player has come on the way to the next level."""
    if standing.ahead is None:
        return STEP
    return STEP * (spp - standing.here) // (standing.ahead.points - standing.here)


def career_lines(team: Team, player_id: int, *, everywhere: bool = False) -> list[dict[str, Any]]:
    """A player's lines by match, latest first; two queries. ``everywhere`` adds the player's earlier teams."""
    book = team.book
    found = PlayerLine.objects.filter(player=player_id)
    found = found if everywhere else found.filter(side__team=team)
    rows = {row["side__match"]: row for row in found.rows(*LINE)}
    teams = {team.pk} | {row["side__team"] for row in rows.values()}
    by_team = lines_of([Team(pk=pk) for pk in teams], rows)
    lines = [line for pk in teams for line in by_team[pk] if rows[line.match]["side__team"] == pk]
    if len(teams) > 1:
        lines.sort(key=lambda line: (line.played_on or date.min, line.match))
    return [_career_line(rows[line.match], line, book) for line in reversed(lines)]


def _career_line(row: dict[str, Any], line: RecordLine, book: Book) -> dict[str, Any]:
    return {
        "url": line.url,
        "opponent": line.opponent,
        "score": line.score,
        "against": line.against,
        "counts": [row["deeds"].get(key, 0) for key in book.deeds],
        "spp": row["spp"],
        "died": row["died"],
        "injuries": ", ".join(casualty_words(book, key) for key in row["injuries"]),
    }
