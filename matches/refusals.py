"""The refusals that several of this room's services raise."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from web.errors import Message

WRONG_STATE = Message(
    id="matches.wrong_state",
    text=_("The match is at another step now ({state}); nothing changed."),
    remedy=_("Open the current page and go on from there."),
    status=409,
)
OTHER_BOOK = Message(
    id="matches.other_book",
    text=_("{home} and {away} play by different books, so they cannot meet."),
    remedy=_("Choose two teams that play by the same book."),
)
NOT_READY = Message(
    id="matches.team_not_ready",
    text=_("{team} is not an active team, so it cannot play."),
    remedy=_("Submit it and have it approved first."),
)
NOT_ASKED = Message(
    id="matches.not_asked",
    text=_("This is already answered, or no longer asked; nothing changed."),
    remedy=_("Open the current page to see the open questions."),
    status=409,
)
NOT_YOURS = Message(
    id="matches.not_yours",
    text=_("This is the other coach's decision; nothing changed."),
    remedy=_("Wait for the other coach, or ask a commissioner to answer for an absent one."),
    status=422,
)
NOT_ALLOWED = Message(
    id="matches.not_allowed",
    text=_("The rules do not allow this."),
    remedy=_("Fix the listed problems and send it again."),
)
SERVER_ROLLS = Message(
    id="matches.server_rolls",
    text=_("In this league, the server rolls the dice."),
    remedy=_("Press the roll button."),
)
COACHES_ROLL = Message(
    id="matches.coaches_roll",
    text=_("In this league, coaches roll their own dice."),
    remedy=_("Enter the dice you rolled."),
)
QUESTION_CHANGED = Message(
    id="matches.question_changed",
    text=_("A saved answer ({what}) no longer fits its question, because the rules were updated."),
    remedy=_("The match cannot go on until a commissioner asks again: the match's page has a button for that."),
    status=409,
)
OTHER_VERSION = Message(
    id="matches.other_version",
    text=_("The report has changed since you opened it. You have not confirmed anything."),
    remedy=_("Read the current version, then confirm or dispute it."),
    status=409,
)
OWN_REPORT = Message(
    id="matches.own_report",
    text=_("You entered this report yourself, so you cannot confirm it."),
    remedy=_("The other coach has to confirm it, or a commissioner can settle it."),
    status=422,
)
OWN_DISPUTE = Message(
    id="matches.own_dispute",
    text=_("You entered this report yourself, so you cannot dispute it."),
    remedy=_("Change the report instead. Then the other coach can confirm the new version."),
    status=422,
)
NOTHING_TO_UNDO = Message(
    id="matches.nothing_to_take_back",
    text=_("This side has no decision that can be undone."),
    remedy=_("Rolls cannot be undone, nor decisions before the last one."),
    status=409,
)
ALREADY_USED = Message(
    id="matches.others_built_on_it",
    text=_("Your opponent has already continued from this decision, so it cannot be undone."),
    status=409,
)
NOT_OPEN = Message(
    id="matches.correction_not_open",
    text=_("This correction was accepted or discarded in the meantime; nothing changed."),
    remedy=_("See the match's page for the current state."),
    status=409,
)
