"""Round robin: every team meets every other one, all rounds drawn before the start."""

from __future__ import annotations

from collections import Counter
from random import Random

from django import forms
from django.utils.translation import gettext_lazy as _

from competitions.models import Competition
from competitions.models.formats import Format, Latecomers, Option, Preset
from competitions.pairing.conference_draw import draw_conferences
from competitions.pairing.round_robin import MOST_LEGS, draw_round_robin
from competitions.setup.conferences import conferences_to_draw
from competitions.setup.pairings import write_rounds
from web.errors import Message, Refusal

BYES_UNEQUAL = Message(
    id="competitions.byes_unequal",
    text=_("In {competition} a bye counts as a win, but some teams would get more byes than others."),
    remedy=_("Do not count byes (in the settings), or make all conferences the same size."),
)
ACROSS = (
    ("", _("as often as teams of the same conference")),
    (0, _("never")),
    (1, _("once")),
    (2, _("twice, home and away")),
    (3, _("three times")),
    (4, _("four times")),
)


def write_round_robin(competition: Competition, rng: Random) -> None:
    """Write all rounds: every pair of teams, or pairs within and across conferences as often as the settings say.

    Raises ``RoundRobinRefused``, and ``Refusal`` if byes count and some teams would have more of them.
    """
    conferences, across = conferences_to_draw(competition), competition.options.legs_across
    if not conferences or across is None:
        write_rounds(
            competition, draw_round_robin(competition.entrants.team_ids_by_seed(), legs=competition.legs, rng=rng)
        )
        return
    rounds = draw_conferences(conferences, legs=competition.legs, across=across, rng=rng)
    rests = Counter(team for each in rounds for team in each.resting)
    if competition.byes_count and len({rests[team] for conference in conferences for team in conference}) > 1:
        raise Refusal(BYES_UNEQUAL, competition=competition.name)
    write_rounds(competition, rounds)


ROUND_ROBIN = Format(
    key="round_robin",
    name=_("round robin"),
    label=_("Round robin: every team plays every other team"),
    presets=(
        Preset(key="league", label=_("League, once round"), name=_("League")),
        Preset(key="home_and_away", label=_("League, home and away"), name=_("League"), fields={"legs": 2}),
    ),
    options=(
        Option(
            name="legs_across",
            default=None,
            label=_("meetings of different conferences"),
            settled_by_draw=True,
            field=lambda: forms.TypedChoiceField(
                label=_("Round robin: two teams of different conferences meet"),
                coerce=int,
                empty_value=None,
                choices=ACROSS,
                required=False,
                help_text=_("Only used if you put teams into conferences, which you can do after they have entered."),
            ),
        ),
    ),
    most_legs=MOST_LEGS,
    latecomers=Latecomers.FIT_IN,
    draw=write_round_robin,
)
