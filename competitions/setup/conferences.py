"""Conferences: named groups of teams inside one competition, each with its own table.

In a round robin, teams of one conference can meet more often than teams of different ones (option ``legs_across``).
Divisions are separate competitions instead, see ``competitions.season_end.stages``.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from random import Random

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.models import User
from accounts.names import key_of
from competitions.models import Competition, Entrant
from competitions.pairing.groups import split_into_groups
from competitions.setup.services import hold, reread
from competitions.standings.standings import results_changed
from leagues import log
from teams.models import Team
from web.errors import Message, Refusal

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
MOST_CONFERENCES = len(LETTERS)

NO_CONFERENCES = Message(
    id="competitions.no_conferences",
    text=gettext_lazy("{competition} has no table to split: it has a bracket or a ladder."),
    remedy=gettext_lazy("To use conferences, choose another format in its settings."),
)
NOT_IN_IT = Message(
    id="competitions.not_in_it",
    text=gettext_lazy("A team that is not in {competition} cannot be put into a conference; nothing was changed."),
    remedy=gettext_lazy("Open the page again: its teams may have changed."),
    status=409,
)
TOO_MANY = Message(
    id="competitions.too_many_conferences",
    text=gettext_lazy("{teams} teams are too few for {conferences} conferences of at least two."),
    remedy=gettext_lazy("Choose from 2 to {most}, or enter more teams first."),
)
TOO_FEW_TO_DEAL = Message(
    id="competitions.too_few_to_deal",
    text=gettext_lazy("Two conferences need four teams, and {competition} has {teams}."),
    remedy=gettext_lazy("Enter more teams first."),
)
WITHOUT_CONFERENCE = Message(
    id="competitions.without_conference",
    text=gettext_lazy(
        "It is not known how often {teams} would meet the others: other teams are in conferences, but not this one."
    ),
    remedy=gettext_lazy("Put every team into a conference, or let all teams meet equally often (in the settings)."),
)

PUT = log.kind(
    "competitions.conferences_set",
    gettext_lazy("{by} put the teams of {competition} into conferences: {conferences}."),
)
TAKEN_AWAY = log.kind(
    "competitions.conferences_taken_away", gettext_lazy("{by} removed the conferences of {competition}.")
)
DEALT = log.kind(
    "competitions.conferences_dealt",
    gettext_lazy("{by} put the teams of {competition} into conferences by lot (seed {seed}): {conferences}."),
)


@transaction.atomic
def set_conferences(*, competition: Competition, by: User, expected: int, names: Mapping[int, str]) -> Competition:
    """Put each team (by id) of ``names`` into the conference of that name, empty for none; other teams stay.

    Names that differ only in case or spaces become one, in the first spelling. Only tables change; drawn fixtures stay.
    Raises ``Refusal`` for a competition without a table, a finished one, or a team not in it; ``StaleVersion``.
    """
    current = _held(competition, expected)
    entrants = {entrant.team_id: entrant for entrant in _entrants(current)}
    if not entrants.keys() >= names.keys():
        raise Refusal(NOT_IN_IT, competition=current.name)
    spelt: dict[str, str] = {}
    for team, name in names.items():
        entrants[team].conference = spelt.setdefault(key_of(name), name)
    words = _written(current, entrants)
    league = current.season.league
    if words:
        log.record(PUT, league=league, by=by, competition=current.name, conferences=words)
    else:
        log.record(TAKEN_AWAY, league=league, by=by, competition=current.name)
    return reread(current)


@transaction.atomic
def deal_conferences(*, competition: Competition, by: User, expected: int, number: int, seed: str = "") -> Competition:
    """Put all teams into this number of conferences by lot, as evenly as possible. Without a ``seed`` one is generated.

    Existing conferences keep their names, planned ones get theirs, others get letters. Raises as ``set_conferences``,
    and ``Refusal`` for conferences of fewer than two teams.
    """
    current = _held(competition, expected)
    entrants = {entrant.team_id: entrant for entrant in _entrants(current)}
    most = min(MOST_CONFERENCES, len(entrants) // 2)
    if most < 2:
        raise Refusal(TOO_FEW_TO_DEAL, field="number", competition=current.name, teams=len(entrants))
    if not 2 <= number <= most:
        raise Refusal(TOO_MANY, field="number", teams=len(entrants), conferences=number, most=most)
    seed = seed or secrets.token_hex(8)
    rng = Random(seed)  # noqa: S311 - everybody can repeat the draw from the seed
    split = split_into_groups(current.entrants.team_ids_by_seed(), number, by_lot=True, rng=rng)
    given_names = (names_in(entrants.values()), list(current.conferences))
    names = next((each for each in given_names if len(each) == number), [])
    if not names:
        names = [_("Conference %(letter)s") % {"letter": letter} for letter in LETTERS[:number]]
    for name, teams in zip(names, split, strict=True):
        for team in teams:
            entrants[int(team)].conference = name
    words = _written(current, entrants)
    given = {"competition": current.name, "seed": seed, "conferences": words}
    log.record(DEALT, league=current.season.league, by=by, **given)
    return reread(current)


def _held(competition: Competition, expected: int) -> Competition:
    """Raises ``Refusal`` for a finished competition or one without a table; ``StaleVersion``."""
    current = hold(competition, expected, Competition.State.DRAFT, Competition.State.RUNNING)
    if not current.format.ranked_by_table:
        raise Refusal(NO_CONFERENCES, competition=current.name)
    return current


def _entrants(competition: Competition) -> list[Entrant]:
    return list(competition.entrants.select_related("team").defer("team__draft").order_by("pk"))


def _written(competition: Competition, entrants: Mapping[int, Entrant]) -> str:
    """Store the conferences of these entrants; returns them in words."""
    Entrant.objects.bulk_update(entrants.values(), ["conference"])
    results_changed([competition.pk])
    members = {
        name: ", ".join(each.team.name for each in entrants.values() if each.conference == name)
        for name in names_in(entrants.values())
    }
    return "; ".join(f"{name}: {teams}" for name, teams in members.items())


def names_in(entrants: Iterable[Entrant]) -> list[str]:
    """The names of the conferences that these entrants are in, in alphabetical order."""
    return sorted({each.conference for each in entrants} - {""}, key=key_of)


def unplaced_in(competition: Competition) -> list[str]:
    """The names of the teams that still play and are in no conference, while others are in one; one query."""
    rows = list(competition.entrants.still_playing().order_by("pk").values_list("team__name", "conference"))
    return [team for team, name in rows if not name] if any(name for _team, name in rows) else []


def conferences_to_draw(competition: Competition) -> list[list[int]]:
    """The ids of the teams of each conference, for a draw; empty if all pairs meet equally often.

    Raises ``Refusal`` if some teams are in conferences and others are not.
    """
    if competition.options.legs_across is None or competition.options.legs_across == competition.legs:
        return []
    of = dict(competition.entrants.values_list("team", "conference"))
    if not any(of.values()):
        return []
    without = [team for team, name in of.items() if not name]
    if without:
        names = Team.objects.filter(pk__in=without).order_by("name").values_list("name", flat=True)
        raise Refusal(WITHOUT_CONFERENCE, teams=", ".join(names))
    found: dict[str, list[int]] = {}
    for team in competition.entrants.team_ids_by_seed():
        found.setdefault(of[team], []).append(team)
    return [found[name] for name in sorted(found, key=key_of)]


def meetings_in_words(competition: Competition) -> str:
    """How often teams of the same conference and of different ones meet, in a sentence."""
    legs = competition.legs
    across = legs if competition.options.legs_across is None else competition.options.legs_across
    if across == legs:
        return _("All teams meet equally often.")
    words = {"legs": _times(legs), "across": _times(across)}
    return _("Teams of the same conference meet %(legs)s, teams of different conferences %(across)s.") % words


def _times(number: int) -> str:
    return ngettext("%(number)s time", "%(number)s times", number) % {"number": number} if number else _("never")


def meetings_of_newcomer(competition: Competition) -> int:
    """How often a team that joins late meets each of the others; it is in no conference yet."""
    across = getattr(competition.options, "legs_across", None)
    if across is None or not competition.entrants.exclude(conference="").exists():
        return competition.legs
    return across


def carry_conferences(*, old: Competition, new: Competition) -> None:
    """Copy the conferences of the teams that are in both competitions."""
    of = dict(old.entrants.exclude(conference="").values_list("team", "conference"))
    entrants = list(new.entrants.filter(team__in=of))
    for entrant in entrants:
        entrant.conference = of[entrant.team_id]
    Entrant.objects.bulk_update(entrants, ["conference"])
