"""The form of a match report: it reads typed fields into a ``Reported``, with every mistake at its place.

Places are named as ``rules.match_day.report_checks`` names them: ``home.score``, ``away.players.12.touchdowns``,
``home.injuries.2``. Templates draw the fields, because there are two hundred; ``matches.report.page`` prepares
them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from matches.casualty_die import casualty_die
from matches.models import Match, MatchSide, UnsentReport
from matches.report.differences import differences
from matches.report.fields import COUNTS, HIRED, INJURY_FIELDS, MOST_INJURIES, Values, joined, values_of
from matches.report.numbers import cannot_be, field_of
from matches.report.reporting import ReportRefused
from matches.report.stories import STORY_LENGTH
from matches.report.unsent import PAGE_LENGTH, Seen
from matches.report.unsent_fields import fields_to_continue
from matches.sequence.sequences import MatchState, Reported
from matches.wording import TEXT_ERRORS
from rules.match_day.report_checks import Problem, check_report
from rules.sequence.sequence import SIDES, Side, other
from rules.sheet.match import RAISED, InducedLine, Injury, PlayerLine, Result, SideReport, Treatment
from rules.team.trophies import medal
from rules.words.words import say_violation
from web.errors import Refusal, StaleVersion
from web.submission import MOST_VERSION, VersionedForm

NO_DAY = _("Enter the date as year-month-day: 2026-05-31.")
NOT_IN_LIST = _("Choose from the list.")
DISAGREE = _("The %(die)s and the chosen result do not match. Leave one of them empty.")

InjuryRow = dict[str, str]


class ReportForm(VersionedForm):
    """A report as typed. ``wrong`` are the mistakes by place, ``hints`` what to check again.

    An unsent page starts with the draft (``unsent``), else with the current report. ``sending`` is off to save only a
    draft: then mistakes do not refuse it.
    """

    saving = "matches:save_report"
    starting_again_route = "matches:begin_report_anew"
    """The routes that save and delete its draft."""

    story = forms.CharField(required=False, max_length=STORY_LENGTH, error_messages=TEXT_ERRORS)
    played_on = forms.DateField(required=False, error_messages={"invalid": NO_DAY})
    story_version = forms.IntegerField(required=False, min_value=1, max_value=MOST_VERSION)

    def __init__(
        self,
        data: Any = None,
        files: Any = None,
        *,
        state: MatchState,
        unsent: UnsentReport | None = None,
        sending: bool = True,
    ) -> None:
        self.state, self.unsent, self.sending = state, unsent, sending
        super().__init__(data, initial={"version": state.match.version})
        self.reported: Reported | None = None
        self.wrong: dict[str, list[str]] = {}
        self.hints: dict[str, list[str]] = {}
        self.values: Values = {} if self.is_bound else self._begins_with()
        self.injuries = {side: self._injury_rows(side) for side in SIDES}

    def _begins_with(self) -> Values:
        if self.unsent is not None and self.unsent.begun:
            return fields_to_continue(self.unsent, self.state)
        day = self.state.match.played_on
        return values_of(self.state.reported) | {"played_on": day.isoformat() if day else ""}

    def typed(self, name: str) -> str:
        """The value of a field: as sent, saved or reported before."""
        source = self.data if self.is_bound else self.values
        return str(source.get(name, "")).strip()

    def ticked(self, name: str) -> list[str] | None:
        """The ticked boxes of that name; None if nobody has answered yet."""
        return self.data.getlist(name) if self.is_bound else self.values.get(name)

    @property
    def seen(self) -> Seen:
        """The draft that the page was made from."""
        page = self.typed("page") or self.typed("command_id")
        return Seen(version=self.unsent_version, page=page[:PAGE_LENGTH].replace("\0", ""))

    @property
    def unsent_version(self) -> int:
        """The version of the draft that the page was made from; -1 if it is not a number."""
        if not self.is_bound:
            return self.unsent.version if self.unsent is not None else 0
        typed = self.typed("unsent_version") or "0"
        return int(typed) if typed.isascii() and typed.isdigit() and len(typed) < 10 else -1

    def _injury_rows(self, side: Side) -> list[InjuryRow]:
        names = (f"injury.{side}.{index}" for index in range(MOST_INJURIES + 1))
        return [
            {field: self.typed(f"{name}.{field}") for field in INJURY_FIELDS}
            for name in names
            if self.typed(f"{name}.player")
        ]

    @property
    def rearranges(self) -> bool:
        """Whether the button adds or removes a row, or only checks, and stores nothing."""
        return self.is_bound and any(self.typed(name) for name in ("add", "remove", "work_out"))

    def rearrange(self) -> None:
        """Adds an empty injury for the chosen player, or removes one. All other entries stay."""
        side = self.typed("add")
        if side in SIDES:
            player = self.typed(f"add.{side}")
            known = {str(line.player) for line in self.state.sheets.of(side).available}
            if player in known and len(self.injuries[side]) < MOST_INJURIES:
                self.injuries[side].append(dict.fromkeys(INJURY_FIELDS, "") | {"player": player, "cause": "block"})
            elif player not in known:
                self._mark(f"{side}.injuries", gettext("Choose the player who was hurt first."))
        side, _dot, nth = self.typed("remove").partition(".")
        if side in SIDES and nth.isdecimal() and len(nth) < 4 and 0 < int(nth) <= len(self.injuries[side]):
            del self.injuries[side][int(nth) - 1]

    # -- reading --

    def clean(self) -> dict[str, Any]:
        """Reads the report. A report to send is refused for a mistake in any field."""
        self.read()
        if not self.sending or self.rearranges:
            return self.cleaned_data
        if not any(self.typed(name) for name in ("score.home", "score.away", "conceded_by")):
            self._mark("home.score", gettext("Enter the score: 0 to 0 if nobody scored."))
        if self.wrong:
            count = sum(map(len, self.wrong.values()))
            text = ngettext("%(count)d field cannot be read.", "%(count)d fields cannot be read.", count)
            raise forms.ValidationError(text % {"count": count}, code="unreadable")
        return self.cleaned_data

    def read(self) -> Reported:
        """The typed report, with every mistake noted. A field that cannot be read counts as empty."""
        self.wrong = {}
        self.reported = Reported(home=self._side("home"), away=self._side("away"), result=self._result())
        for side in SIDES:
            self._strangers(side)
        return self.reported

    def _strangers(self, side: Side) -> None:
        """Marks entries for players whom this side did not field, so that they are not lost silently."""
        fielded = {str(line.player) for line in self.state.sheets.of(side).players}
        for name in self.data:
            kind, *rest = name.split(".")
            if kind == "line" and len(rest) == 3 and rest[0] == side and rest[1] not in fielded and self.typed(name):
                team, player = self.state.teams[side].name, rest[1][:20]
                self._mark(
                    f"{side}.score",
                    gettext("Player %(player)s is not on the roster of %(team)s in this match. Remove this player.")
                    % {"player": player, "team": team},
                )

    def check(self) -> None:
        """Notes the rules' mistakes and hints for the report."""
        assert self.reported is not None, "read before checked"
        self.show(check_report(self.state.ruleset, self.state.played_as(self.reported)))

    def show(self, problems: Iterable[Problem]) -> None:
        """Puts each problem at its place."""
        for problem in problems:
            found = self.hints if problem.hint_only else self.wrong
            text = say_violation(problem.violation, names=self.state.names, translate=gettext)
            found.setdefault(place_of(problem.where), []).append(text)

    def refuse(self, refusal: Refusal) -> None:
        """Shows broken rules at their places, and for a stale version both versions."""
        super().refuse(refusal)
        if isinstance(refusal, ReportRefused):
            self.show(refusal.problems)

        if isinstance(refusal, StaleVersion) and isinstance(refusal.current, UnsentReport):
            self.retype(unsent_version=refusal.current.version)

    def version_of(self, current: Match | MatchSide | UnsentReport) -> Any:
        """The match's version; if only a write-up or a draft was saved in the meantime, the version that was sent."""
        return current.version if isinstance(current, Match) else self.typed("version")

    def differences(self, current: Match | MatchSide | UnsentReport) -> list[tuple[str, str, str]]:
        """The differences between the stored report (or write-up) and the one typed here."""
        if isinstance(current, MatchSide):
            return [(gettext("Your write-up"), current.story or "–", self.cleaned_data["story"] or "–")]
        theirs = self.theirs(current)
        if theirs is None or self.reported is None:
            return []
        return [(each.label, each.before, each.after) for each in differences(self.state, theirs, self.reported)]

    def theirs(self, current: Any) -> Reported | None:
        """The report that was stored in the meantime: a draft, or a sent one."""
        if isinstance(current, UnsentReport) and current.begun:
            return ReportForm(state=self.state, unsent=current).read()
        return MatchState(current if isinstance(current, Match) else self.state.match).reported

    def was_sent_by(self, user: User) -> bool:
        """Whether the user sent the current report."""
        return self.state.report is not None and self.state.report.by_id == user.pk

    def _side(self, side: Side) -> SideReport:
        row = self.state.sides[side]
        bought = tuple(sorted({str(item["kind"]) for item in row.inducements}))
        lines = (self._line(side, line.player) for line in self.state.sheets.of(side).players)
        return SideReport(
            score=self._count(f"score.{side}", f"{side}.score"),
            lines=tuple(line for line in lines if line is not None),
            injuries=tuple(self._injury(side, nth, found) for nth, found in enumerate(self.injuries[side], start=1)),
            induced=self._induced(side),
            took_part=self._took_part(side),
            bought=bought,
            cards=self.state.played_cards(side) if self.state.hand(side) else None,
        )

    def _induced(self, side: Side) -> tuple[InducedLine, ...]:
        """A line for each hired player, and for a Zombie that rose in the match: it is ticked, or it did something."""
        found = []
        for nth, line in enumerate(joined(self.state, side), start=1):
            counts = self._counts(f"hired.{side}.{nth}", f"{side}.induced.{nth}")
            if len(joined(self.state, side)) == 1 and not self.typed(f"hired.{side}.{nth}.casualties"):
                counts["casualties"] = self._caused(side, HIRED)
            if line.kind != RAISED or any(counts.values()) or self.typed(f"hired.{side}.{nth}.there"):
                casualty = self._count(f"hired.{side}.{nth}.d68", f"{side}.induced.{nth}")
                found.append(InducedLine(kind=line.kind, name=line.name, casualty=casualty, **counts))
        return tuple(found)

    def _line(self, side: Side, player: int) -> PlayerLine | None:
        name = f"line.{side}.{player}"
        counts = self._counts(name, f"{side}.players.{player}")
        if not self.typed(f"{name}.casualties"):
            counts["casualties"] = self._caused(side, str(player))
        return PlayerLine(player=player, **counts) if any(counts.values()) else None

    def _caused(self, side: Side, by: str) -> int:
        """How many of the opponents' injuries name this player in a way that counts as a casualty (M4).

        So a casualty is entered once: an empty tally is filled from the injuries.
        """
        return sum(row["by"] == by and self._credits(row) for row in self.injuries[other(side)])

    def _credits(self, row: InjuryRow) -> bool:
        return (row["cause"] or "block") in self.state.ruleset.book.spp.casualty_causes

    def _culprit(self, side: Side, row: InjuryRow) -> str:
        """Who caused an injury: as typed, or else the one opponent whose tally is just the injuries without a name."""
        if row["by"] or not self._credits(row):
            return row["by"]
        theirs = other(side)
        unnamed = sum(not each["by"] and self._credits(each) for each in self.injuries[side])
        tallies = {str(line.player): f"line.{theirs}.{line.player}" for line in self.state.sheets.of(theirs).available}
        if len(joined(self.state, theirs)) == 1:
            tallies[HIRED] = f"hired.{theirs}.1"
        open_tallies = {}
        for who, name in tallies.items():
            typed = self.typed(f"{name}.casualties")
            left = (int(typed) if typed.isascii() and typed.isdigit() and len(typed) < 4 else 0) - self._caused(
                theirs, who
            )
            if typed and left > 0:
                open_tallies[who] = left
        who = next(iter(open_tallies), "")
        return who if len(open_tallies) == 1 and open_tallies[who] == unnamed else ""

    def _counts(self, name: str, where: str) -> dict[str, int]:
        return {count: self._count(f"{name}.{count}", where) for count in COUNTS}

    def _count(self, name: str, where: str) -> int:
        """A typed number; 0 if empty. Negative numbers pass: the rules refuse them."""
        typed = self.typed(name)
        if not typed:
            return 0
        digits = typed.removeprefix("-").removeprefix("−")
        if not (digits.isascii() and digits.isdigit() and len(digits) < 6):
            self._mark(where, cannot_be(field_of(name), typed, self.state.ruleset.book))
            return 0
        return int(digits) * (1 if digits == typed else -1)

    def _took_part(self, side: Side) -> tuple[int, ...] | None:
        """The players who took part; None if it does not matter or nobody has answered."""
        if not asks_who_took_part(self.state):
            return None
        ticked = self.ticked(f"took_part.{side}")
        if ticked is None:
            return None
        known = {str(line.player): line.player for line in self.state.sheets.of(side).available}
        return tuple(known[player] for player in ticked if player in known)

    def _injury(self, side: Side, nth: int, row: InjuryRow) -> Injury:
        where = place_of(f"{side}.injuries.{nth}")
        by, (casualty, named) = self._culprit(side, row), self._casualty(row, where)
        return Injury(
            player=self._whole(row, "player", where),
            casualty=casualty,
            named=named,
            second_casualty=self._whole(row, "second", where),
            by=self._whole(row | {"by": by}, "by", where) if by not in ("", HIRED) else 0,
            by_induced=by == HIRED,
            cause=row["cause"] or "block",
            treatment=Treatment(
                apothecary_reroll=self._whole(row, "reroll", where),
                apothecary_reserves=row["apothecary"] == "reserves",
                healer=self._whole(row, "healer", where),
                chirurgeon=bool(row["chirurgeon"]),
                regeneration=self._whole(row, "regeneration", where),
                card=row["card"][:60],
                card_roll=self._whole(row, "card_roll", where),
            ),
        )

    def _whole(self, row: InjuryRow, field: str, where: str) -> int:
        """An id or a die; 0 if empty."""
        typed = row[field]
        if typed and not (typed.isascii() and typed.isdigit() and len(typed) < 16):
            self._mark(where, cannot_be(field, typed, self.state.ruleset.book))
            return 0
        return int(typed or 0)

    def _casualty(self, row: InjuryRow, where: str) -> tuple[int, str]:
        """The typed roll; or a roll that gives the chosen result, with this result's key."""
        if row["cause"] == "eaten":
            return 0, ""
        typed = self._whole(row, "d68", where)
        named = next((each for each in self.state.ruleset.book.casualties if each.key == row["named"]), None)
        if row["named"] and named is None:
            self._mark(where, gettext(str(NOT_IN_LIST)))
        if named is None:
            return typed, ""
        if typed and not named.low <= typed <= named.high:
            self._mark(where, str(DISAGREE) % {"die": casualty_die(self.state.ruleset.book).name})
        return (typed, "") if typed else (named.low, named.key)

    def _result(self) -> Result:
        conceded, decided_for = self.typed("conceded_by"), self.typed("decided_for")
        for side in (conceded, decided_for):
            if side and side not in SIDES:
                self._mark("result", gettext("Choose one of the two teams."))
        return Result(
            conceded_by=conceded if conceded in SIDES else None,
            conceded_before_kick_off=bool(self.typed("conceded_before_kick_off")),
            decided_by=self.typed("decided_by")[:20],
            decided_for=decided_for if decided_for in SIDES else None,
        )

    def _mark(self, where: str, text: str) -> None:
        texts = self.wrong.setdefault(place_of(where), [])
        if text not in texts:
            texts.append(text)


def asks_who_took_part(state: MatchState) -> bool:
    """Whether it matters who took part: in some finals they earn a medal (L6)."""
    return medal(state.ruleset, state.terms) is not None


def place_of(where: str) -> str:
    """The place on the page for a problem's place: a player's whole row, an injury, a hired player."""
    return ".".join(where.split(".")[:3])
