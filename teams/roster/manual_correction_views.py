"""The page for a commissioner to correct a figure of a team by hand."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext, gettext_lazy
from django.utils.translation import gettext as _

from leagues.agreements.own_matches import ASKED_FIRST, done_or_asked
from leagues.agreements.own_teams import said_before
from leagues.agreements.waiting import agreements_sign, shown_agreements
from rules.book.edition import Ruleset
from rules.correcting.manual_correction import ManualCorrection
from rules.sheet.sheet import PlayerSheet, TeamSheet
from rules.words.words import say_violation
from teams.access import team_for
from teams.ledger import ledger, manual_correction
from teams.models import TeamState
from teams.roster.own_figures import player_figures, team_figures
from teams.selectors import names_of, team_url
from web.drawing.waiting import still_shown
from web.errors import Refusal
from web.submission import VersionedForm, get_or_post, submit


class WordForm(VersionedForm):
    """Which figure, by how much, and why."""

    figure = forms.ChoiceField(label=gettext_lazy("What"))
    player = forms.TypedChoiceField(label=gettext_lazy("Player"), coerce=int, empty_value=0, required=False)
    name = forms.ChoiceField(label=gettext_lazy("Which skill, characteristic or trophy"), required=False)
    amount = forms.IntegerField(
        label=gettext_lazy("By how much"),
        required=False,
        min_value=-10_000_000,
        max_value=10_000_000,
        help_text=gettext_lazy("The change: 20000 for 20k more, −1 for one less."),
    )
    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=500,
        help_text=gettext_lazy("Everybody reads it in the team’s history and in the league’s log."),
    )

    def __init__(
        self, *args: Any, state: TeamState, sheet: TeamSheet, rules: Ruleset, names: dict[int, str], **kwargs: Any
    ) -> None:
        super().__init__(*args, initial={"version": state.seq}, **kwargs)
        book = rules.book
        staff = [(kind, one.plural) for kind, one in book.staff.items()]
        trophies = [("trophy", _("Holds a trophy (1), or no longer (−1)"))] if book.trophies else []
        self._choices(
            "figure",
            [
                (_("Of the team"), [*team_figures(book), *staff, *trophies]),
                (_("Of a player"), player_figures(book)),
            ],
        )
        if not book.with_costs:
            self.fields["amount"].help_text = _("The change: 1 for one more, −1 for one less.")
        gone = [departed.line for departed in sheet.departed]
        self._choices(
            "player",
            [
                ("", "–"),
                (_("On the roster"), [(line.player, called(line, names)) for line in sheet.players]),
                (_("Left the team"), [(line.player, called(line, names)) for line in gone]),
            ],
        )
        if book.skills_called:
            self.fields["name"].label = _("Which of these")
        skills = sorted(book.skills)
        self._choices(
            "name",
            [
                ("", "–"),
                (_("Characteristics"), list(book.characteristic_names)),
                (_(book.skills_called or "Skills"), [(skill, skill) for skill in skills]),
                (_("Trophies"), [(key, trophy.name) for key, trophy in book.trophies.items()]),
            ],
        )

    def _choices(self, field: str, choices: Any) -> None:
        self.fields[field].choices = choices

    @property
    def word(self) -> ManualCorrection:
        """The correction of a valid form."""
        typed = self.cleaned_data
        return ManualCorrection(
            figure=typed["figure"], amount=typed["amount"] or 0, player=typed["player"] or 0, name=typed["name"]
        )

    def refuse(self, refusal: Refusal) -> None:
        """Show every broken rule with its remedy."""
        super().refuse(refusal)
        for violation in refusal.violations:
            self.add_error(None, say_violation(violation, translate=gettext))

    def version_of(self, current: Any) -> int:
        """The version of a team's state is its last journal entry."""
        return int(current.seq)

    def values_of(self, current: Any) -> dict[str, Any]:
        """The form has no saved values."""
        return {}


def called(line: PlayerSheet, names: dict[int, str]) -> str:
    """A player in a list."""
    name = names.get(line.player, "")
    return (
        _("No. %(number)d %(name)s, %(position)s")
        % {
            "number": line.number,
            "name": name,
            "position": line.position,
        }
        if name
        else _("No. %(number)d, %(position)s") % {"number": line.number, "position": line.position}
    )


@get_or_post
def correct(request: HttpRequest, team: str) -> HttpResponse:
    """Correct a value of a team."""
    found = team_for(request, team)
    state = get_object_or_404(TeamState, team=found)
    sheet = ledger.sheet_in(state)
    form = WordForm.of(request, state=state, sheet=sheet, rules=found.ruleset.rules(), names=names_of(found))

    def change() -> str:
        typed = form.cleaned_data
        word = form.word
        given = {"team": found, "by": request.user, "expected": typed["version"], "word": word}
        return done_or_asked(
            manual_correction.correcting(found, request.user, word),
            typed["reason"],
            lambda: str(manual_correction.correct_figure(**given, reason=typed["reason"]).seq),
        )

    done = submit(request, form, "correct_figure", change)
    if done == ASKED_FIRST:
        messages.success(request, _("Sent. Once somebody agrees, the figure is corrected."))
        return redirect("teams:correct", team)
    if done:
        messages.success(request, _("Correction saved. The team’s history shows it with your reason."))
        return redirect(team_url(found))
    agreements = shown_agreements([manual_correction.subject_of(found)], found.league, request.user)
    sign = "" if form.is_bound else agreements_sign(agreements)
    if still_shown(request, sign):
        return HttpResponse(status=204)
    context = {
        "team": found,
        "form": form,
        "sign": sign,
        "team_url": team_url(found),
        "held": bool(state.held_by),
        "agreements": agreements,
        **said_before(manual_correction.correcting(found, request.user, ManualCorrection(figure=""))),
    }
    return render(request, "teams/roster/correct_value.html", context, status=form.status)
