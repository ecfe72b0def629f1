"""Points and places by round as drawings of ``web.charts``.

Of points, at most eight teams have a line, the reader's own teams first: more cannot be told apart.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from competitions.names import TeamName
from competitions.standings.places import Places
from competitions.standings.standings import Standings
from teams.presentation.wearers import wearer
from web.charts import Axis, Course, Drawing, Series, Wearer, bump_chart, line_chart

MOST_LINES = 8


def climb_chart(standings: Standings, teams: Mapping[int, TeamName]) -> Drawing | None:
    """The points after each round; None if fewer than two rounds have a result."""
    if len(standings.rounds) < 2:
        return None
    climbs = dict(standings.climb)
    order = [int(line.team) for line in standings.lines]
    chosen = _chosen(order, teams)
    rounds = tuple(str(number) for number in standings.rounds)
    left_out = len(order) - len(chosen)
    return line_chart(
        name="points-by-round",
        title=_("Points by round"),
        words=_(
            "Each team has a line that runs from left to right, round by round; higher is better. The number at its "
            "end is the team's place in the table."
        ),
        axis=Axis(name=_("Round"), places=("0", *rounds), full=(_("Before"), *rounds)),
        series=[
            Series(
                name=teams[team].name,
                figures=(0, *climbs[team]),
                wearer=worn_by(teams[team]),
                end=str(order.index(team) + 1),
            )
            for team in chosen
        ],
        head=_("Team"),
        note=_not_shown(left_out),
    )


def _not_shown(teams: int) -> str:
    words = ngettext("%(teams)d other team is not shown.", "%(teams)d other teams are not shown.", teams)
    return words % {"teams": teams} if teams else ""


def places_chart(
    places: Places, rounds: Sequence[int], teams: Mapping[int, TeamName], *, line_after: int = 0
) -> Drawing | None:
    """The places after each round; None if fewer than two rounds have a result."""
    if len(rounds) < 2:
        return None
    return bump_chart(
        name="places-by-round",
        title=_("Place by round"),
        words=_(
            "Each team has a line in its colours that runs from left to right, round by round; the first place is at "
            "the top. Its crest stands at both ends."
        ),
        courses=[
            Course(wearer=worn_by(teams[team]), lanes=lanes, places=shown)
            for team, (lanes, shown) in places.items()
            if team in teams
        ],
        rounds=tuple(str(number) for number in rounds),
        heads=(_("Team"), _("Round")),
        line_after=line_after,
        line_words=_("Play-off line"),
    )


def worn_by(team: TeamName) -> Wearer:
    """A team as charts know it."""
    return wearer(team.name, team.crest, mine=team.mine)


def _chosen(order: Sequence[int], teams: Mapping[int, TeamName]) -> list[int]:
    """The reader's own teams and the best of the rest, in the order of the table."""
    mine = [team for team in order if teams[team].mine][:MOST_LINES]
    others = [team for team in order if team not in mine]
    chosen = {*mine, *others[: MOST_LINES - len(mine)]}
    return [team for team in order if team in chosen]
