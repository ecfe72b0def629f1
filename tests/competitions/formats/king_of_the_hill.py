"""King of the hill: the first team holds the hill, the others challenge in turn, and the winner of each match holds it.

The product does not have this format. It shows that a new format is one module.
"""

from __future__ import annotations

from random import Random

from django import forms

from competitions.models import Competition, Fixture, Round
from competitions.models.formats import Format, Option, Preset, Tab
from competitions.ranking.points import WINNING
from competitions.setup.pairings import delete_scheduled, give_match
from competitions.standings.results import outcomes_of


def hill(competition: Competition) -> list[int]:
    """The ids of the teams: the king, those still to challenge in their order, then those that have lost."""
    queue = competition.entrants.team_ids_by_seed()
    king, waiting, beaten = queue[0], queue[1:], []
    for fixture, winner in _played(competition):
        loser = fixture.away_id if winner == fixture.home_id else fixture.home_id
        assert loser is not None
        waiting.remove(loser if winner == king else winner)
        beaten.insert(0, loser)
        king = winner
    return [king, *waiting, *beaten]


def _played(competition: Competition) -> list[tuple[Fixture, int]]:
    fixtures = list(Fixture.objects.filter(round__competition=competition).order_by("round__number"))
    found, outcomes = [], outcomes_of(fixtures)
    for fixture in fixtures:
        if outcome := outcomes.get(fixture.pk):
            assert fixture.away_id is not None
            found.append((fixture, fixture.home_id if outcome[0] in WINNING else fixture.away_id))
    return found


def go_on(competition: Competition) -> None:
    """Create the match of the king and the next challenger; remove a match with teams that a correction has changed."""
    played, order = _played(competition), hill(competition)
    later = Fixture.objects.filter(round__competition=competition, round__number__gt=len(played))
    king, challenger = order[:2]
    pair = (king, challenger) if competition.options.king_at_home else (challenger, king)
    if len(played) == len(order) - 1:
        pair = (0, 0)
    wrong = [each for each in later if (each.home_id, each.away_id) != pair]
    if delete_scheduled([each.match_id for each in wrong if each.match_id is not None]):
        Fixture.objects.filter(pk__in=[each.pk for each in wrong]).delete()
    if later.all().exists() or pair == (0, 0):
        return
    row, _made = Round.objects.get_or_create(competition=competition, number=len(played) + 1)
    fixture = Fixture(round=row, home_id=pair[0], away_id=pair[1])
    if competition.state != Competition.State.DRAFT:
        give_match(competition, fixture)
    fixture.save()


def draw(competition: Competition, rng: Random) -> None:
    """The first match: the first team of the order holds the hill against the second."""
    go_on(competition)


KING_OF_THE_HILL = Format(
    key="king_of_the_hill",
    name="king of the hill",
    label="King of the hill: the winner stays and meets the next challenger",
    presets=(Preset(key="hill", label="King of the hill", name="The Hill", fields={"king_at_home": False}),),
    options=(
        Option(
            name="king_at_home",
            default=True,
            label="who plays at home",
            settled_by_draw=True,
            field=lambda: forms.BooleanField(label="The king plays at home", initial=True, required=False),
        ),
    ),
    eliminates=True,
    ranked_by_table=False,
    follows_corrections=True,
    tabs=(Tab(key="ladder", route="competitions:ladder", label="Hill"),),
    draw=draw,
    go_on=go_on,
    places=hill,
    order_heading="Hill",
    order_rule=lambda competition: "The king comes first, then the challengers in turn.",
    order_before_draw=lambda competition: f"Number 1 holds the hill of {competition.name} first.",
    round_names=lambda competition, rounds: [f"Challenge {number}" for number in range(1, rounds + 1)],
)
