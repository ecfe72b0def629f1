"""The context of a player's page: roster line, level, matches, and history with its figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from functools import partial
from typing import Any, NamedTuple

from django.core.paginator import Paginator
from django.db.models import Q, QuerySet, TextField
from django.db.models.fields.json import KT
from django.db.models.functions import Cast
from django.http import Http404, HttpRequest
from django.utils.translation import gettext as _

from leagues.changes import version_of
from leagues.members.linked_names import LinkedNames
from matches import wording
from matches.extensions import career_of, links_of
from matches.models import PlayerLine
from matches.models.lines import with_deeds
from matches.pages.duels import Duel, duels_of, injury_words
from matches.pages.records import RecordLine, lines_of
from rules.book.book import Book
from rules.journal import CharacteristicRaised, PlayerBroughtOver, PlayerHired, PlayerJoined, PlayerSigned, SkillGained
from rules.journal.history import CORRECTION, Correction, from_json
from rules.sheet.sheet import PlayerSheet, TeamSheet
from teams.ledger import ledger
from teams.models import JournalEntry, PlayerMove, Team
from teams.presentation.history_text import Line, history_lines, is_about, new_entries, writers
from teams.presentation.presentation import (
    ShownPlayer,
    characteristic_heads,
    count_heads,
    legend,
    points_head,
    shown_player,
)
from teams.presentation.shirts import mark_of
from teams.presentation.skills import skill_notes
from teams.selectors import names_of, numbers_in
from web.crests.shown import Shown, shown_crest
from web.kept import LONGEST_PAGE, Kept, numbered
from web.prepared import Prepared

PAGE_LENGTH = 15
"""How many matches a page shows."""
HISTORY_LENGTH = 50
"""How many entries of the history a page shows. Older ones are on the page of the team's history."""
NOBODY = 0
"""The row of no player."""
TOLD = {
    kind.kind
    for kind in (PlayerHired, PlayerBroughtOver, PlayerJoined, PlayerSigned, SkillGained, CharacteristicRaised)
}
"""The kinds of entries that say how a player came and improved."""
LINE = ("side__match", "side__team", "number", "position", "spp", "died", "injuries", "killed_by", "cause")


class Played(NamedTuple):
    """All that the page says of a match. ``by`` are the injuries that the player suffered in it."""

    place: str
    full_place: str
    url: str
    badge: Shown
    opponent: str
    outcome: str
    letter: str
    score: int | None
    against: int | None
    note: str
    counts: tuple[int, ...]
    spp: int
    died: bool
    hurt: str
    by: tuple[Duel, ...]


PARTS = tuple(f"matches/pages/_player{part}.html" for part in ("_name", "_lead", "_side", ""))


def player_context(request: HttpRequest, team: Team, player_id: int, page: str = "") -> dict[str, Any]:
    """The context of a player's page, with one page of matches: everybody sees the same, but for some links.

    Its parts raise ``Http404`` if the player was never on the team's roster.
    """
    page = page[:LONGEST_PAGE]
    parts = Kept(
        PARTS,
        version=version_of(team.league),
        args=(team.public_id, player_id, page),
        gather=lambda: everybodys(team, player_id, page),
    )
    links = partial(links_of, request, team, player_id)
    return {"team": team, "badge": shown_crest(team), "parts": parts, "links": links}


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
    shown, sums = Paginator(lines, PAGE_LENGTH).get_page(page), sums_of(lines, team.book)
    context = {
        "team": team,
        "badge": shown_crest(team),
        "name": names[player_id],
        "called": names[player_id] or _("Nameless player"),
        "page_obj": shown,
        "counts": count_heads(team.book),
        "deeds": list(zip(count_heads(team.book), sums["counts"], strict=True)),
        "points": points_head(team.book),
        "sums": sums,
        "last": lines[0] if lines else None,
        **numbered(page, shown),
    }
    line = line_of(sheet, player_id)[0] if sheet is not None else None
    context |= sheet_context(team, sheet, player_id, names) if sheet is not None else {}
    career = career_of(team, player_id, context["called"], line)
    duels = duels_of(player_id, {each["match"]: each for each in lines}, team.book)
    by_match: dict[int, list[Duel]] = {}
    for duel in duels:
        by_match.setdefault(duel.match, []).append(duel)
    played = [_played(each, career.places, by_match.get(each["match"], ())) for each in shown.object_list]
    with_injuries = any(each.died or each.hurt or each.by for each in played)
    return context | {"career": career, "duels": duels, "played": played, "with_injuries": with_injuries}


