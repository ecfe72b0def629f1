"""What can be wrong with a step of a match, said once for all of this room's services."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from web.errors import Message

WRONG_STATE = Message(
    id="matches.wrong_state",
    text=_("The match is at another step now ({state}); nothing was changed."),
    remedy=_("Open the page as it is now, and go on from there."),
    status=409,
)
NOT_READY = Message(
    id="matches.team_not_ready",
    text=_("{team} is not an active team, so it cannot play."),
    remedy=_("It has to be submitted and approved first."),
)
NOT_ASKED = Message(
    id="matches.not_asked",
    text=_("This was answered already, or is not asked any more; nothing was changed."),
    remedy=_("Open the page as it is now: it shows what is asked."),
    status=409,
)
NOT_YOURS = Message(
    id="matches.not_yours",
    text=_("This is asked of the other team's coach; nothing was changed."),
    remedy=_("Wait for the other coach, or ask a commissioner to answer for an absent one."),
    status=422,
)
NOT_ALLOWED = Message(
    id="matches.not_allowed", text=_("The rules do not allow this."), remedy=_("Mend what is listed and send it again.")
)
SERVER_ROLLS = Message(
    id="matches.server_rolls",
    text=_("In this league the server rolls the dice."),
    remedy=_("Press the button that rolls."),
)
COACHES_ROLL = Message(
    id="matches.coaches_roll",
    text=_("In this league coaches roll their own dice."),
    remedy=_("Type in what the dice showed."),
)
QUESTION_CHANGED = Message(
    id="matches.question_changed",
    text=_("An answer on record ({what}) belongs to another question than the one that is asked today."),
    remedy=_("Nothing is carried out until a commissioner has it asked anew: the match's page has a button for that."),
    status=409,
)
OTHER_VERSION = Message(
    id="matches.other_version",
    text=_("The report was changed since you looked at it; you have not confirmed anything."),
    remedy=_("Read it as it is now, then confirm or dispute that."),
    status=409,
)
OWN_REPORT = Message(
    id="matches.own_report",
    text=_("You entered this report yourself, so you cannot confirm it."),
    remedy=_("The other coach confirms it, or a commissioner settles it."),
    status=422,
)
OWN_DISPUTE = Message(
    id="matches.own_dispute",
    text=_("You entered this report yourself, so you cannot dispute it."),
    remedy=_("Change the report instead: the other coach then confirms the new version."),
    status=422,
)
NOTHING_TO_TAKE_BACK = Message(
    id="matches.nothing_to_take_back",
    text=_("There is no decision of this side that could be taken back."),
    remedy=_("Rolls stand as they fell, and so does whatever was decided before the last one."),
    status=409,
)
OTHERS_BUILT_ON_IT = Message(
    id="matches.others_built_on_it",
    text=_("The other side went on from this decision, so it stands."),
    status=409,
)
NOT_OPEN = Message(
    id="matches.correction_not_open",
    text=_("This correction was accepted or given up meanwhile; nothing was changed."),
    remedy=_("The match's page shows it as it is now."),
    status=409,
)
