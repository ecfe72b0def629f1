"""Revokes a trophy or an award that was a mistake (L1): as if it had never been awarded.

Its journal entries are struck by a correction, never deleted, and the previous holder has it again. Matches played
meanwhile stay. If something else depends on it, revoking is refused, with a remedy.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from competitions.models import Holding
from competitions.names import with_the
from competitions.trophies.awarding import append_to
from leagues import log
from leagues.models import League
from leagues.services import locked
from rules.correcting.correcting import Corrected, work_out
from rules.journal import Entry
from rules.journal.history import placed
from rules.words.entries import say_entry
from rules.words.words import say_finding
from teams.ledger import ledger
from teams.models import Team
from teams.selectors import names_of
from web.commands import write_version
from web.errors import Message, Refusal

Role = Holding.Role

REVOKED_ALREADY = Message(
    id="competitions.hand_over_gone",
    text=_("This award is already revoked."),
    remedy=_("The trophy's page shows who holds it now."),
    status=409,
)
NOT_THE_LAST = Message(
    id="competitions.hand_over_not_the_last",
    text=_("{team} has been awarded {trophy} since."),
    remedy=_("Revoke that award first."),
    status=409,
)
WITH_THE_WINNER = Message(
    id="competitions.hand_over_of_runner_up",
    text=_("This prize is revoked together with the winner's award."),
    remedy=_("Revoke the award to the winner."),
    status=409,
)
NOT_KNOWN = Message(
    id="competitions.hand_over_not_known",
    text=_("The journal entries of this award were not recorded then, so it cannot be revoked."),
    remedy=_("Award {trophy} to the right team, and correct gold and players by hand."),
    status=409,
)
DEPENDED_ON = Message(
    id="competitions.hand_over_stands",
    text=_("The award to {team} cannot be revoked. {why}"),
    remedy=_("Award {trophy} to the right team instead, and correct the gold of {team} on the team's page."),
    status=409,
)
REVOKED = log.kind(
    "competitions.hand_over_taken_back", _("{by} revoked the award of {trophy} to {team}."), reasoned=True
)
RETURNED = log.kind(
    "competitions.hand_over_returned",
    _("{by} revoked the award of {trophy} to {team}; {before} has it again."),
    reasoned=True,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Undone:
    """An award's entries in a team's journal up to entry ``seq``: in words, and the journal without them."""

    team: Team
    trophy: str
    seq: int
    entries: tuple[str, ...]
    worked: Corrected
    names: dict[int, str]

    @property
    def refusal(self) -> Refusal | None:
        """Why it cannot be revoked, with a remedy; None if nothing depends on it."""
        if not self.worked.findings:
            return None
        why = say_finding(self.worked.findings[0], names=self.names, translate=gettext)
        return Refusal(DEPENDED_ON, team=self.team.name, why=why, trophy=with_the(self.trophy))


@transaction.atomic
def revoke(*, holding: Holding, by: User, expected: int, reason: str) -> Holding:
    """Revoke the latest award of a trophy; ``expected`` is the trophy's version.

    Raises ``Refusal`` if it was awarded again since, a team is in a match, or something depends on it;
    ``StaleVersion``, also for a team's journal that changed meanwhile.
    """
    league = locked(League.objects.get(trophies__holdings=holding))
    trophy = write_version(holding.trophy, expected=expected, changes={})
    current = Holding.objects.select_related("trophy", "team__ruleset").get(pk=holding.pk)
    refuse(current)
    for each in sorted(undone_of(current), key=lambda each: each.team.pk):
        if each.refusal is not None:
            raise each.refusal
        source = f"taken_back:{trophy.address}"
        append_to(each.team, [each.worked.correction], expected=each.seq, source=source, by=by, why=reason)
    now = timezone.now()
    marks = {"taken_back_at": now, "taken_back_by": by, "taken_back_why": reason}
    Holding.objects.filter(pk=current.pk).update(ended_at=now, **marks)
    current.runners_up.update(**marks)
    before = before_of(current)
    words = {"trophy": trophy.name, "team": current.team.name}
    if before is None:
        log.record(REVOKED, league=league, by=by, reason=reason, **words)
    else:
        Holding.objects.filter(pk=before.pk).update(ended_at=None)
        log.record(RETURNED, league=league, by=by, reason=reason, before=before.team.name, **words)
    return Holding.objects.get(pk=current.pk)


def refuse(holding: Holding) -> None:
    """Raises ``Refusal`` for an award that can never be revoked on its own."""
    if holding.taken_back_at is not None:
        raise Refusal(REVOKED_ALREADY)
    if holding.role in (Role.RUNNER_UP, Role.THIRD):
        raise Refusal(WITH_THE_WINNER)
    if holding.ended_at is not None:
        rows = holding.trophy.holdings.filter(role=holding.role, ended_at__isnull=True)
        latest = rows.select_related("team").first()
        raise Refusal(NOT_THE_LAST, trophy=with_the(holding.trophy.name), team=latest.team.name if latest else "–")
    if holding.entries is None and (holding.trophy.major or holding.prize or _had_runner_up(holding)):
        raise Refusal(NOT_KNOWN, trophy=with_the(holding.trophy.name))


def _had_runner_up(holding: Holding) -> bool:
    """Whether the award had a runner-up; old rows do not point at each other."""
    return holding.trophy.holdings.filter(role=Role.RUNNER_UP, pk__gt=holding.pk).exists()


def before_of(holding: Holding) -> Holding | None:
    """The award before this one, whose holder has the trophy again."""
    rows = holding.trophy.holdings.filter(role=holding.role, taken_back_at__isnull=True, pk__lt=holding.pk)
    return rows.select_related("team").order_by("-pk").first()


def undone_of(holding: Holding) -> list[Undone]:
    """What revoking an award strikes in each team's journal, by team id; a dry run, nothing is written."""
    seqs: dict[int, list[int]] = {}
    for team, seq in holding.entries or ():
        seqs.setdefault(team, []).append(seq)
    teams = Team.objects.select_related("ruleset").in_bulk(seqs)
    found = (_undone(teams[pk], holding.trophy.name, seqs[pk]) for pk in sorted(seqs))
    return [each for each in found if each is not None]


def _undone(team: Team, trophy: str, seqs: Sequence[int]) -> Undone | None:
    """None if all of it is struck already."""
    records, names = ledger.records_of(team), names_of(team)
    own: list[tuple[tuple[int, int], Entry]] = [
        item for item in placed(records) if item[0] in {(seq, 0) for seq in seqs}
    ]
    if not own:
        return None
    return Undone(
        team=team,
        trophy=trophy,
        seq=records[-1].seq,
        entries=tuple(say_entry(entry, names=names, translate=gettext) for _place, entry in own),
        worked=work_out(team.ruleset.rules(), records, [place for place, _entry in own], (), {}),
        names=names,
    )
