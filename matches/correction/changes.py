"""What a correction changes, in words: by team, and for players who moved between teams."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any

from django.utils.translation import gettext, gettext_lazy
from django.utils.translation import gettext as _

from matches import wording
from matches.correction.corrected import CorrectedMatch
from matches.correction.journals import AffectedJournal
from matches.correction.later_matches import recounts_of
from matches.models import MatchSide
from matches.sequence.taking_back import SentAgain, sent_again
from rules.book.book import Book
from rules.correcting.across_teams import AffectedPlayer
from rules.correcting.correcting import Change, Finding, differences, line_changes
from rules.journal import PlayerTraded
from rules.sequence.sequence import SIDES
from rules.sheet.sheet import TeamSheet
from rules.words.entries import say_entry
from rules.words.words import k, name_of, say_choice, say_finding, say_worth
from teams.ledger import ledger
from teams.models import Player, TeamState
from teams.presentation.history_text import JOINING
from teams.selectors import names_of

GOLD = ("treasury", "bank", "cost")
WHAT = {
    "number": gettext_lazy("shirt number"),
    "cost": gettext_lazy("cost"),
    "misses_next": gettext_lazy("misses the next match"),
    "profile": gettext_lazy("profile"),
    "skills": gettext_lazy("skills gained"),
    "marks": gettext_lazy("plays as"),
    "owed": gettext_lazy("improvement rolls to come"),
    "fate": gettext_lazy("where the player is"),
}
FATES = {
    "here": gettext_lazy("on the roster"),
    "never": gettext_lazy("never there"),
    "dead": gettext_lazy("dead"),
    "released": gettext_lazy("released"),
    "retired": gettext_lazy("retired"),
    "walked_out": gettext_lazy("walked out"),
    "journeyman": gettext_lazy("left as a journeyman"),
    "traded": gettext_lazy("traded away"),
    "lent": gettext_lazy("out on loan"),
    "returned": gettext_lazy("back with their own team"),
}


class Changes:
    """The effects of a correction, for its page. Everything is read once."""

    def __init__(self, state: CorrectedMatch) -> None:
        self.state, self.touched = state, state.touched
        others = [journal.team.pk for journal in self.touched if journal.label not in SIDES]
        self.names: Mapping[int, str] = {**(names_of(*others) if others else {}), **state.names}
        self.states = TeamState.objects.in_bulk([journal.team.pk for journal in self.touched])
        books = [journal.rules.book for journal in self.touched]
        self.called = {what: name for book in books for what, name in _names_in(book).items()}
        self.journals = {journal.team.pk: journal for journal in self.touched}
        self.recounts = recounts_of(state)

    @property
    def seen(self) -> dict[str, int]:
        """The last entry number of each changed journal."""
        return {journal.label: journal.seq for journal in self.touched}

    def teams(self) -> list[dict[str, Any]]:
        """The changes for each team: first the two that met, then other teams."""
        return [self._team(journal) for journal in self.touched]

    def sent_again(self) -> list[SentAgain]:
        """The next matches of these teams whose reports would no longer fit and must be sent again."""
        sheets = {journal.team.pk: self.state.worked(journal).sheet for journal in self.touched}
        return sent_again(sheets, [state.held_by for state in self.states.values()])

    def _team(self, journal: AffectedJournal) -> dict[str, Any]:
        team_state, worked = self.states[journal.team.pk], self.state.worked(journal)
        sheets = ledger.sheet_in(team_state), worked.sheet
        value, book = journal.rules.value(worked.sheet), journal.rules.book
        worth = book.worth
        reached = self.state.reached
        lines = [line for sheet in sheets for line in (*sheet.players, *(gone.line for gone in sheet.departed))]
        unnamed = {line.player: wording.player(line, {}) for line in lines if not self.names.get(line.player)}
        away = {each.player for each in reached.affected + reached.lost if worked.sheet.player(each.player) is None}
        changes = [
            self._change(change, *sheets)
            for change in differences(journal.rules, *sheets)
            if change.player not in away or change.what == "fate"
        ]
        if worth is not None and value != team_state.value:
            before, after = say_worth(book, team_state.value), say_worth(book, value)
            changes.append({"what": worth.name, "who": "", "before": before, "after": after})
        is_side = journal.label in SIDES
        return {
            "side": journal.label,
            "team": journal.team.name,
            "elsewhere": not is_side,
            "changes": changes,
            "reached": [self._reached(each, *sheets) for each in reached.affected if each.taker == journal.team.pk],
            "passed_on": [self._lost(each, *sheets) for each in reached.lost if each.giver == journal.team.pk],
            "newer_rules": is_side and self.state.newer_rules(journal.label),
            "later": self._later(journal, *sheets),
            "findings": [self._finding(journal, finding, unnamed) for finding in worked.findings],
            "undecided": len(worked.undecided),
        }

    def _reached(self, affected: AffectedPlayer, before: TeamSheet, after: TeamSheet) -> dict[str, Any]:
        """A player whose move between these teams changes."""
        came = affected.after is not None
        return {
            "who": self._who(affected.player, before, after),
            "team": self.journals[affected.giver].team.name,
            "how": ("back" if came else "not_back") if affected.back else ("came" if came else "not_come"),
        }

    def _later(self, journal: AffectedJournal, before: TeamSheet, after: TeamSheet) -> list[dict[str, Any]]:
        """The team's later matches that count for a player no longer, or again; by player."""
        found: dict[tuple[bool, int], list[dict[str, str]]] = {}
        for each in (each for each in self.recounts if each.side.team_id == journal.team.pk):
            match = self._later_matches[each.side.match_id]
            for back, players in ((False, each.gone), (True, each.back)):
                for player in players.values():
                    found.setdefault((back, player), []).append(match)
        return [
            {"who": self._who(player, before, after), "back": back, "matches": matches}
            for (back, player), matches in found.items()
        ]

    @cached_property
    def _later_matches(self) -> dict[int, dict[str, str]]:
        """The later matches that change, with the names of both teams, by row id."""
        found = {each.side.match_id: {"public_id": each.side.match.public_id} for each in self.recounts}
        for match, side, name in MatchSide.objects.filter(match__in=found).values_list("match", "side", "team__name"):
            found[match][side] = name
        return found

    def _lost(self, lost: AffectedPlayer, before: TeamSheet, after: TeamSheet) -> dict[str, Any]:
        """A player whom the correction cannot change, and what would change."""
        changes = line_changes(self.state.ruleset.book, lost.before, lost.after) if lost.before is not None else ()
        return {
            "who": self._who(lost.player, before, after),
            "team": Player.objects.select_related("team__league").get(pk=lost.player).team,
            "changes": [self._change(replace(change, player=0), before, after) for change in changes],
        }

    def _change(self, change: Change, before: TeamSheet, after: TeamSheet) -> dict[str, Any]:
        """A figure that changes, in words."""
        known = WHAT.get(change.what) or self.called.get(change.what)
        one, other = _apart(change) if change.what == "skills" else (change.before, change.after)
        thing = wording.thing(change.what, many=True, book=self.state.ruleset.book)
        return {
            "what": wording.opened(str(known) if known else thing),
            "who": self._who(change.player, before, after) if change.player else "",
            "before": _amount(change.what, one),
            "after": _amount(change.what, other),
        }

    def _who(self, player: int, before: TeamSheet, after: TeamSheet) -> str:
        for sheet in (before, after):
            line = sheet.player(player) or next(
                (gone.line for gone in sheet.departed if gone.line.player == player), None
            )
            if line is not None:
                return wording.player(line, self.names)
        return self.names.get(player) or _("a new player")

    def _finding(self, journal: AffectedJournal, finding: Finding, unnamed: Mapping[int, str]) -> dict[str, Any]:
        """A later entry that conflicts: the entry, the reason, and the possible choices.

        ``unnamed`` gives players without a name by number and position.
        """
        names = self.names if finding.entry.kind in JOINING else {**self.names, **unnamed}
        return {
            "name": f"{journal.label}.{finding.key}",
            "entry": say_entry(finding.entry, book=journal.rules.book, names=names, translate=gettext),
            "why": say_finding(finding, names=names, translate=gettext),
            "choices": [
                {
                    "value": choice,
                    "label": say_choice(choice, finding, translate=gettext),
                    "picked": choice == finding.choice,
                }
                for choice in finding.choices
            ],
            "choice": finding.choice,
            "passing": isinstance(finding.entry, PlayerTraded) and bool(finding.choices),
        }


def _names_in(book: Book) -> dict[str, str]:
    """What a book calls the figures that it declares itself."""
    owned = {row.key: row.name for rows in (book.purses, book.goods) for row in rows.values()}
    counted = {key: name_of(key, many=True, book=book) for key in (*book.deeds, *book.conditions, *book.staff)}
    return {**owned, **counted, "spp": book.points_called.many}


def _apart(change: Change) -> tuple[str, str]:
    """The skills that only one of two lists has: those of the first, those of the second."""
    lists = [Counter(filter(None, str(names).split(", "))) for names in (change.before, change.after)]
    one, other = (", ".join((mine - theirs).elements()) for mine, theirs in (lists, lists[::-1]))
    return one, other


def _amount(what: str, amount: int | str) -> str:
    if what in GOLD:
        return k(int(amount))
    if what == "fate":
        return str(FATES.get(str(amount), amount))
    if what == "misses_next":
        return str(amount) if int(amount) > 1 else _("yes") if amount else _("no")
    return str(amount) or "–"
