"""Asks for a simulation: a job that plays many seasons by one or two settings. Nobody may ask for too many at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from jobs.models import Job, State
from jobs.queue import enqueue
from rules.simulation.economy import Plan, Setting
from web import fingerprint
from web.errors import Message, Refusal

KIND = "simulation"
FEWEST = {"teams": 2, "rounds": 1, "seasons": 10, "seed": 1}
MOST = {"teams": 32, "rounds": 40, "seasons": 500, "seed": 1_000_000}
MOST_MATCHES = 36_000
"""Of all settings together. A worker plays about 600 a second, and has two minutes."""
MOST_SETTINGS = 2
MOST_WAITING = 3
MOST_IN_AN_HOUR = 20

WAITING = Message(
    id="simulations.waiting",
    text=_("You have %(most)s simulations that are not done yet.") % {"most": MOST_WAITING},
    remedy=_("Wait until one of them is done, or cancel it. They are under “My prints and jobs”."),
    status=429,
)
TOO_MANY = Message(
    id="simulations.too_many",
    text=_("You have asked for %(most)s simulations within an hour.") % {"most": MOST_IN_AN_HOUR},
    remedy=_("Try again later."),
    status=429,
)
TOO_LARGE = Message(
    id="simulations.too_large",
    text=_("These would be {matches} matches. At most {most} can be played at a time."),
    remedy=_("Choose fewer seasons, teams or rounds."),
)


def ask_for_simulation(*, by: User, settings: Sequence[Setting], plan: Plan) -> Job:
    """The job that plays these settings: a new one, or the one that already answers the same question of this person.

    Raises Refusal if it is too large, or if the person has asked for too many.
    """
    matches = plan.matches * len(settings)
    if matches > MOST_MATCHES:
        raise Refusal(TOO_LARGE, field="seasons", matches=f"{matches:,}", most=f"{MOST_MATCHES:,}")
    _check_share(by)
    return enqueue(KIND, as_params(settings, plan), owner=by, version=fingerprint.code())


def _check_share(by: User) -> None:
    """Raise Refusal if the person has too many jobs of this kind that wait, or too many of the last hour."""
    mine = Job.objects.filter(kind=KIND, owner=by)
    unfinished = Q(state__in=(State.QUEUED, State.RUNNING))
    if mine.filter(unfinished).count() >= MOST_WAITING:
        raise Refusal(WAITING)
    if mine.filter(created__gt=timezone.now() - timedelta(hours=1)).count() >= MOST_IN_AN_HOUR:
        raise Refusal(TOO_MANY)


def as_params(settings: Sequence[Setting], plan: Plan) -> dict[str, Any]:
    """What the job's row stores: the settings, with the house rules that differ from the book, and the plan."""
    return {
        "plan": {name: getattr(plan, name) for name in FEWEST},
        "settings": [{"edition": setting.edition, "house": dict(setting.house)} for setting in settings],
    }


def parse_params(params: Mapping[str, Any]) -> tuple[tuple[Setting, ...], Plan]:
    """The settings and the plan that a job's row stores. Raises ValueError for anything else."""
    try:
        plan = Plan(**{name: _within(name, params["plan"][name]) for name in FEWEST})
        settings = tuple(_setting(each) for each in params["settings"])
    except (AttributeError, KeyError, TypeError) as why:
        raise ValueError(f"params should be a plan and settings, not {dict(params)!r}") from why
    if not 1 <= len(settings) <= MOST_SETTINGS:
        raise ValueError(f"there should be one or two settings, not {len(settings)}")
    return settings, plan


def _within(name: str, number: Any) -> int:
    if type(number) is not int or not FEWEST[name] <= number <= MOST[name]:
        raise ValueError(f"{name} should be from {FEWEST[name]} to {MOST[name]}, not {number!r}")
    return number


def _setting(stored: Mapping[str, Any]) -> Setting:
    """A stored setting. Raises KeyError for an unknown edition, HouseRulesError (a ValueError) for other rules."""
    house = {name: tuple(value) if isinstance(value, list) else value for name, value in stored["house"].items()}
    setting = Setting(edition=stored["edition"], house=tuple(house.items()))
    setting.ruleset()
    return setting