def sheet_context(team: Team, sheet: TeamSheet, player_id: int, names: dict[int, str]) -> dict[str, Any]:
    """The part from the team's sheet. Raises ``Http404`` for an id that no player ever got."""
    rules = team.ruleset.rules()
    line, how = line_of(sheet, player_id)
    shown: ShownPlayer = shown_player(rules, sheet, line, names)
    entries = entries_about(team, player_id, everywhere=not how)
    people = LinkedNames(team.league, writers(entries))
    return {
        "player": shown,
        "called": names[player_id] or wording.player(line, names),
        "departed": how,
        "mark": mark_of(dead=how == "dead", absent=not how and line.misses_next),
        "milestones": milestones(entries, people, names, sheet, team, player_id),
        "derived": rules.edition.derived(rules, line) if rules.edition.derived is not None else (),
        "history": in_words(entries[:HISTORY_LENGTH], people, names, sheet, team, player_id),
        "has_older": len(entries) > HISTORY_LENGTH,
        "characteristics": characteristic_heads(rules.book),
        "legend": legend(rules.book, [line]),
        "no_skills": _no_skills(rules.book),
        "notes": skill_notes(rules.book, line.skills),
    }


def _no_skills(book: Book) -> str:
    """What the card says of a player without any, in a book that may call them otherwise."""
    return _("%(skills)s: none") % {"skills": _(book.skills_called)} if book.skills_called else _("No skills")


def in_words(
    entries: Iterable[JournalEntry],
    people: LinkedNames,
    names: dict[int, str],
    sheet: TeamSheet,
    team: Team,
    about: int,
) -> list[Line]:
    """Journal entries of a team about a player in words."""
    return list(
        history_lines(
            entries, names, numbers_in(sheet), book=team.book, team_list=team.team_list, people=people, about=about
        )
    )


def milestones(
    entries: Sequence[JournalEntry],
    people: LinkedNames,
    names: dict[int, str],
    sheet: TeamSheet,
    team: Team,
    player: int,
) -> list[Line]:
    """How a player came and improved, the first first, from the entries about them, without what corrections struck."""
    struck: set[tuple[int, int]] = set()
    told = []
    for row in reversed(entries):
        if row.kind == CORRECTION:
            correction = from_json(row.kind, row.data)
            assert isinstance(correction, Correction)
            struck |= {(row.team_id, seq) for seq, _index in correction.struck}
            struck -= {(row.team_id, seq) for seq, _index in correction.restored}
            if any(is_about(entry, player) and entry.kind in TOLD for entry in new_entries(correction)):
                told.append(row)
        elif row.kind in TOLD:
            told.append(row)
    return in_words([row for row in told if (row.team_id, row.seq) not in struck], people, names, sheet, team, player)


def entries_about(team: Team, player_id: int, *, everywhere: bool) -> list[JournalEntry]:
    """A team's journal entries about a player with the corrections of any, latest first; one query.

    ``everywhere`` adds those of earlier teams.
    """
    rows: list[JournalEntry] = _entries(team.pk, player_id if everywhere else NOBODY, str(player_id))
    found = [row for row in rows if row.kind != CORRECTION]
    places = {(row.team_id, (row.seq, 0)) for row in found}
    for row in (row for row in rows if row.kind == CORRECTION):
        correction = from_json(row.kind, row.data)
        assert isinstance(correction, Correction)
        named = [place for place in (*correction.struck, *correction.restored) if (row.team_id, place) in places]
        new = [index for index, entry in enumerate(new_entries(correction)) if is_about(entry, player_id)]
        if named or new or any(is_about(entry, player_id) for _place, entry in correction.amended):
            found.append(row)
            places |= {(row.team_id, (row.seq, index)) for index in new}
    return sorted(found, key=lambda row: (row.at, row.seq), reverse=True)


