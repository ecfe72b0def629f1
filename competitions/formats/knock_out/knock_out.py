"""Knock-out: the loser of a tie is out, and the winner plays on in the bracket."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from competitions.formats.knock_out.brackets import (
    as_drawn,
    fill_bracket,
    fixtures_by_tie,
    verdicts_of,
    write_bracket,
)
from competitions.formats.knock_out.page import stages_of
from competitions.formats.knock_out.printed import bracket_print
from competitions.formats.knock_out.seeding import first_round
from competitions.models import Competition
from competitions.models.bracket_names import TWO_LEGS, round_names
from competitions.models.formats import Format, Option, Preset, Tab
from competitions.names import TeamName
from competitions.pairing import knock_out


def places(competition: Competition) -> list[int]:
    """The ids of the teams, the champion first; teams at the same place by seed. Empty before the draw."""
    ties = list(competition.ties.order_by("number"))
    if not ties:
        return []
    verdicts = verdicts_of(competition, ties, fixtures_by_tie(competition))
    seeds = dict(competition.entrants.values_list("team", "seed"))
    shared = knock_out.final_places([as_drawn(tie) for tie in ties], verdicts)
    return [int(team) for place in shared for team in sorted(place, key=lambda each: (seeds.get(each) or 999, each))]


def order_before_draw(competition: Competition) -> str:
    """What the order of the teams before the draw means."""
    words = {"name": competition.name}
    if competition.options.by_lot:
        return _("The pairings of %(name)s are drawn by lot. The first teams in this order get the byes.") % words
    return _("In %(name)s numbers 1 and 2 can only meet in the final, and the first teams get the byes.") % words


def names_of_rounds(competition: Competition, rounds: int) -> list[str]:
    """Quarter-finals, semi-finals and so on; each leg has its own name."""
    return round_names(rounds, competition.legs)


def overview(competition: Competition, teams: Mapping[int, TeamName], runs: bool) -> dict[str, Any]:
    """The bracket for the competition's page; empty before the draw."""
    bracket = stages_of(competition, teams, runs=runs)
    if not bracket["stages"]:
        return {}
    template, stylesheet = "competitions/formats/knock_out/_overview.html", "dugout/competitions/formats/bracket.css"
    return {"shown": template, "stylesheet": stylesheet, **bracket}


KNOCK_OUT = Format(
    key="knock_out",
    name=gettext_lazy("knock-out"),
    label=gettext_lazy("Knock-out: the loser is out"),
    presets=(Preset(key="cup", label=gettext_lazy("Cup: knock-out"), name=gettext_lazy("Cup")),),
    options=(
        Option(
            name="by_lot",
            default=False,
            label=gettext_lazy("pairings by lot"),
            settled_by_draw=True,
            field=lambda: forms.BooleanField(
                label=gettext_lazy("Knock-out: draw the pairings by lot"),
                required=False,
                help_text=gettext_lazy("Otherwise the best teams meet as late as possible. The best always get byes."),
            ),
        ),
        Option(
            name="crosswise",
            default=False,
            label=gettext_lazy("pairings across divisions"),
            settled_by_draw=True,
            field=lambda: forms.BooleanField(
                label=gettext_lazy("Knock-out: pair across divisions: A1–B2 and B1–A2"),
                required=False,
                help_text=gettext_lazy(
                    "Teams that come from one division or conference meet as late as possible. If pairings are drawn "
                    "by lot too, a lot decides only where this leaves a choice."
                ),
            ),
        ),
        Option(
            name="third_place",
            default=False,
            label=gettext_lazy("match for third place"),
            settled_by_draw=True,
            field=lambda: forms.BooleanField(label=gettext_lazy("Knock-out: a match for third place"), required=False),
        ),
    ),
    most_legs=TWO_LEGS,
    most_teams=knock_out.MOST_TEAMS,
    eliminates=True,
    ranked_by_table=False,
    follows_corrections=True,
    tabs=(Tab(key="bracket", route="competitions:bracket", label=gettext_lazy("Bracket")),),
    print_label=gettext_lazy("Bracket as PDF"),
    draw=write_bracket,
    first_round=first_round,
    go_on=fill_bracket,
    places=places,
    order_before_draw=order_before_draw,
    round_names=names_of_rounds,
    overview=overview,
    printed=bracket_print,
)
