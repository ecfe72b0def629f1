"""What a season is remembered for: its leaders, awards, records, dead, and trophies, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from competitions.models import Competition, Season
from competitions.names import TeamName, player_names
from competitions.standings.leaders import counted_in, leaders_of
from competitions.trophies.award_rows import SeasonAwards, books_in, player_award_names
from competitions.trophies.deaths import shown_deaths
from competitions.trophies.page import honours_in
from stats.almanac.data import Chapter, Entry, Listing
from stats.records.choices import Chosen
from stats.records.page import records_in_words
from stats.records.shown import ShownRecord

BEST = 5


def leaders(competitions: Sequence[Competition], teams: Mapping[int, TeamName]) -> Chapter:
    """The best players of each competition, as far as anything counts. A few queries for each that is not cached."""
    parts = []
    for competition in competitions:
        found = leaders_of(competition)
        names = player_names({leader.player for best in found.values() for leader in best[:BEST]})
        listings = [
            Listing(
                heading=str(each.name),
                entries=[
                    Entry(
                        place=str(leader.rank),
                        name=names[leader.player],
                        figure=str(leader.amount),
                        more=teams[leader.team].name if leader.team in teams else "",
                    )
                    for leader in found[each.key][:BEST]
                ],
            )
            for each in counted_in(competition.book)
            if found[each.key]
        ]
        if listings:
            parts.append((competition.name, listings))
    return Chapter(title=_("Leaders"), parts=parts)


def awards(
    season: Season, competitions: Sequence[Competition], found: SeasonAwards, teams: Mapping[int, TeamName]
) -> Chapter:
    """Awards to players, and the trophies that were awarded. Three queries."""
    winners = {winner.player for award in found.players for winner in award.winners if winner.player}
    names, called = player_names(winners), player_award_names(books_in(season, competitions))
    of_players = [
        Entry(
            name=str(called[award.key]),
            figure="" if award.amount is None else str(award.amount),
            more=", ".join(
                _player(names[winner.player], teams.get(winner.team)) for winner in award.winners if winner.player
            ),
        )
        for award in found.players
    ]
    trophies = [
        Entry(
            name=each.trophy,
            figure=each.role,
            more=", ".join(filter(None, (each.player, each.team, each.prize))),
        )
        for each in honours_in(season)
    ]
    listings = [(_("Awards"), of_players), (_("Trophies"), trophies)]
    parts = [Listing(heading=heading, entries=entries) for heading, entries in listings if entries]
    return Chapter(title=_("Trophies and awards"), parts=[("", parts)] if parts else [])


def records(season: Season, books: Sequence[str]) -> Chapter:
    """The record book of the season by each of its books, by their keys: the first for the one of its league."""
    parts = []
    for nth, key in enumerate(books):
        asked = {"season": str(season.number), **({"book": key} if nth else {})}
        groups = records_in_words(Chosen(season.league, asked))
        listings = [Listing(heading=heading, entries=list(_records(shown))) for heading, shown in groups]
        if listings:
            parts.append(("", listings))
    return Chapter(title=_("Records of the season"), parts=parts)


def _records(shown: Sequence[ShownRecord]) -> Iterator[Entry]:
    for record in shown:
        holders = [
            ", ".join(filter(None, (each.name, each.team.name if each.of_player else "", each.where)))
            for each in record.holders
        ]
        if number := record.others:
            holders.append(ngettext("and %(number)d other", "and %(number)d others", number) % {"number": number})
        yield Entry(name=str(record.kind.name), figure=str(record.figure), more="; ".join(holders))


def fallen(found: SeasonAwards, teams: Mapping[int, TeamName]) -> Chapter:
    """Who died in the season's matches, the latest first. One query, two if some have no name."""
    names = player_names({player for death in found.deaths for player in death.players})
    entries = [
        Entry(
            name=each.name,
            figure=date_format(each.death.when, "j M Y") if each.death.when else "",
            more=", ".join(filter(None, (each.team.name, _killer(each.killer_name, each.opponent)))),
        )
        for each in shown_deaths(found.deaths, names, teams)
    ]
    parts: list[tuple[str, Sequence[Listing]]] = [("", [Listing(heading="", entries=entries)])] if entries else []
    return Chapter(title=_("The fallen"), parts=parts)


def _killer(name: str, team: TeamName | None) -> str:
    if not name:
        return ""
    return _("killed by %(name)s") % {"name": _player(name, team)}


def _player(name: str, team: TeamName | None) -> str:
    return _("%(player)s of %(team)s") % {"player": name, "team": team.name} if team is not None else name
