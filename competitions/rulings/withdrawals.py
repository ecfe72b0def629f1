"""A team leaves a running competition: what happens to its matches, previewed, done, and undone.

The commissioner picks (L1): its played matches count, and its other matches do not count or are won by the
opponents 2-0; or none of its matches count. Each match decided this way gets its own decision.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from django.db import transaction
from django.db.models import F
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from competitions.formats.progress import go_on
from competitions.models import Competition, Entrant, Fixture, Withdrawal
from competitions.names import name_of_competition
from competitions.rulings import decisions
from competitions.rulings.withdrawal_rights import COME_BACK, LEAVE, fixtures_of, leaving, returning, subject_of
from competitions.setup.services import NOT_ENTERED, hold, reread
from competitions.standings.standings import Standings, standings_of
from leagues import log
from leagues.agreements import own_teams
from leagues.agreements.own_matches import follow_open, refuse_alone
from leagues.extensions import AgreementKind, agreement_kinds
from leagues.models import Agreement
from matches.models import Match
from teams.models import Team
from web.errors import Message, Refusal
from web.preview import rolled_back

NO_PLACE = "–"
NOT_OVER = (Match.State.PRE_MATCH, Match.State.PLAYING, Match.State.REPORTED, Match.State.DISPUTED)

LEFT_ALREADY = Message(
    id="competitions.left_already",
    text=_("{team} is already withdrawn from {competition}."),
    remedy=_("Undo its withdrawal first."),
    status=409,
)
NOT_LEFT = Message(
    id="competitions.not_left",
    text=_("{team} is not withdrawn from {competition}."),
    remedy=_("It is still in the competition: there is nothing to undo."),
    status=409,
)
UNDER_WAY = Message(
    id="competitions.match_under_way",
    text=_("{team} is in a match against {other}."),
    remedy=_("Call that match off first, or have it reported and confirmed."),
    status=409,
)
WALKOVERS_ALONE = Message(
    id="competitions.bracket_needs_winners",
    text=_("Each tie of {competition} needs a winner, so ties cannot stay open."),
    remedy=_("Let the opponents win by walkover."),
)

LEFT = log.kind("competitions.team_left", _("{by} withdrew {team} from {competition}: {withdrawal}."), reasoned=True)
CAME_BACK = log.kind(
    "competitions.team_came_back", _("{by} undid the withdrawal of {team} from {competition}."), reasoned=True
)


def _how_words(how: str, entry: object) -> str:
    return str(Withdrawal.How(how).label)


log.argument("withdrawal", _how_words)


class ChangedLine(NamedTuple):
    """A team's line as it is and as it would be, in words; a dash means no rank or no line."""

    team: str
    place: str
    points: str
    new_place: str
    new_points: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    """The whole table after one of the choices, in its new order; ``refused`` says why it cannot be made now."""

    how: str
    label: str
    lines: tuple[ChangedLine, ...] = ()
    refused: Refusal | None = None


@transaction.atomic
def leave(
    *,
    competition: Competition,
    by: User,
    expected: int,
    team: Team,
    how: str,
    reason: str,
    agreed_by: User | None = None,
) -> Competition:
    """A team leaves a running competition. Raises ``Refusal`` while it is in one of its matches; ``StaleVersion``.

    A commissioner who coaches one of its opponents does not decide that alone: ``agreed_by`` agreed.
    """
    refuse_alone(leaving(competition, team, by, how), agreed_by)
    return _leave(competition, by, expected, team, how, reason)


def _is_running(agreement: Agreement) -> bool:
    """Whether the competition is under way; one whose start was undone may be discarded."""
    return Competition.objects.filter(pk=agreement.args["competition"], state=Competition.State.RUNNING).exists()


def _has_left(agreement: Agreement) -> bool:
    competition, team = agreement.args["competition"], agreement.args["team"]
    return Withdrawal.objects.filter(entrant__competition=competition, entrant__team=team).exists()


def _still_open(agreement: Agreement) -> bool:
    return _is_running(agreement) and not _has_left(agreement)


def _carry_out(agreement: Agreement, agreed_by: User) -> None:
    competition = Competition.objects.select_related("season__league").get(pk=agreement.args["competition"])
    leave(
        competition=competition,
        by=agreement.by,
        expected=competition.version,
        team=Team.objects.get(pk=agreement.args["team"]),
        how=agreement.args["how"],
        reason=agreement.reason,
        agreed_by=agreed_by,
    )


agreement_kinds.add(
    AgreementKind(
        id=LEAVE,
        text=_("{by} asks to withdraw a team from the competition"),
        still_open=_still_open,
        carry_out=_carry_out,
        address=lambda agreement: reverse("competitions:fixtures", args=[agreement.subject.split(":")[1]]),
    ),
)


def _return_open(agreement: Agreement) -> bool:
    return _is_running(agreement) and _has_left(agreement)


def _return_agreed(agreement: Agreement, agreed_by: User) -> None:
    competition = Competition.objects.select_related("season__league").get(pk=agreement.args["competition"])
    come_back(
        competition=competition,
        by=agreement.by,
        expected=competition.version,
        team=Team.objects.get(pk=agreement.args["team"]),
        reason=agreement.reason,
        agreed_by=agreed_by,
    )


