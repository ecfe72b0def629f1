"""The rounds of a Swiss draw. The first is drawn with the fixtures, each later one when the one before it is over.

The last round can be paired again until one of its matches is opened: for a team that joined late, or after an earlier
match was corrected.

A draw uses the competition's seed and the round's number, so anybody can repeat it from the same table.
"""

from __future__ import annotations

from collections import Counter
from random import Random

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext, ngettext_lazy
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from competitions.fixtures import won_unplayed
from competitions.fixtures.deadlines import following_deadline
from competitions.models import VOID, Competition, Decision, Fixture, Round
from competitions.pairing.swiss import Contender, SwissRefused, SwissRound, draw_swiss_round
from competitions.ranking.tables import Outcome
from competitions.ranking.tallies import Key
from competitions.setup.pairings import delete_scheduled, make_matches
from competitions.setup.services import WRONG_STATE, hold, reread
from competitions.standings.standings import fresh_standings_of, results_changed
from leagues import log
from matches.models import Match
from matches.wording import pairing
from teams.models import Team
from web.errors import Message, Refusal

NOT_SWISS = Message(
    id="competitions.not_swiss",
    text=_("{competition} is not a Swiss draw, so it has no next round to pair."),
    remedy=_("Add single matches instead."),
)
ROUND_OPEN = Message(
    id="competitions.round_open",
    text=ngettext_lazy(
        "{count} match of round {round} has no result yet, so the next round cannot be paired.",
        "{count} matches of round {round} have no result yet, so the next round cannot be paired.",
        "count",
    ),
    remedy=_("Have them played and confirmed, or decide them without play."),
    status=409,
)
ALL_ROUNDS_PAIRED = Message(
    id="competitions.all_rounds_paired",
    text=_("All {rounds} rounds of {competition} are paired."),
    remedy=_("Plan more rounds in its settings, or finish it."),
    status=409,
)
PAIRED_FOR_GOOD = Message(
    id="competitions.paired_for_good",
    text=_("The last round of {competition} cannot be paired again."),
    remedy=_(
        "Only until one of its matches has been opened or decided, and not the first round: draw the fixtures again "
        "for that."
    ),
    status=409,
)
CANNOT_PAIR = Message(id="competitions.cannot_pair", text=_("{why}"))

PAIRED = log.kind("competitions.paired", _("{by} paired round {round} of {competition}."))
PAIRED_AGAIN = log.kind(
    "competitions.paired_with_rematches",
    _("{by} paired round {round} of {competition}. There was no way without rematches: {rematches}."),
)

REPAIRED = log.kind(
    "competitions.paired_anew", _("{by} deleted the pairs of round {round} of {competition} to pair it again.")
)


def write_first_round(competition: Competition, rng: Random) -> None:
    """Pair the first round, before anything is played. Raises ``SwissRefused``."""
    teams = competition.entrants.team_ids_by_seed()
    order = list(teams)
    if not competition.entrants.filter(seed__isnull=False).exists():
        rng.shuffle(order)
    _write_round(competition, 1, draw_swiss_round([Contender(team=team) for team in order], rng=rng))


@transaction.atomic
def pair_next_round(*, competition: Competition, by: User | None, expected: int) -> Competition:
    """Pair the next round by the current table; ``by`` None is the server.

    Raises ``Refusal`` while a match of the last round has no result, or when all planned rounds are paired;
    ``StaleVersion``.
    """
    current = hold(competition, expected, Competition.State.RUNNING)
    if not current.format.paired_by_round:
        raise Refusal(NOT_SWISS, competition=current.name)
    last = current.rounds.order_by("-number").first()
    if last is None:
        raise Refusal(WRONG_STATE, competition=current.name, state=_("without its first round"))
    left = last.fixtures.waiting().count()
    if left:
        raise Refusal(ROUND_OPEN, count=left, round=last.number)
    if last.number >= current.options.planned_rounds:
        raise Refusal(ALL_ROUNDS_PAIRED, rounds=current.options.planned_rounds, competition=current.name)
    return _pair(current, last.number + 1, by)


