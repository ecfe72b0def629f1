"""Qualification again: which teams qualify by the current tables, and entering them while no match is opened.

A table may be corrected after its best went on. Those who came in stay until a commissioner brings the others in; once
a match of the later stage has been opened or decided, they stay for good.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from competitions.formats.draws import delete_matches
from competitions.formats.qualification.qualification import NO_FEEDS, NOT_FINISHED, qualifiers
from competitions.models import Competition, Decision, Entrant, Withdrawal
from competitions.pairing.qualifying import Qualified
from competitions.setup.books import need_its_pack
from competitions.setup.services import NOT_ACTIVE, delete_fixtures, hold, reread
from competitions.standings.standings import results_changed
from leagues import log
from matches.models import Match
from teams.models import Team
from web.errors import Message, Refusal

SAME_AS_BEFORE = Message(
    id="competitions.fed_the_same",
    text=gettext_lazy("The teams in {target} are still the ones that qualify. Nothing was changed."),
    remedy=gettext_lazy("You can continue with it."),
)
HAS_BEGUN = Message(
    id="competitions.fed_stage_begun",
    text=gettext_lazy(
        "A match of {target} was opened or decided, or a team was withdrawn, so its teams can no longer be replaced."
    ),
    remedy=gettext_lazy("Call the opened match off or revoke the decision. Then enter the teams again."),
    status=409,
)
ENTERED_AGAIN = log.kind(
    "competitions.fed_anew",
    gettext_lazy("{by} entered the teams that qualify now in {target}, in this order: {teams}. Removed: {gone}."),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Changes:
    """Names of teams that would enter a stage, of teams that would leave it, and whether only seeds differ."""

    coming: tuple[str, ...] = ()
    going: tuple[str, ...] = ()
    other_seeds: bool = False

    def __bool__(self) -> bool:
        return bool(self.coming or self.going or self.other_seeds)


def qualification_changes(target: Competition) -> Changes:
    """How the teams that qualify by the current tables differ from those that entered; nothing before any team entered.

    Lots between level teams are those of the first entry.
    """
    there = _entered(target)
    if not there:
        return Changes()
    seed = target.fed_seed
    found = qualifiers(target, _drawn(seed), playing=True, besides=there)
    changes = _changes(target, there, found)
    return changes if seed else replace(changes, other_seeds=False)


def change_words(changes: Changes) -> list[str]:
    """The changes in words, a line for each team."""
    pairs = list(zip(changes.coming, changes.going, strict=False))
    lines = [_("%(new)s instead of %(old)s") % {"new": new, "old": old} for new, old in pairs]
    lines += [_("also %(new)s") % {"new": new} for new in changes.coming[len(pairs) :]]
    lines += [_("no longer %(old)s") % {"old": old} for old in changes.going[len(pairs) :]]
    if changes.other_seeds:
        lines.append(_("the same teams, seeded in another order"))
    return lines


def stage_has_begun(target: Competition) -> bool:
    """Whether a match of a stage was opened or decided, or a team has left it."""
    opened = Match.objects.filter(fixture__round__competition=target).exclude(state=Match.State.SCHEDULED)
    decided = Decision.objects.filter(fixture__round__competition=target)
    left = Withdrawal.objects.filter(entrant__competition=target)
    finished = target.state == Competition.State.FINISHED
    return finished or opened.exists() or decided.exists() or left.exists()


@transaction.atomic
def enter_qualified_again(*, target: Competition, by: User, expected: int) -> Competition:
    """Set a stage up again with the teams that qualify now. Teams entered by hand stay; fixtures are removed.

    Raises ``Refusal`` once a match of it was opened, while a source is open, or if nothing would change;
    ``StaleVersion``.
    """
    current = hold(target, expected, Competition.State.DRAFT, Competition.State.RUNNING)
    sources = [feed.source for feed in current.feeds.select_related("source")]
    if not sources:
        raise Refusal(NO_FEEDS, target=current.name)
    waiting = sorted({each.name for each in sources if each.state != Competition.State.FINISHED})
    if waiting:
        raise Refusal(NOT_FINISHED, sources=", ".join(waiting))
    if stage_has_begun(current):
        raise Refusal(HAS_BEGUN, target=current.name)
    seed = current.fed_seed or secrets.token_hex(8)
    before = _entered(current)
    found = qualifiers(current, _drawn(seed), playing=True, besides=before)
    changes = _changes(current, before, found)
    if not changes:
        raise Refusal(SAME_AS_BEFORE, target=current.name)
    teams = Team.objects.in_bulk([int(each.team) for each in found])
    gone = sorted(team.name for team in teams.values() if team.state != Team.State.ACTIVE)
    if gone:
        raise Refusal(NOT_ACTIVE, teams=", ".join(gone))
    need_its_pack(current, teams.values())
    delete_matches(current)
    delete_fixtures(current)
    _replace_entrants(current, before, found)
    Competition.objects.filter(pk=current.pk).update(state=Competition.State.DRAFT, fed_seed=seed)
    results_changed([current.pk])
    names = ", ".join(teams[int(each.team)].name for each in found)
    words = {"target": current.name, "teams": names, "gone": ", ".join(changes.going) or "–"}
    log.record(ENTERED_AGAIN, league=current.season.league, by=by, **words)
    return reread(current)


def _replace_entrants(target: Competition, before: Sequence[int], found: Sequence[Qualified]) -> None:
    """Enter the qualified teams by seed in place of those before. Teams entered by hand stay."""
    places = {int(each.team): place for place, each in enumerate(found, 1)}
    target.entrants.filter(team__in=before).exclude(team__in=places).delete()
    there = {entrant.team_id: entrant for entrant in target.entrants.filter(team__in=places)}
    for team, entrant in there.items():
        entrant.seed = places[team]
        entrant.fed_place = None if entrant.fed_place is None else places[team]
    Entrant.objects.bulk_update(there.values(), ["seed", "fed_place"])
    Entrant.objects.bulk_create(
        Entrant(competition=target, team_id=team, seed=place, fed_place=place)
        for team, place in places.items()
        if team not in there
    )


def _entered(target: Competition) -> list[int]:
    """The ids of the teams that entered by qualification and have not left, in the order in which they qualified."""
    rows = target.entrants.filter(fed_place__isnull=False).order_by("fed_place", "pk")
    return list(rows.values_list("team", flat=True))


def _changes(target: Competition, there: Sequence[int], found: Sequence[Qualified]) -> Changes:
    """The changes from the teams that entered to those that qualify, without teams that were entered by hand."""
    by_hand = set(target.entrants.filter(fed_place__isnull=True).values_list("team", flat=True))
    due = [int(each.team) for each in found if int(each.team) not in by_hand]
    names = dict(Team.objects.filter(pk__in={*due, *there}).values_list("pk", "name"))
    coming = tuple(names[team] for team in due if team not in there)
    going = tuple(names[team] for team in there if team not in due)
    return Changes(coming=coming, going=going, other_seeds=not coming and not going and list(there) != due)


def _drawn(seed: str) -> Random:
    return Random(seed)  # noqa: S311 - everybody can repeat the draw from the seed
