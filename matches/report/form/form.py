"""The form of a match report: what was typed, every mistake at its place, and what was stored in the meantime.

``reading`` reads the typed fields into a ``Reported``. Templates draw them, because there are two hundred;
``matches.report.page`` prepares them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from matches.models import Match, MatchSide, UnsentReport
from matches.report.differences import differences
from matches.report.form.fields import MOST_INJURIES, Values, numbers_by_side, values_of
from matches.report.form.injury_fields import blank_row, field_names
from matches.report.form.reading import InjuryRow, Reading, mark, place_of
from matches.report.reporting import ReportRefused
from matches.report.stories import STORY_LENGTH
from matches.report.unsent import PAGE_LENGTH, Seen
from matches.report.unsent_fields import fields_to_continue
from matches.sequence.reported import Reported
from matches.sequence.sequences import MatchState
from matches.wording import TEXT_ERRORS
from rules.match_day.report_checks import Problem, check_report
from rules.sequence.sequence import SIDES, Side
from rules.words.words import say_violation
from web.errors import Refusal, StaleVersion
from web.submission import MOST_VERSION, VersionedForm

NO_DAY = _("Enter the date as year-month-day: 2026-05-31.")


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
        return values_of(self.state, self.state.reported) | {"played_on": day.isoformat() if day else ""}

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
        fields = field_names(self.state.ruleset.book)
        return [
            {field: self.typed(f"{name}.{field}") for field in fields} for name in names if self.typed(f"{name}.player")
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
                self.injuries[side].append(blank_row(self.state.ruleset.book, player))
            elif player not in known:
                mark(self.wrong, f"{side}.injuries", gettext("Choose the player who was hurt first."))
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
            mark(self.wrong, "home.score", gettext("Enter the score: 0 to 0 if nobody scored."))
        if self.wrong:
            count = sum(map(len, self.wrong.values()))
            text = ngettext("%(count)d field cannot be read.", "%(count)d fields cannot be read.", count)
            raise forms.ValidationError(text % {"count": count}, code="unreadable")
        return self.cleaned_data

    def read(self) -> Reported:
        """The typed report, with every mistake noted. A field that cannot be read counts as empty."""
        reading = Reading(state=self.state, typed=self.typed, ticked=self.ticked, injuries=self.injuries)
        self.reported, self.wrong = reading.report(), reading.wrong
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
                mark(
                    self.wrong,
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
            text = say_violation(
                problem.violation, book=self.state.ruleset.book, names=self.state.names, translate=gettext
            )
            found.setdefault(self._place(problem.where), []).append(text)

    def _place(self, where: str) -> str:
        """The place on the page for a problem's: hired players have the numbers of the form, not of the report."""
        place = place_of(where)
        if self.reported is None or ".induced." not in place:
            return place
        sides = {side: self.reported.sides.of(side) for side in SIDES}
        numbers = numbers_by_side(self.state, sides).items()
        on_page = {
            f"{side}.induced.{at}": f"{side}.induced.{nth}" for side, of in numbers for at, nth in enumerate(of, 1)
        }
        return on_page.get(place, place)

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
