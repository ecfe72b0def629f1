"""The rules that a match has from its opening: those of its league, with the tiers of the pack that it is played by."""

from __future__ import annotations

from leagues.models import Ruleset
from leagues.services import write_ruleset
from matches.extensions import pack_of
from matches.models import Match
from rules import editions
from rules.book.book import Book
from rules.book.edition import Ruleset as PlayedRules
from rules.book.entered.packs import pack_option
from rules.book.house_rules import HouseRulesError


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
    written = Ruleset.objects.filter(pk__gt=row.pk, edition=row.edition, revision=rules.house.revision)
    same = written.filter(**{f"values__{option}": values[option]}).order_by("pk")
    return next((each for each in same if each.values == values), None) or write_ruleset(rules.house)


def _with_pack(row: Ruleset, option: str, pack: str) -> PlayedRules | None:
    """The rules with this pack; None if it no longer fits what the league has changed since."""
    try:
        return editions.ruleset(row.edition, row.values | {option: pack})
    except HouseRulesError:
        return None


def _tiers(book: Book) -> dict[str, int]:
    return {name: each.tier for name, each in book.lists.items()}