@Prepared
def _entries(team: int, moved: int, player: str) -> QuerySet[JournalEntry]:
    """The entries about a player, and all corrections, of a team and of those that the player ``moved`` left."""
    before = PlayerMove.objects.filter(player=moved).values("left")
    rows = JournalEntry.objects.filter(Q(team=team) | Q(team__in=before)).alias(
        player=Cast(KT("data__player"), TextField()), of_line=Cast(KT("data__line__player"), TextField())
    )
    rows = rows.filter(Q(player=player) | Q(of_line=player) | Q(kind=CORRECTION))
    return rows.select_related("by", "decided_by", "reason_row").order_by("at", "seq")


def line_of(sheet: TeamSheet, player_id: int) -> tuple[PlayerSheet, str]:
    """A player's line, current or at departure, and how the player left. Raises ``Http404``."""
    line = sheet.player(player_id)
    if line is not None:
        return line, ""
    for gone in sheet.departed:
        if gone.line.player == player_id:
            return gone.line, gone.how
    raise Http404


@Prepared
def _lines_everywhere(player: int) -> QuerySet[PlayerLine, Any]:
    return PlayerLine.objects.filter(player=player).with_deeds(*LINE)


@Prepared
def _lines_in(team: int, player: int) -> QuerySet[PlayerLine, Any]:
    return PlayerLine.objects.filter(player=player, side__team=team).with_deeds(*LINE)


def career_lines(team: Team, player_id: int, *, everywhere: bool = False) -> list[dict[str, Any]]:
    """A player's lines by match, latest first; two queries. ``everywhere`` adds the player's earlier teams."""
    book = team.book
    found = _lines_everywhere(player_id) if everywhere else _lines_in(team.pk, player_id)
    rows = {row["side__match"]: row for row in with_deeds(found)}
    teams = {team.pk} | {row["side__team"] for row in rows.values()}
    by_team = lines_of([Team(pk=pk) for pk in teams], rows)
    lines = [line for pk in teams for line in by_team[pk] if rows[line.match]["side__team"] == pk]
    if len(teams) > 1:
        lines.sort(key=lambda line: (line.played_on or date.min, line.match))
    return [_career_line(rows[line.match], line, book) for line in reversed(lines)]


def _career_line(row: dict[str, Any], line: RecordLine, book: Book) -> dict[str, Any]:
    counts = tuple(row["deeds"].get(key, 0) for key in book.deeds)
    return {
        "match": line.match,
        "url": line.url,
        "opponent": line.opponent,
        "badge": line.badge,
        "outcome": line.outcome,
        "letter": line.letter,
        "score": line.score,
        "against": line.against,
        "note": line.note,
        "number": row["number"],
        "position": row["position"],
        "counts": counts,
        "spp": row["spp"],
        "died": row["died"],
        "injuries": row["injuries"],
        "killed_by": row["killed_by"],
        "cause": row["cause"],
        "hurt": injury_words(book, row["injuries"]),
    }


def _played(line: Mapping[str, Any], places: Mapping[int, tuple[str, str]], duels: Iterable[Duel]) -> Played:
    """A line of ``career_lines`` with its places in short and in full, by the match, and its duels."""
    place, full_place = places.get(line["match"], ("", ""))
    more = {"place": place, "full_place": full_place, "by": tuple(duel for duel in duels if not duel.did)}
    return Played(**{name: more[name] if name in more else line[name] for name in Played._fields})


def sums_of(lines: Sequence[dict[str, Any]], book: Book) -> dict[str, Any]:
    """The sums of a career: matches, those won, drawn and lost, each deed, points."""
    outcomes = Counter(line["outcome"] for line in lines)
    return {
        "matches": len(lines),
        "record": "–".join(str(outcomes[each]) for each in "wdl"),
        "counts": [sum(line["counts"][place] for line in lines) for place in range(len(book.deeds))],
        "spp": sum(line["spp"] for line in lines),
    }
