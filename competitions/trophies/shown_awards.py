"""The awards of a season and its competitions in words, as pages show them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from competitions.models import Competition, Season
from competitions.names import TeamName, player_names
from competitions.standings.standings import Standings
from competitions.trophies.award_rows import (
    awards_of_season,
    books_in,
    player_award_names,
)
from competitions.trophies.awards import (
    CHAMPION,
    TEAM_AWARDS,
    Award,
)
from competitions.trophies.deaths import ShownDeath, shown_deaths

SHARED_IN_SIGHT = 3
"""How many names of a shared award a page shows unfolded; one more is shown too, not folded alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownAward:
    """An award in words: its name, its winners, and the amount (empty for a place)."""

    key: str
    name: str
    winners: SafeString
    amount: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownAwards:
    """The awards of a season; ``going_on`` says that the players' awards may still change. ``champions`` are the
    teams that won a competition alone, by its id. ``competitions`` have a row for each competition, and one for each
    conference by its name."""

    champions: dict[int, TeamName]
    competitions: list[tuple[Competition, str, list[SafeString]]]
    players: list[ShownAward]
    deaths: list[ShownDeath]
    going_on: bool


def shown_awards(
    season: Season,
    competitions: Sequence[Competition],
    teams: Mapping[int, TeamName],
    tables: Mapping[int, Standings] | None = None,
    past: int | None = None,
) -> ShownAwards | None:
    """A season's awards for its page; None if there are none yet."""
    found = awards_of_season(season, competitions, tables, past)
    if not found.players and not found.competitions and not found.conferences:
        return None
    award_names = player_award_names(books_in(season, competitions))
    winners = {winner.player for award in found.players for winner in award.winners if winner.player}
    names = player_names(winners | {player for death in found.deaths for player in death.players})
    return ShownAwards(
        champions={
            competition: teams[won[0].team]
            for competition, awards in found.competitions.items()
            for won in (award.winners for award in awards if award.key == CHAMPION)
            if len(won) == 1 and won[0].team in teams
        },
        competitions=[
            (each, name, _by_team(awards, teams))
            for each in competitions
            for name, awards in (("", found.competitions.get(each.pk, ())), *found.conferences.get(each.pk, ()))
            if awards
        ],
        players=[
            ShownAward(
                key=award.key,
                name=str(award_names[award.key]),
                winners=_in_sight(
                    [
                        format_html(
                            '<span class="winner">{} <small>{}</small></span>',
                            _player(winner.player, names[winner.player], winner.team, teams),
                            _link(winner.team, teams),
                        )
                        for winner in award.winners
                        if winner.player
                    ]
                ),
                amount=str(award.amount),
            )
            for award in found.players
        ],
        deaths=shown_deaths(found.deaths, names, teams),
        going_on=any(each.state != Competition.State.FINISHED for each in competitions),
    )


def _in_sight(winners: Sequence[SafeString]) -> SafeString:
    """The winners who share an award; of many, the others are folded: eight with one kill each would fill a phone."""
    if len(winners) <= SHARED_IN_SIGHT + 1:
        return format_html_join("", "{}", ((each,) for each in winners))
    first, others = winners[:SHARED_IN_SIGHT], winners[SHARED_IN_SIGHT:]
    return format_html(
        '{}<details class="others"><summary>{}</summary>{}</details>',
        _in_sight(first),
        _("and %(number)d others") % {"number": len(others)},
        format_html_join("", "{}", ((each,) for each in others)),
    )


def _by_team(awards: Sequence[Award], teams: Mapping[int, TeamName]) -> list[SafeString]:
    """A cell for each award of teams, empty if no team has it."""
    by_key = {award.key: award.winners for award in awards}
    return [
        format_html_join(", ", "{}", ((_link(winner.team, teams),) for winner in by_key.get(key, ())))
        for key in TEAM_AWARDS
    ]


def _link(team: int, teams: Mapping[int, TeamName]) -> SafeString:
    """A team's link; only words for a team that is no longer in the season's tables."""
    return teams[team].link if team in teams else format_html("{}", _("a withdrawn team"))


def _player(player: int, name: str, team: int, teams: Mapping[int, TeamName]) -> SafeString:
    """A player's name, with a link if the team is still in the season's tables."""
    return teams[team].player_link(player, name) if team in teams else format_html("{}", name)
