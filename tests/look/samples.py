"""Plain data for one page with every component, as templates/components describes it."""

from typing import Any

from django import forms
from django.core.paginator import Paginator

from web.crests.crest import Crest
from web.crests.shown import Shown

WINNINGS = {
    "label": "Winnings",
    "amount": "60k",
    "page": 38,
    "terms": [
        {"label": "Roll of the winner", "dice": [{"sides": 6, "value": 2, "off": True}, {"sides": 6, "value": 4}]},
        {"label": "The chosen roll, times 10k", "amount": "40k", "dice": [4], "page": 38},
        {"label": "FAME +1", "amount": "10k", "page": 17},
        {"label": "For the win", "amount": "10k", "page": 38},
    ],
    "note": "The winner may roll once more and must keep the second result.",
}
TEAM_VALUE = {
    "label": "Team value",
    "amount": "1,240k",
    "terms": [{"label": "Players", "amount": "1,040k"}, {"label": "Re-rolls, 3 at 60k", "amount": "180k"}],
}
BARE = {"label": "Fan factor", "amount": "5", "terms": []}

BADGES = [
    Shown(Crest(first="crimson", second="chalk", pattern="halves", emblem="human")),
    Shown(Crest(first="navy", second="gold", pattern="chevron", emblem="amazon", shape="round")),
    Shown(Crest(first="gold", second="black", pattern="bars", emblem="goblin", shape="hexagon")),
    Shown(Crest(first="turf", second="bone", pattern="pale", emblem="wood_elf", shape="pennon")),
    Shown(Crest(first="black", second="violet", pattern="quarter", emblem="dark_elf", shape="banner")),
    Shown(Crest(first="chalk", second="sky", emblem="high_elf", shape="diamond")),
]

DICE = [{"sides": 6, "value": value} for value in range(1, 7)] + [
    {"sides": 8, "value": 7},
    {"sides": "68", "value": "45"},
    {"sides": 16, "value": 13},
    {"sides": 3, "value": 2},
    {"sides": 6, "value": 5, "off": True},
]

STEPS = [
    {"label": "Most valuable player", "state": "done", "url": "#mvp"},
    {"label": "Improvement rolls", "state": "done"},
    {"label": "Winnings", "state": "now"},
    {"label": "Spiralling expenses", "state": "to come"},
    {"label": "Fan factor", "state": "to come"},
    {"label": "Bank", "state": "to come"},
    {"label": "Hire and release", "state": "to come"},
    {"label": "Team value", "state": "to come"},
]

VIOLATIONS = [
    {"text": "The team has 10 players; it needs at least 11.", "rule": "C3", "page": 12},
    {"text": "The team costs 1,050k, 50k more than the 1,000k there are.", "rule": "C1", "page": 12},
]

STANDINGS_HEADS = [
    ("#", "Place"),
    ("P", "Matches played"),
    ("W", "Won"),
    ("D", "Drawn"),
    ("L", "Lost"),
    ("TD+", "Touchdowns scored"),
    ("TD-", "Touchdowns conceded"),
    ("CAS+", "Casualties caused"),
    ("CAS-", "Casualties suffered"),
    ("TV", "Team value"),
    ("Pts", "Points"),
]
NAMES = [
    "Reikland Ravens",
    "Old World Argonauts",
    "Gouged Eye Orchard",
    "Athelorn",
    "Naggaroth Knives",
    "Lothern Lights",
]
TEAMS = [{"name": name, "badge": badge, "url": "#team"} for name, badge in zip(NAMES, BADGES, strict=True)]
STANDINGS = [
    {
        **team,
        "place": place,
        "cells": [6, 5 - place // 2, 1, place // 2, 14, 6, 9, 7, "1,240k"],
        "points": 19 - 2 * place,
        "mine": place == 2,
    }
    for place, team in enumerate(TEAMS, start=1)
]

FIXTURES = [
    {
        "home": {**TEAMS[0], "score": 2},
        "away": {**TEAMS[1], "score": 1},
        "state": ("Confirmed", "good", "check-circle"),
    },
    {
        "home": TEAMS[2],
        "away": TEAMS[3],
        "open_text": "to play",
        "state": ("Waiting for confirmation", "wait", "hourglass-split"),
    },
]


class SampleForm(forms.Form):
    """A field of each kind."""

    command_id = forms.CharField(widget=forms.HiddenInput, initial="c0ffee")
    name = forms.CharField(label="Team's name", help_text="Up to 60 letters.", max_length=60)
    touchdowns = forms.IntegerField(label="Touchdowns", min_value=0)
    race = forms.ChoiceField(label="Team list", choices=[("human", "Human"), ("orc", "Orc"), ("skaven", "Skaven")])
    story = forms.CharField(label="Story of the match", widget=forms.Textarea(attrs={"rows": 3}), required=False)
    public = forms.BooleanField(label="Everybody may look", required=False, help_text="Otherwise members only.")
    skill = forms.ChoiceField(
        label="Improvement for Griff", widget=forms.RadioSelect, choices=[("block", "Block"), ("dodge", "Dodge")]
    )
    days = forms.MultipleChoiceField(
        label="Days that suit", widget=forms.CheckboxSelectMultiple, choices=[("sat", "Saturday"), ("sun", "Sunday")]
    )
    logo = forms.FileField(label="A file", required=False)


def everything() -> dict[str, Any]:
    """The context of the sample page."""
    return {
        "league": {"name": "Old World Sunday League", "kit": "kit-a-teal kit-b-gold"},
        "tab_page": True,
        "league_tabs": [
            {"label": label, "url": "#tab", "current": label == "Table"}
            for label in ("Overview", "Table", "Fixtures", "Teams", "Prints", "House rules", "Members")
        ],
        "figures": [WINNINGS, TEAM_VALUE, BARE],
        "winnings": WINNINGS,
        "badges": BADGES,
        "dice": DICE,
        "steps": STEPS,
        "violations": VIOLATIONS,
        "heads": STANDINGS_HEADS,
        "legend": [{"abbr": abbr, "text": text} for abbr, text in STANDINGS_HEADS],
        "standings": STANDINGS,
        "fixtures": FIXTURES,
        "fresh": SampleForm(),
        "refused": SampleForm({"name": "", "touchdowns": "-2", "race": "elf", "days": ["mon"]}),
        "consequences": ["Six players leave for good.", "Nobody gets gold for it."],
        "page_obj": Paginator(range(90), 10).page(3),
        "to_do": [
            {"text": "Confirm the report of Reikland Ravens v Athelorn", "url": "#report", "note": "until Sunday"},
            {"text": "Go on with the post-match of Old World Argonauts", "url": "#post", "note": "step 3 of 8"},
        ],
        "my_teams": [{**team, "note": "1,240k · 6 matches"} for team in TEAMS[:3]],
        "my_leagues": [{"name": "Old World Sunday League", "url": "#l", "note": "Commissioner · round 7 of 9"}],
    }
