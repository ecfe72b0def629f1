"""Random operations on a league whose four teams play a competition of any format: all on matches and on the season,
and what is decided about it.

Like `tests.matches.league_operations`: what the rules refuse counts as done, and must change nothing.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from django.db import transaction

from competitions.formats import draws, open_play, swiss_rounds
from competitions.formats.kinds import FORMATS
from competitions.models import Competition, Fixture, Holding, TeamEnd, Withdrawal
from competitions.rulings import decisions, withdrawals
from competitions.season_end import next_season
from competitions.setup import finishing
from competitions.setup.setup import Shape
from matches.models import Match
from matches.sequence import annulling, opening
from teams.models import Team
from teams.roster import retiring
from tests.competitions.competition_builders import competition_in
from tests.competitions.season_end.season_operations import OF_SEASON, SeasonOperations

PAGES = ("", "statistics/", "records/", "ratings/", "graveyard/", "news/", "teams/")
DECISIONS: tuple[Callable[..., object], ...] = (
    decisions.toss_coin,
    decisions.declare_void,
    decisions.give_draw,
    decisions.give_double_loss,
)
OFTEN = ("open_fixture",) * 3 + ("undo_opening", "read") * 2
NOW_AND_THEN = ("withdraw", "come_back", "retire", "bring_back", "finish", "resume", *OF_SEASON, "carry_on")


class CompetitionOperations(SeasonOperations):
    """What can be done in a league with a competition under way, of the format ``scheduling``."""

    def __init__(self, teams: Sequence[Team], scheduling: str = "round_robin") -> None:
        super().__init__(teams)
        self.format = next(each for each in FORMATS if each.key == scheduling)
        self._start(competition_in(self.league, self.teams, shape=Shape(scheduling=scheduling)))

    def _start(self, made: Competition) -> None:
        self.competition_id = made.pk
        if not self.format.chosen_by_coaches:
            draws.draw_fixtures(seed="a fair draw", **self._told())
        draws.start_competition(**self._told())

    def possible(self) -> list[str]:
        """Those on matches, and those on fixtures, teams, the competition and its season."""
        found = [*super().possible(), *OFTEN, *(each for each in NOW_AND_THEN if each not in ("award", "take_away"))]
        fixtures = Fixture.objects.filter(round__competition=self.competition_id)
        found += ["decide", "revoke"] * 2 if fixtures.exists() else []
        found += ["award"] if self.book.trophies else []
        held = Holding.objects.filter(trophy__league=self.league, taken_back_at__isnull=True)
        found += ["take_away"] if held.exists() else []
        asked = TeamEnd.objects.filter(season__league=self.league, state=TeamEnd.State.OPEN)
        found += ["answer_end"] * 4 if asked.exists() else []
        found += ["next_round"] * 2 if self.format.paired_by_round else []
        return found + ["add_game"] * 3 if self.format.chosen_by_coaches else found

    @property
    def competition(self) -> Competition:
        """As it is now."""
        return Competition.objects.select_related("season__league").get(pk=self.competition_id)

    def open_fixture(self, chance: random.Random) -> None:
        """Opens a match of the competition, if one waits."""
        rows = Match.objects.filter(league=self.league, state=Match.State.SCHEDULED, fixture__isnull=False)
        if waiting := list(rows.select_related("league", "ruleset").order_by("pk")):
            opening.open_match(match=chance.choice(waiting), by=self.commissioner)

    def next_round(self, chance: random.Random) -> None:
        """The commissioner pairs the next round by the table, or the last one again."""
        chance.choice([swiss_rounds.pair_next_round, swiss_rounds.pair_last_round_again])(**self._told())

    def add_game(self, chance: random.Random) -> None:
        """Two teams of the competition meet."""
        home, away = chance.sample(self.teams, 2)
        open_play.add_game(home=home, away=away, **self._told())

    def undo_opening(self, chance: random.Random) -> None:
        """Takes back that a match was opened."""
        if Match.objects.filter(league=self.league, state=Match.State.PRE_MATCH).exists():
            annulling.undo_opening(match=self._any(chance, Match.State.PRE_MATCH), by=self.commissioner)

    def decide(self, chance: random.Random) -> None:
        """The commissioner decides a fixture."""
        told = self._fixture(chance)
        if chance.random() < 0.4:
            decisions.award_walkover(to=chance.choice(["home", "away"]), **told)
        else:
            chance.choice(DECISIONS)(**told)

    def revoke(self, chance: random.Random) -> None:
        """Takes a decision back."""
        decisions.revoke_decision(**self._fixture(chance))

    def _fixture(self, chance: random.Random) -> dict[str, object]:
        rows = Fixture.objects.filter(round__competition=self.competition_id).order_by("pk")
        fixture = chance.choice(
            list(rows.select_related("round__competition__season__league", "home", "away", "match"))
        )
        return {"fixture": fixture, "by": self.commissioner, "expected": fixture.version, "reason": "It was so."}

    def withdraw(self, chance: random.Random) -> None:
        """A team leaves the competition."""
        how = chance.choice(list(Withdrawal.How))
        withdrawals.leave(how=how, team=chance.choice(self.teams), reason="It left.", **self._told())

    def come_back(self, chance: random.Random) -> None:
        """A team that left comes back."""
        withdrawals.come_back(team=chance.choice(self.teams), reason="It is back.", **self._told())

    def finish(self, chance: random.Random) -> None:
        """The commissioner finishes the competition."""
        finishing.finish_competition(**self._told())

    def resume(self, chance: random.Random) -> None:
        """The commissioner resumes it."""
        finishing.resume_competition(**self._told())

    def carry_on(self, chance: random.Random) -> None:
        """The next season begins with the competition and the teams of the closed one, and is played from now on."""
        was = self.season
        season = next_season.carry_on(season=was, by=self.commissioner, name=f"Season {was.number + 1}")
        self._start(season.competitions.earliest("pk"))

    def _told(self) -> dict[str, object]:
        found = self.competition
        return {"competition": found, "by": self.commissioner, "expected": found.version}

    def retire(self, chance: random.Random) -> None:
        """A coach or the commissioner retires a team."""
        team = Team.objects.select_related("league", "coach").get(pk=chance.choice(self.teams).pk)
        by = chance.choice([self.commissioner, team.coach])
        retiring.retire_team(team=team, expected=team.version, by=by, reason="No time.")

    def bring_back(self, chance: random.Random) -> None:
        """The commissioner brings a retired team back."""
        rows = self.league.teams.filter(state=Team.State.RETIRED).select_related("league", "coach").order_by("pk")
        if retired := list(rows):
            with transaction.atomic():
                retiring.bring_back(team=chance.choice(retired), by=self.commissioner, reason="There is time.")

    def read(self, chance: random.Random) -> None:
        """Reads a page of the league or of the competition, so that figures are kept between changes."""
        pages = [f"/leagues/{self.league.slug}/{page}" for page in PAGES]
        address = chance.choice([*pages, f"/competitions/{self.competition.public_id}/"])
        assert self.browser.get(address).status_code == 200, address
