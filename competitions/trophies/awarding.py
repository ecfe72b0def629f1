"""Awarding trophies, with their prizes.

A trophy stays with its holder until it is next decided (L6, p40). A major is in both teams' journals
(``rules.team.trophies``). Prizes of minor tournaments have the book's limit (L7, p42).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from competitions.models import Holding, Season, Trophy
from competitions.trophies.books import refuse_other_books
from competitions.trophies.trophies import written
from leagues import log
from leagues.services import locked
from rules.journal import Entry, GoldMoved, TrophyLost, TrophyWon
from rules.journal.history import Correction
from rules.team.gifts import most_prize_gold
from rules.words.words import k
from teams.extensions import JournalSource, journal_sources
from teams.ledger import ledger
from teams.models import Player, Team, TeamState
from web.commands import write_version
from web.errors import Message, Refusal

MOST_PRIZE = 1_000_000

NOT_ACTIVE = Message(
    id="competitions.trophy_for_no_team",
    text=_("{team} is {state}, so it cannot get a trophy."),
    remedy=_("Choose an active team of this league."),
)
NOT_THEIR_TEAM = Message(
    id="competitions.trophy_not_his_team",
    text=_("This player does not play for {team}."),
    remedy=_("Choose a player of that team."),
)
PLAYER_WANTED = Message(
    id="competitions.trophy_player_wanted",
    text=_("{trophy} goes to a player."),
    remedy=_("Choose a player."),
)
TEAM_ALONE = Message(
    id="competitions.trophy_team_alone",
    text=_("{trophy} goes to a team, not to a player."),
    remedy=_("Leave the player empty."),
)
WON_TWICE = Message(
    id="competitions.trophy_won_twice",
    text=_("{team} cannot be both winner and runner-up."),
    remedy=_("Choose another runner-up, or none."),
)
PLACED_TWICE = Message(
    id="competitions.trophy_placed_twice",
    text=_("{team} cannot have two places."),
    remedy=_("Choose another team for one of them, or none."),
)
PRIZE_WITHOUT_TEAM = Message(
    id="competitions.prize_for_nobody",
    text=_("There is a prize for the runner-up, but no runner-up."),
    remedy=_("Choose the runner-up, or set the prize to 0."),
)
TOO_DEAR = Message(
    id="competitions.prizes_too_high",
    text=_("{prizes} is too much: a minor tournament may give at most {limit}."),
    remedy=_("Lower the prizes. Winner and runner-up share the limit."),
    purpose="minor_prizes",
)
GIVEN_ALREADY = Message(
    id="competitions.prizes_given_already",
    text=_("{season} has already given {given}. With {prizes} more it is over the limit of {limit}."),
    remedy=_("Lower the prizes, or revoke the earlier award first."),
    purpose="minor_prizes",
)
TOO_LARGE = Message(
    id="competitions.prize_unbelievable",
    text=_("{prizes} of prizes is too much."),
    remedy=_("Prizes are in gold pieces; enter at most {limit}."),
)

HANDED_OVER = log.kind("competitions.trophy_handed_over", _("{by} awarded {trophy} to {team}."))
PASSED_ON = log.kind("competitions.trophy_passed_on", _("{by} awarded {trophy} to {team}; {was} had it before."))
AWARDED = log.kind("competitions.trophy_awarded", _("{by} awarded {trophy} to {player} of {team}."))

journal_sources.add(JournalSource("trophy", _("Trophy awarded")))
journal_sources.add(JournalSource("gift", _("Trophy gift")))
journal_sources.add(JournalSource("best_player", _("Award to the best player")))
journal_sources.add(JournalSource("taken_back", _("Trophy revoked")))


@dataclass(frozen=True, slots=True, kw_only=True)
class TrophyAward:
    """The winner of a trophy, a team or one of its players, and the prizes (gp) of winner, runner-up and third."""

    team: Team
    player: Player | None = None
    prize: int = 0
    runner_up: Team | None = None
    runner_up_prize: int = 0
    third: Team | None = None
    third_prize: int = 0
    note: str = ""

    @property
    def others(self) -> tuple[tuple[Holding.Role, str, Team | None, int], ...]:
        """The places behind the winner: role, field, team and prize."""
        return (
            (Holding.Role.RUNNER_UP, "runner_up", self.runner_up, self.runner_up_prize),
            (Holding.Role.THIRD, "third", self.third, self.third_prize),
        )


@transaction.atomic
def award_trophy(*, trophy: Trophy, by: User, expected: int, season: Season | None, to: TrophyAward) -> Holding:
    """Award a trophy to its winner, with its prizes; the previous holder loses it. All in one transaction.

    A team that wins its own trophy again keeps it. Raises ``Refusal`` for a team that is not active or is in a match
    (its sheet is frozen), a player of another team, or prizes over the limit; ``StaleVersion``.
    """
    league = locked(trophy.league)
    current = write_version(written(trophy), expected=expected, changes={})
    _refuse_receivers(current, to)
    _refuse_prizes(current, season, to)
    before = current.holdings.filter(role=Holding.Role.HOLDER, ended_at__isnull=True).select_related("team").first()
    was = before.team if before else None
    entries = _write_journals(current, was, to, by)
    now = timezone.now()
    current.holdings.filter(role=Holding.Role.HOLDER, ended_at__isnull=True).update(ended_at=now)
    made = Holding.objects.create(
        trophy=current, season=season, team=to.team, player=to.player, prize=to.prize, note=to.note, by=by,
        entries=entries,
    )  # fmt: skip
    for role, _field, team, prize in to.others:
        if team is not None:
            Holding.objects.create(
                trophy=current, season=season, role=role, team=team, ended_at=now, prize=prize, by=by, beside=made
            )
    words = {"trophy": current.name, "team": to.team.name}
    if to.player is not None:
        log.record(AWARDED, league=league, by=by, reason=to.note, player=str(to.player), **words)
    elif was is not None and was != to.team:
        log.record(PASSED_ON, league=league, by=by, reason=to.note, was=was.name, **words)
    else:
        log.record(HANDED_OVER, league=league, by=by, reason=to.note, **words)
    return made


def append_to(
    team: Team, entries: Sequence[Entry | Correction], *, expected: int, source: str, by: User, why: str = ""
) -> list[tuple[int, int]]:
    """Append entries to a team's journal, outside of any match; to a retired team's only when it loses something.

    ``expected`` is the seq that they were worked out from. Returns the team's id and the seq of each entry. Raises
    ``Refusal`` for a team that is in a match; ``StaleVersion`` if the journal has changed since. Inside a transaction.
    """
    if not entries:
        return []
    retired = team.state == Team.State.RETIRED
    ledger.append(
        team=team,
        ruleset=team.ruleset.rules(),
        expected=expected,
        facts=[ledger.Fact(entry) for entry in entries],
        source=source,
        by=by,
        holder=ledger.RETIREMENT if retired else "",
        reason=why,
    )
    return [(team.pk, expected + place) for place in range(1, len(entries) + 1)]


def _write_journals(trophy: Trophy, was: Team | None, to: TrophyAward, by: User) -> list[tuple[int, int]]:
    """Writes the award to each team's journal, in the order of team ids, so that two awards never deadlock."""
    entries: dict[Team, list[Entry]] = {}
    concerned = [team for team in (was, to.team, to.runner_up, to.third) if team is not None]
    states = {state.team_id: state for state in TeamState.objects.filter(team__in=concerned)}
    if trophy.major and was != to.team:
        if was is not None and _holds(states.get(was.pk), trophy.key):
            entries.setdefault(was, []).append(TrophyLost(trophy=trophy.key))
        entries.setdefault(to.team, []).append(TrophyWon(trophy=trophy.key))
    for team, prize in ((to.team, to.prize), (to.runner_up, to.runner_up_prize), (to.third, to.third_prize)):
        if team is not None and prize:
            entries.setdefault(team, []).append(GoldMoved(amount=prize, source="prize", target="treasury"))
    written: list[tuple[int, int]] = []
    for team in sorted(entries, key=lambda each: each.pk):
        seq = states[team.pk].seq if team.pk in states else 0
        written += append_to(team, entries[team], expected=seq, source=f"trophy:{trophy.address}", by=by)
    return written


