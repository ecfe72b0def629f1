"""The start of a match: it is created, and opened for its pre-match."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone

from accounts.models import User
from leagues.models import League, Ruleset
from leagues.services import write_ruleset
from matches.extensions import match_changed, pack_of
from matches.models import Match, MatchSide, StarInjury
from matches.refusals import NOT_READY, OTHER_BOOK
from matches.sequence.closing import finish_pre_match
from matches.sequence.locking import locked, write
from matches.sequence.match_facts import carried_into, with_part
from matches.sequence.sequences import MatchState
from matches.sequence.uses import used_before
from rules import editions
from rules.book.book import Book
from rules.book.edition import Ruleset as PlayedRules
from rules.book.entered.packs import pack_option
from rules.book.house_rules import HouseRulesError
from rules.sheet.match import Terms
from rules.team.hired import keeps_injuries
from teams.ledger import ledger
from teams.models import Team, TeamState
from teams.trading.loans import end_due_loans
from web.errors import Refusal


def create_match(*, league: League, home: Team, away: Team, terms: Terms) -> Match:
    """Creates a match under the league's current rules. Must run inside a transaction."""
    return create_matches(league=league, drawn=[(home, away, terms)])[0]


def create_matches(*, league: League, drawn: Sequence[tuple[Team, Team, Terms]]) -> list[Match]:
    """Creates matches under the league's current rules, one for each home and away team. Must run inside a transaction.

    Writes all at once: a round robin of 64 teams has two thousand. Raises ``Refusal`` for teams of different books.
    """
    for home, away, _terms in drawn:
        need_one_book(home, away)
    rulesets = {edition: league.ruleset_for(edition) for edition in {home.edition for home, _away, _terms in drawn}}
    matches = Match.objects.bulk_create(
        [
            Match(
                league=league,
                ruleset=rulesets[home.edition],
                stage=terms.stage,
                tournament=terms.tournament,
                friendly=terms.friendly,
            )
            for home, _away, terms in drawn
        ]
    )
    MatchSide.objects.bulk_create(
        [
            MatchSide(match=match, side=side, team=team)
            for match, (home, away, _terms) in zip(matches, drawn, strict=True)
            for side, team in (("home", home), ("away", away))
        ]
    )
    return matches


@transaction.atomic
def open_match(*, match: Match, by: User) -> Match:
    """Opens the pre-match: holds both teams and freezes both rosters.

    From now on the match has the league's current rules, with the tiers of its competition's pack. Raises
    ``Refusal`` if a team is not active or is in another match.
    """
    match = locked(match, (Match.State.SCHEDULED,), "league__ruleset")
    sides = sorted(match.sides.select_related("team"), key=lambda row: row.team_id)
    end_due_loans([side.team for side in sides], match.league)
    for side in sides:
        if side.team.state != Team.State.ACTIVE:
            raise Refusal(NOT_READY, team=side.team.name)
        ledger.hold(side.team, match.holder)
        state = TeamState.objects.get(team=side.team)
        side.sheet, side.team_value = state.sheet, state.value
        side.save(update_fields=["sheet", "team_value"])
    ruleset = rules_of_a_match(match, sides[0].team.edition)
    absent = absent_stars(match.league, ruleset.rules())
    used = used_before(match, sides, ruleset.rules())
    facts = with_part({}, carried=carried_into(ruleset.rules(), sides))
    write(
        match,
        state=Match.State.PRE_MATCH,
        opened_at=timezone.now(),
        ruleset=ruleset,
        absent_stars=absent,
        used_before=used,
        facts=facts,
    )
    opened = MatchState(match)
    opened.sides = {side.side: side for side in sides}
    if not finish_pre_match(opened, by):  # an edition may have nothing to ask before a match
        match.turn = opened.turn
    match_changed.call(match)
    return match


def rules_of_a_match(match: Match, edition: str) -> Ruleset:
    """The rules for a match that opens now, of teams that play by this book of its league.

    Where it is played by a pack of its own, and lists have other tiers by that, they are the league's rules with this
    pack instead of theirs: what is sold by tier goes by it. Writes such rules once; must run inside a transaction.
    """
    row: Ruleset = match.league.ruleset_for(edition)
    option = pack_option(row.book)
    if not option or not any(_tiers(row.book).values()):
        return row
    pack = pack_of(match)
    rules = _with_pack(row, option, pack) if pack else None
    if rules is None or _tiers(rules.book) == _tiers(row.rules().book):
        return row
    values = rules.house.as_json()
    written = Ruleset.objects.filter(made_from=row, revision=rules.house.revision)
    same = written.filter(**{f"values__{option}": values[option]}).order_by("pk")
    return next((each for each in same if each.values == values), None) or write_ruleset(rules.house, made_from=row)


def _with_pack(row: Ruleset, option: str, pack: str) -> PlayedRules | None:
    """The rules with this pack; None if it no longer fits what the league has changed since."""
    try:
        return editions.ruleset(row.edition, row.values | {option: pack})
    except HouseRulesError:
        return None


def _tiers(book: Book) -> dict[str, int]:
    return {name: each.tier for name, each in book.lists.items()}


def need_one_book(home: Team, away: Team) -> None:
    """Raises ``Refusal`` for two teams that play by different books."""
    if home.edition != away.edition:
        raise Refusal(OTHER_BOOK, home=home.name, away=away.name)


def still_open(match: Match) -> list[Match]:
    """The other matches that hold its teams and keep it from being opened, with their teams. At most three queries."""
    rows = TeamState.objects.filter(team__in=match.sides.values("team")).exclude(held_by__in=("", match.holder))
    holders = [holder.partition(":")[::2] for holder in rows.values_list("held_by", flat=True)]
    held = [public_id for kind, public_id in holders if kind == "match"]
    return list(Match.objects.filter(public_id__in=held).prefetch_related("sides__team").order_by("pk")) if held else []


def absent_stars(league: League, ruleset: PlayedRules) -> list[str]:
    """The names of the stars that no team can hire in a match that opens now (I3), in order.

    A dead star is out for good. An injured one is out until the team that had hired it has played its next match.
    """
    if not keeps_injuries(ruleset):
        return []
    later = MatchSide.objects.played().filter(
        team=OuterRef("side__team"), match__opened_at__gt=OuterRef("side__match__opened_at")
    )
    rows = StarInjury.objects.filter(side__match__league=league).annotate(served=Exists(later))
    return sorted({row.star for row in rows if row.fate == StarInjury.Fate.DEAD or not row.served})
