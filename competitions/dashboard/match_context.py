"""Where a match belongs: its competition, with its pack, and the round; and the matches of its season."""

from __future__ import annotations

from collections.abc import Collection

from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse

from competitions.fixtures.dates import dating_of
from competitions.fixtures.fixtures import rounds_of
from competitions.forms import MoveForm
from competitions.models import Fixture
from competitions.models.bracket_names import Rounds
from competitions.models.fixtures import rounds_of_bracket
from matches.extensions import Changes, Occasion, changes, occasions, packs, seasons, stages
from matches.models import Match
from web.prepared import Prepared


@occasions.add
def competition_and_round(match: Match) -> Occasion | None:
    """The fixture's competition and round in words; one query."""
    fixture: Fixture | None = next(iter(_fixture_of(match.pk)), None)
    if fixture is None:
        return None
    competition = fixture.round.competition
    running = competition.state == competition.State.RUNNING and not competition.recorded
    dating = dating_of(fixture, match.league) if running and match.state == Match.State.SCHEDULED else None
    url = reverse("competitions:competition", args=[competition.public_id])
    return Occasion(competition.name, fixture.in_round, url, dating)


@Prepared
def _fixture_of(match: int) -> QuerySet[Fixture]:
    return Fixture.objects.filter(match=match).with_rounds().order_by()


@stages.add
def rounds_of_brackets(matches: Collection[int]) -> dict[int, str]:
    """The rounds of the matches that have one, in words, by the match's id; one query."""
    of_fixture = ("round__competition__scheduling", "round__competition__legs", "round__number", "match__stage")
    rows = Fixture.objects.filter(match__in=matches).order_by()
    return {
        match: Rounds(scheduling, bracket, legs).words(number, stage)
        for match, scheduling, legs, number, stage, bracket in rows.values_list(
            "match", *of_fixture, rounds_of_bracket("round__competition", "match__stage")
        )
    }


@changes.add
def round_sides_and_decision(request: HttpRequest, match: Match) -> Changes | None:
    """The round and the sides of the fixture, and a decision without play; two queries."""
    related = ("round__competition__season", "home", "away")
    fixture = Fixture.objects.filter(match=match).select_related(*related).first()
    if fixture is None or fixture.round.competition.recorded:
        return None
    competition = fixture.round.competition
    form = MoveForm(fixture=fixture, rounds=rounds_of(competition))
    given = {"fixture": fixture, "competition": competition, "move_form": form}
    return Changes("competitions/dashboard/_match_changes.html", given)


@seasons.add
def season_of(match: Match) -> QuerySet[Match] | None:
    """The matches of all competitions of the season; one query, and the one that is returned."""
    fixture = Fixture.objects.filter(match=match).select_related("round__competition").first()
    if fixture is None:
        return None
    return Match.objects.filter(fixture__round__competition__season=fixture.round.competition.season_id)


@packs.add
def pack_of_competition(match: Match) -> str:
    """The pack by which the teams of its competition are built; one query."""
    rows = Fixture.objects.filter(match=match).values_list("round__competition__pack", flat=True)
    return next(iter(rows[:1]), "")
