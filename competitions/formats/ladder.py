"""Ladder: a team that beats one above it takes its place. Coaches arrange games and write challenges (L5)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from competitions.models import Competition
from competitions.models.formats import Format, Latecomers, Option, Preset, Tab
from competitions.pairing.knock_out import MOST_TEAMS
from competitions.pairing.ladder import may_challenge
from competitions.standings.ladders import ladder_of
from teams.models import Team
from web.errors import Message, Refusal

OUT_OF_REACH = Message(
    id="competitions.out_of_reach",
    text=gettext_lazy("{challenger} may challenge teams up to {reach} places above it, but not {challenged}."),
    remedy=gettext_lazy("The ladder shows these teams. Choose one of them."),
)


def refuse_game(competition: Competition, home: Team, away: Team) -> None:
    """Raises ``Refusal`` if the lower of two teams may not challenge the upper one."""
    order = ladder_of(competition)
    lower, upper = (home, away) if order.index(home.pk) > order.index(away.pk) else (away, home)
    if not may_challenge(order, lower.pk, upper.pk, competition.options.reach):
        words = {"challenger": lower.name, "challenged": upper.name, "reach": competition.options.reach}
        raise Refusal(OUT_OF_REACH, field="away", **words)


def refuse_challenge(competition: Competition, challenger: Team, challenged: Team) -> None:
    """Raises ``Refusal`` for a challenge of a team below, or too far above."""
    if not may_challenge(ladder_of(competition), challenger.pk, challenged.pk, competition.options.reach):
        words = {"challenger": challenger.name, "challenged": challenged.name, "reach": competition.options.reach}
        raise Refusal(OUT_OF_REACH, field="challenged", **words)


def why_no_challenge(competition: Competition) -> Callable[[Team, Team], str]:
    """A function that gives the reason against a challenge, or an empty text. It reads the current order once."""
    order, reach = ladder_of(competition), competition.options.reach

    def why_not(challenger: Team, challenged: Team) -> str:
        allowed = may_challenge(order, challenger.pk, challenged.pk, reach)
        return "" if allowed else _out_of_reach(order, challenger, challenged, reach)

    return why_not


def _out_of_reach(order: Sequence[int], challenger: Team, team: Team, reach: int) -> str:
    places = order.index(challenger.pk) - order.index(team.pk)
    if places < 0:
        return _("is below %(name)s on the ladder") % {"name": challenger.name}
    text = ngettext(
        "is %(places)s places above, but a challenge reaches only %(reach)s place",
        "is %(places)s places above, but a challenge reaches only %(reach)s places",
        reach,
    )
    return text % {"places": places, "reach": reach}


def order_rule(competition: Competition) -> str:
    """How teams move on the ladder."""
    return ngettext(
        "A team that beats the team one place above takes its place.",
        "A team that beats one up to %(reach)s places above takes its place.",
        competition.options.reach,
    ) % {"reach": competition.options.reach}


def order_before_draw(competition: Competition) -> str:
    """What the order of the teams before the start means."""
    return _("%(name)s starts in this order, number 1 at the top.") % {"name": competition.name}


def game_rule(competition: Competition) -> tuple[str, str]:
    """What the page for reporting a game says."""
    words = {"name": competition.name, "reach": competition.options.reach}
    return _("%(name)s: teams play others up to %(reach)s places above them.") % words, ""


LADDER = Format(
    key="ladder",
    name=gettext_lazy("ladder"),
    label=gettext_lazy("Ladder: a team that beats one above takes its place"),
    presets=(Preset(key="ladder", label=gettext_lazy("Ladder"), name=gettext_lazy("Ladder"), fields={"reach": 3}),),
    options=(
        Option(
            name="reach",
            default=3,
            label=gettext_lazy("how far up teams can challenge"),
            field=lambda: forms.IntegerField(
                label=gettext_lazy("Ladder: how many places up teams can challenge"),
                min_value=1,
                max_value=MOST_TEAMS,
                initial=3,
                required=False,
            ),
        ),
    ),
    chosen_by_coaches=True,
    ranked_by_table=False,
    keeps_order=True,
    takes_challenges=True,
    latecomers=Latecomers.ENTER,
    tabs=(Tab(key="ladder", route="competitions:ladder", label=gettext_lazy("Ladder")),),
    places=ladder_of,
    order_heading=gettext_lazy("Ladder"),
    order_rule=order_rule,
    order_before_draw=order_before_draw,
    refuse_game=refuse_game,
    game_rule=game_rule,
    refuse_challenge=refuse_challenge,
    why_no_challenge=why_no_challenge,
)