def _holds(state: TeamState | None, key: str) -> bool:
    """Whether a team's sheet has the trophy; a commissioner may have struck it there."""
    return state is not None and key in ledger.sheet_in(state).trophies


def _refuse_receivers(trophy: Trophy, to: TrophyAward) -> None:
    for field, team in (("team", to.team), *((field, team) for _role, field, team, _prize in to.others)):
        if team is not None and (team.state != Team.State.ACTIVE or team.league_id != trophy.league_id):
            raise Refusal(NOT_ACTIVE, field=field, team=team.name, state=team.get_state_display())
    others = ((f"{field}_prize", team, prize) for _role, field, team, prize in to.others)
    refuse_other_books(trophy, to.team, (("prize", to.team, to.prize), *others))
    if trophy.for_players and to.player is None:
        raise Refusal(PLAYER_WANTED, field="player", trophy=trophy.name)
    if to.player is not None and not trophy.for_players:
        raise Refusal(TEAM_ALONE, field="player", trophy=trophy.name)
    if to.player is not None and to.player.team_id != to.team.pk:
        raise Refusal(NOT_THEIR_TEAM, field="player", team=to.team.name)
    if to.runner_up == to.team:
        raise Refusal(WON_TWICE, field="runner_up", team=to.team.name)
    if to.third is not None and to.third in (to.team, to.runner_up):
        raise Refusal(PLACED_TWICE, field="third", team=to.third.name)
    if to.runner_up is None and to.runner_up_prize:
        raise Refusal(PRIZE_WITHOUT_TEAM, field="runner_up")


def _refuse_prizes(trophy: Trophy, season: Season | None, to: TrophyAward) -> None:
    """Raises ``Refusal`` for prizes over the limit, counting earlier prizes for the same season."""
    prizes = to.prize + to.runner_up_prize + to.third_prize
    if prizes > MOST_PRIZE:
        raise Refusal(TOO_LARGE, field="prize", prizes=k(prizes), limit=k(MOST_PRIZE))
    figure = most_prize_gold(trophy.league.ruleset_for(to.team.edition).rules())
    if figure is None or trophy.major:
        return
    limit = figure.amount
    if prizes > limit:
        raise Refusal(TOO_DEAR, field="prize", prizes=k(prizes), limit=k(limit))
    if not trophy.for_players and season is not None and prizes:
        earlier = trophy.holdings.filter(season=season, taken_back_at__isnull=True)
        given = sum(earlier.values_list("prize", flat=True))
        if prizes + given > limit:
            words = {"prizes": k(prizes), "limit": k(limit), "given": k(given), "season": season.name}
            raise Refusal(GIVEN_ALREADY, field="prize", **words)
