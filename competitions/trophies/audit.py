"""Check what is derived from matches: cached tables, leaders and awards; and trophies against the teams' journals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from competitions.models import Competition, Holding
from competitions.standings.ladders import order_shown
from competitions.standings.leaders import leaders_of
from competitions.standings.rounds import round_counts
from competitions.standings.standings import CLIMBS, climbs_of, standings_after, standings_of
from competitions.trophies.award_rows import awards_of_season
from rules.journal import GoldMoved, Impossible, TrophyWon
from rules.journal.history import from_json, ordered
from rules.sequence.codec import CodecError
from teams.ledger import ledger
from teams.models import JournalEntry, Team, TeamState
from web.audit.cache_proof import proving
from web.audit.findings import Finding

CHUNK = 100
CACHED = {
    "standings": "table",
    "accounts": "table",
    CLIMBS: "table",
    "standings-after": "table after a round",
    "leaders": "list of leaders",
    "player_totals": "list of leaders",
    "ladder": "order",
    "round_counts": "list of rounds",
    "deaths": "awards of its season",
    "awards": "awards of its season",
}
"""What is cached, by the first word of its key."""
GIVEN = ("trophy", "gift", "best_player")
"""The first words of the sources of entries that an award wrote."""


def audit_tables() -> Iterator[Finding]:
    """A finding for each competition: whether what is cached of it is what its matches give."""
    rows = Competition.objects.select_related("season__league__ruleset").order_by("pk")
    for competition in rows.iterator(chunk_size=CHUNK):
        stale = _stale(competition)
        if stale:  # another process may have changed a result meanwhile
            competition = rows.get(pk=competition.pk)
            stale = _stale(competition)
        name = f"{competition.name}, {competition.season.name} ({competition.public_id})"
        yield Finding(
            subject=name, rows=1, differences=tuple(f"the cached {what} is not what its matches give" for what in stale)
        )


def _stale(competition: Competition) -> list[str]:
    with proving() as stale:
        table = standings_of(competition)
        climbs_of(competition)
        for number in table.rounds:
            standings_after(competition, number)
        leaders_of(competition)
        round_counts(competition)
        order_shown(competition)
        awards_of_season(competition.season)
    words = (key.partition(":")[0] for key in stale)
    return sorted({CACHED.get(word, CACHED["standings-after"]) for word in words})


def audit_trophies() -> Iterator[Finding]:
    """A finding for each award of a trophy, then one for each team that has a major that nobody awarded to it."""
    related = ("trophy__league", "team", "beside")
    for holding in Holding.objects.select_related(*related).order_by("pk").iterator(chunk_size=CHUNK):
        subject = f"{holding.trophy.name} of {holding.team.name} ({holding.trophy.league.slug})"
        yield Finding(subject=subject, rows=1, differences=tuple(_award(holding)))
    holders = set(_current().values_list("team", "trophy__key"))
    for state in TeamState.objects.filter(sheet__has_key="trophies").select_related("team").order_by("pk"):
        wrong = tuple(_unexplained(state, {key for team, key in holders if team == state.team_id}))
        if wrong:
            yield Finding(subject=f"{state.team.name} ({state.team.public_id})", rows=0, differences=wrong)


def _current() -> Iterable[Holding]:
    rows = Holding.objects.filter(role=Holding.Role.HOLDER, ended_at__isnull=True, taken_back_at__isnull=True)
    return rows.exclude(trophy__key="")


def _award(holding: Holding) -> Iterator[str]:
    """Where an award differs from the entries that it wrote."""
    given = (holding.beside or holding).entries
    if given is None:
        return  # an award of an older version, which did not store them
    places = [(int(team), int(seq)) for team, seq in given]
    rows = {
        (row.team_id, row.seq): row
        for row in JournalEntry.objects.filter(
            team__in={team for team, _seq in places}, seq__in={seq for _team, seq in places}
        )
    }
    address = holding.trophy.address
    facts = []
    for place in places:
        row = rows.get(place)
        if row is None or row.source not in {f"{word}:{address}" for word in GIVEN}:
            yield f"entry {place[1]} of team {place[0]} is not the award's"
        else:
            facts.append((row.team_id, from_json(row.kind, row.data)))
    own = [fact for team, fact in facts if team == holding.team_id]
    prizes = sum(fact.amount for fact in own if isinstance(fact, GoldMoved))
    if prizes != holding.prize:
        yield f"the prize is {holding.prize:,} gp, by the journal {prizes:,} gp"
    if holding.beside is not None:
        return
    if holding.taken_back_at is not None:
        yield from _still_counting(places)
    elif holding.trophy.major and holding.role == Holding.Role.HOLDER and holding.ended_at is None:
        yield from _without_trophy(holding)


def _still_counting(places: Iterable[tuple[int, int]]) -> Iterator[str]:
    for team in Team.objects.filter(pk__in={team for team, _seq in places}):
        try:
            counts = {item.place for item in ordered(ledger.records_of(team)) if item.counts}
        except (CodecError, Impossible):
            continue  # the audit of journals says so
        for seq in sorted(seq for pk, seq in places if pk == team.pk and (seq, 0) in counts):
            yield f"it was revoked, but entry {seq} of {team.name} still counts"


def _without_trophy(holding: Holding) -> Iterator[str]:
    """A team without the trophy that it holds, unless a commissioner has corrected that."""
    state = TeamState.objects.filter(team=holding.team).first()
    key = holding.trophy.key
    if state is None or key in ledger.sheet_in(state).trophies:
        return
    if not JournalEntry.objects.filter(team=holding.team, kind="trophy_lost", source="word", data__trophy=key).exists():
        yield "the team holds it, but its roster does not have it"


def _unexplained(state: TeamState, held: set[str]) -> Iterator[str]:
    """Trophies on a roster whose last award was one of the league's, but is not the current one."""
    for key in sorted({str(key) for key in state.sheet["trophies"]} - held):
        rows = JournalEntry.objects.filter(team=state.team_id, kind=TrophyWon.kind, data__trophy=key)
        last = rows.order_by("-seq").values_list("source", flat=True).first()
        if last is not None and last.partition(":")[0] in GIVEN:
            yield f"its roster has the trophy {key}, which it does not hold"