@transaction.atomic
def pair_last_round_again(*, competition: Competition, by: User, expected: int) -> Competition:
    """Pair the last round again by the current table and teams. Agreed dates are lost.

    What the opponents of teams that left won without play there is struck from their journals. Its deadline stays if it
    is in the future. A deadline in the past would settle the new pairs at once: they get the deadline of a round that
    is drawn late, or none.
    Raises ``Refusal`` for the first round, if a match of it was opened or decided, and if what was won without play was
    used; ``StaleVersion``.
    """
    current = hold(competition, expected, Competition.State.RUNNING)
    number = round_to_pair_again(current)
    if number is None:
        raise Refusal(PAIRED_FOR_GOOD, competition=current.name)
    last = current.rounds.get(number=number)
    delete_scheduled(list(last.fixtures.filter(match__isnull=False).values_list("match", flat=True)))
    why = gettext("Round %(round)d was paired again.") % {"round": number}
    won_unplayed.take_back(list(last.fixtures.all()), by, why)
    Decision.objects.filter(fixture__round=last).delete()  # of teams that left: their opponents now play others
    last.fixtures.all().delete()
    last.delete()
    log.record(REPAIRED, league=current.season.league, by=by, competition=current.name, round=number)
    paired = _pair(current, number, by)
    if last.deadline is None or last.deadline > timezone.now():
        Round.objects.filter(competition=current, number=number).update(deadline=last.deadline)
    return paired


def round_to_pair_again(competition: Competition) -> int | None:
    """The number of the last round if it can be paired again, otherwise None."""
    if not competition.format.paired_by_round or competition.state != Competition.State.RUNNING:
        return None
    last = competition.rounds.order_by("-number").first()
    if last is None or last.number == 1:
        return None
    opened = Match.objects.filter(fixture__round=last).exclude(state=Match.State.SCHEDULED)
    decided = Decision.objects.filter(fixture__round=last, withdrawal__isnull=True)
    return None if opened.exists() or decided.exists() else last.number


def _pair(current: Competition, number: int, by: User | None) -> Competition:
    rng = Random(f"{current.seed}:{number}")  # noqa: S311 - everybody can repeat the draw from the seed
    try:
        drawn = draw_swiss_round(contenders_of(current), rng=rng)
    except SwissRefused as why:
        raise Refusal(CANNOT_PAIR, why=str(why)) from why
    _write_round(current, number, drawn)
    make_matches(current)
    results_changed([current.pk])
    _tell(current, by, number, drawn)
    return reread(current)


def round_to_pair(competition: Competition) -> int | None:
    """The number of the round that can be paired now; None while a match is open, or if no round is left."""
    if not competition.format.paired_by_round or competition.state != Competition.State.RUNNING:
        return None
    last = competition.rounds.order_by("-number").first()
    if last is None or last.number >= competition.options.planned_rounds or last.fixtures.waiting().exists():
        return None
    return last.number + 1


def contenders_of(competition: Competition) -> list[Contender]:
    """The teams that can still play, in the order of the table, with whom they met and where."""
    active = set(competition.entrants.still_playing().values_list("team", flat=True))
    met: dict[int, Counter[Key]] = {team: Counter() for team in active}
    byes: Counter[int] = Counter()
    home: Counter[int] = Counter()
    away: Counter[int] = Counter()
    fixtures = Fixture.objects.filter(round__competition=competition).exclude(home_outcome=VOID)
    for one, other in fixtures.order_by("pk").values_list("home", "away"):
        if other is None:
            byes[one] += 1
            continue
        home[one] += 1
        away[other] += 1
        for team, opponent in ((one, other), (other, one)):
            met.setdefault(team, Counter())[opponent] += 1
    return [
        Contender(team=team, points=line.points, met=met[team], byes=byes[team], home=home[team], away=away[team])
        for line in fresh_standings_of(competition).lines
        if (team := int(line.team)) in active
    ]


def _write_round(competition: Competition, number: int, drawn: SwissRound) -> None:
    row = Round.objects.create(competition=competition, number=number, deadline=following_deadline(competition, number))
    fixtures = [Fixture(round=row, home_id=pair.home, away_id=pair.away) for pair in drawn.pairings]
    if drawn.bye is not None:
        bye = Outcome.BYE if competition.byes_count else ""
        fixtures.append(Fixture(round=row, home_id=drawn.bye, home_outcome=bye))
    Fixture.objects.bulk_create(fixtures)


def _tell(competition: Competition, by: User | None, number: int, drawn: SwissRound) -> None:
    league, words = competition.season.league, {"competition": competition.name, "round": number}
    if not drawn.rematches:
        log.record(PAIRED, league=league, by=by, **words)
        return
    named = dict(Team.objects.filter(entries__competition=competition).values_list("pk", "name"))
    pairs = ", ".join(pairing(named[int(pair.home)], named[int(pair.away)]) for pair in drawn.rematches)
    log.record(PAIRED_AGAIN, league=league, by=by, rematches=pairs, **words)
