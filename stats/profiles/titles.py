"""What teams won: trophies that they were awarded, and competitions that they won, each once."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from competitions.models import Holding
from competitions.names import TeamName, page
from competitions.trophies.champions import Title
from competitions.trophies.page import SMALL, cup_of, player_name
from web.prepared import Prepared

Win = tuple[Holding | None, Title | None]
"""An award with the title that it stands for, or one without the other."""
Honour = dict[str, Any]
"""As ``components/_shelf.html`` shows it; ``won`` says that it is a title: a trophy or a competition won."""


def awards_of(teams: Mapping[int, TeamName]) -> list[Holding]:
    """The trophies that these teams and their players were awarded, the latest first; one query."""
    return _awards(list(teams)) if teams else []


@Prepared
def _awards(teams: Collection[int]) -> QuerySet[Holding]:
    rows = Holding.objects.filter(team__in=teams, taken_back_at__isnull=True)
    return rows.select_related("trophy", "season", "player").order_by("-at", "-pk")


def wins_of(awards: Iterable[Holding], titles: Iterable[Title]) -> list[Win]:
    """All awards of teams, each with the title that it stands for, then the titles without a trophy."""
    titles = list(titles)
    found: list[Win] = []
    for row in awards:
        title = _won_with(row, titles)
        if title is not None:
            titles.remove(title)
        found.append((row, title))
    return found + [(None, title) for title in titles]


def honours_of(teams: Mapping[int, TeamName], wins: Iterable[Win], slugs: Mapping[int, str]) -> list[Honour]:
    """What teams won, to be shown. ``slugs`` are the addresses of their leagues."""
    found = []
    for award, title in wins:
        if award is not None:
            found.append(_as_trophy(award, title, teams[award.team_id], slugs[award.trophy.league_id]))
        elif title is not None:
            found.append(_as_title(title, teams[title.team]))
    return found


def _won_with(award: Holding, titles: Sequence[Title]) -> Title | None:
    """The title that a trophy stands for: of the competition that was played for it.

    A competition does not say so of a trophy that the book gives at a season's end: that one stands for the last
    competition of the season without another trophy at stake, such as the play-offs after a division.
    """
    if not _of_the_team(award):
        return None
    own = [each for each in titles if (each.team, each.competition.season) == (award.team_id, award.season_id)]
    for_it = [each for each in own if each.competition.played_for == award.trophy_id]
    by_book = [
        each for each in own if award.trophy.major and each.competition.played_for is None and not each.conference
    ]
    return next((several[-1] for several in (for_it, by_book) if several), None)


def _of_the_team(award: Holding) -> bool:
    """Whether the team itself won the trophy, not a player of it."""
    return award.role == Holding.Role.HOLDER and award.player_id is None


def _as_trophy(award: Holding, title: Title | None, team: TeamName, slug: str) -> Honour:
    """An award, with the competition that it was won in."""
    trophy = award.trophy
    return {
        "trophy": trophy.name,
        "cup": cup_of(trophy.address, major=trophy.major, for_players=trophy.for_players, width=SMALL, role=award.role),
        "role": award.get_role_display(),
        "player": player_name(award.player) if award.player is not None else "",
        "competition": _called(title) if title is not None else "",
        "season": award.season.name if award.season else "",
        "team": team,
        "won": _of_the_team(award),
        "url": page("competitions:trophy", slug, trophy.address),
    }


def _as_title(title: Title, team: TeamName) -> Honour:
    """A title without a trophy: the team's crest in the place of the cup."""
    return {
        "trophy": _called(title),
        "cup": team.crest.html(SMALL),
        "role": _("joint champion") if title.shared else _("champion"),
        "season": title.competition.season_name,
        "team": team,
        "won": True,
        "url": page("competitions:competition", title.competition.public_id),
    }


def _called(title: Title) -> str:
    name = title.competition.name
    return f"{name}: {title.conference}" if title.conference else name
