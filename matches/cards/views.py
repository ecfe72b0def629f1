"""The views of special play cards: the page, playing a card, undoing that."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from matches.access import match_state_for, open_hands, seat_for, seats
from matches.cards.cards import MOST_TURNS, PLAYABLE, in_hand, play_card, undo_play
from matches.cards.page import cards_context, targets
from matches.models import CardPlay, Match
from matches.refusals import NOT_YOURS
from matches.sequence.sequences import MatchState
from rules.sequence.sequence import Side
from web.errors import Refusal
from web.submission import CommandForm, get_or_post, press, submit

NOTE = 200


class PlayForm(CommandForm):
    """The form to play a card."""

    side = forms.CharField(widget=forms.HiddenInput)
    card = forms.ChoiceField(label=gettext_lazy("Card"))
    half = forms.TypedChoiceField(label=gettext_lazy("When"), choices=CardPlay.Half.choices, coerce=int)
    turn = forms.TypedChoiceField(
        label=gettext_lazy("Turn"),
        choices=[("", "–"), *((turn, str(turn)) for turn in range(1, MOST_TURNS + 1))],
        coerce=int,
        empty_value=0,
        required=False,
    )
    player = forms.TypedChoiceField(label=gettext_lazy("On whom"), coerce=int, empty_value=None, required=False)
    note = forms.CharField(
        label=gettext_lazy("Note"),
        max_length=NOTE,
        required=False,
        help_text=gettext_lazy("Optional: what the card did."),
    )

    def __init__(self, *args: Any, state: MatchState, seat_side: Side, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["card"].choices = [(card.name, card.name) for card in in_hand(state, seat_side)]
        self.fields["player"].choices = [("", _("nobody in particular")), *targets(state, seat_side)]
        self.fields["side"].initial = seat_side


@require_safe
def cards(request: HttpRequest, match: str) -> HttpResponse:
    """The played cards, and a coach's own hand. A book without cards has no such page."""
    state = match_state_for(request, match)
    if not state.ruleset.book.decks:
        raise Http404
    return render(
        request, "matches/cards/cards.html", cards_context(state, open_hands(request, state)) | my_seats(request, state)
    )


@get_or_post
def play(request: HttpRequest, match: str) -> HttpResponse:
    """Play a card from the hand of the user's side."""
    state = match_state_for(request, match)
    seat = seat_for(request, state)
    form = PlayForm.of(request, state=state, seat_side=seat.side, initial={"card": request.GET.get("card", "")[:60]})

    def play_it() -> str:
        cleaned = form.cleaned_data
        made = play_card(
            match=state.match,
            side=seat.side,
            card=cleaned["card"],
            half=cleaned["half"],
            turn=cleaned["turn"] or 0,
            player=cleaned["player"],
            note=cleaned["note"],
            by=request.user,
        )
        return str(made.card)

    if seat.side not in open_hands(request, state):
        raise Refusal(NOT_YOURS)
    if played := submit(request, form, "play_card", play_it):
        messages.success(request, _("“%(card)s” played. Everybody can see it now.") % {"card": played})
        _warn_of_report(request, state)
        return redirect("matches:cards", match)
    if not form.is_bound and (state.match.state not in PLAYABLE or not in_hand(state, seat.side)):
        return redirect("matches:cards", match)
    context = {"match": state.match, "teams": state.teams, "form": form, "team": state.teams[seat.side].name}
    return render(request, "matches/cards/play_card.html", context, status=form.status)


@require_POST
def undo_card(request: HttpRequest, match: str) -> HttpResponse:
    """Undo a card that was entered by mistake."""
    state = match_state_for(request, match)
    seat = seat_for(request, state)
    card = request.POST.get("card", "")[:60]

    def undo() -> bool:
        undo_play(match=state.match, card=card, side=seat.side, by=request.user)
        return True

    press(request, "strike_play", undo)
    messages.success(request, _("Undone: “%(card)s” is in the hand again.") % {"card": card})
    _warn_of_report(request, state)
    return redirect("matches:cards", match)


def _warn_of_report(request: HttpRequest, before: MatchState) -> None:
    """Says that the report that waited does not have the cards any more; ``before`` is the match before the deed."""
    now = Match.objects.only("state").get(pk=before.match.pk)
    if before.match.state == Match.State.REPORTED and now.state == Match.State.DISPUTED:
        messages.warning(request, _("The report has other cards: it must be sent again."))


def my_seats(request: HttpRequest, state: MatchState) -> dict[str, Any]:
    """The sides for which the user may play cards."""
    return {"my_sides": [seat.side for seat in seats(request, state)]}