agreement_kinds.add(
    AgreementKind(
        id=COME_BACK,
        text=_("{by} asks to undo the withdrawal of {team} from {competition}"),
        still_open=_return_open,
        carry_out=_return_agreed,
        address=lambda agreement: reverse("competitions:fixtures", args=[agreement.subject.split(":")[1]]),
        words=lambda agreement: {
            "team": Team.objects.get(pk=agreement.args["team"]).name,
            "competition": name_of_competition(agreement.args["competition"]),
        },
    )
)


def _leave(competition: Competition, by: User, expected: int, team: Team, how: str, reason: str) -> Competition:
    current = hold(competition, expected, Competition.State.RUNNING)
    entrant = _entrant(current, team)
    if Withdrawal.objects.filter(entrant=entrant).exists():
        raise Refusal(LEFT_ALREADY, team=team.name, competition=current.name)
    if current.format.eliminates and how != Withdrawal.How.WALKOVERS:
        raise Refusal(WALKOVERS_ALONE, field="how", competition=current.name)
    _refuse_under_way(current, team)
    made = Withdrawal.objects.create(entrant=entrant, how=how, reason=reason, by=by)
    if current.format.eliminates:
        go_on(current)  # the opponents advance, now and in every later tie
    decisions.decide_open_matches(withdrawal=made, fixtures=_unplayed(current, team))
    words = {"team": team.name, "competition": current.name, "withdrawal": how}
    log.record(LEFT, league=current.season.league, by=by, reason=reason, **words)
    follow_open(current.season.league, subject_of(current, team.public_id))
    return reread(current)


@transaction.atomic
def come_back(
    *, competition: Competition, by: User, expected: int, team: Team, reason: str, agreed_by: User | None = None
) -> Competition:
    """Undo a withdrawal: matches that it decided are open again. Raises ``Refusal``, ``StaleVersion``.

    A commissioner who coaches the team or one of its opponents does not decide that alone: ``agreed_by`` agreed.
    """
    own_teams.refuse_alone(returning(competition, team, by), agreed_by)
    current = hold(competition, expected, Competition.State.RUNNING)
    made = Withdrawal.objects.filter(entrant=_entrant(current, team)).first()
    if made is None:
        raise Refusal(NOT_LEFT, team=team.name, competition=current.name)
    decided = Fixture.objects.filter(decision__withdrawal=made).select_related("home", "away", "tie")
    fixtures = list(decided.order_by("-round__number", "-pk"))
    made.decisions.update(withdrawal=None)
    made.delete()
    Fixture.objects.filter(pk__in=[each.pk for each in fixtures]).update(version=F("version") + 1)
    decisions.revoke_decisions(competition=current, fixtures=fixtures, by=by, reason=reason)
    words = {"team": team.name, "competition": current.name}
    log.record(CAME_BACK, league=current.season.league, by=by, reason=reason, **words)
    follow_open(current.season.league, subject_of(current, team.public_id))
    return reread(current)


def previews(*, competition: Competition, by: User, team: Team) -> list[Preview]:
    """The table after each of the choices: each is made, and rolled back. Must not run inside a transaction."""
    hows = [Withdrawal.How.WALKOVERS] if competition.format.eliminates else list(Withdrawal.How)
    return [preview(competition=competition, by=by, team=team, how=how) for how in hows]


def preview(*, competition: Competition, by: User, team: Team, how: Withdrawal.How) -> Preview:
    """The table after one choice. It holds the write lock for about 40 ms with 64 teams and 1,000 matches.

    The table before it is usually in the cache, so it is read before; and again under the lock if it has changed.
    """
    made = Preview(how=how.value, label=str(how.label))
    try:
        table = standings_of(competition)
        with rolled_back():
            current = Competition.objects.get(pk=competition.pk)
            same = current.standings_version == competition.standings_version
            before = _places(table if same else standings_of(current))
            left = leave(
                competition=competition, by=by, expected=competition.version, team=team, how=how, reason=how.label
            )
            names = dict(Team.objects.filter(entries__competition=competition).values_list("pk", "name"))
            return replace(made, lines=_lines(before, _places(standings_of(left)), names))
    except Refusal as refusal:
        return replace(made, refused=refusal)


Places = Mapping[int, tuple[str, str]]
"""Place and points of every team in a table, in its order."""


def _places(table: Standings) -> Places:
    return {
        int(line.team): (NO_PLACE if line.rank is None else str(line.rank), str(line.points)) for line in table.lines
    }


def _lines(before: Places, after: Places, names: Mapping[int, str]) -> tuple[ChangedLine, ...]:
    out = gettext("out"), NO_PLACE
    order = [*after, *(team for team in before if team not in after)]
    return tuple(ChangedLine(names[team], *before[team], *after.get(team, out)) for team in order)


def _unplayed(competition: Competition, team: Team) -> list[Fixture]:
    """The team's matches that are neither opened nor decided, in the order of the rounds."""
    rows = fixtures_of(competition, team).not_opened().select_related("round", "home", "away")
    return list(rows.order_by("round__number", "pk"))


def _refuse_under_way(competition: Competition, team: Team) -> None:
    busy = fixtures_of(competition, team).filter(match__state__in=NOT_OVER).select_related("home", "away").first()
    if busy is not None and busy.away is not None:
        other = busy.away if busy.home_id == team.pk else busy.home
        raise Refusal(UNDER_WAY, team=team.name, other=other.name)


def _entrant(competition: Competition, team: Team) -> Entrant:
    found = competition.entrants.filter(team=team).first()
    if found is None:
        raise Refusal(NOT_ENTERED, team=team.name, competition=competition.name)
    return found
