"""Random operations on a season: it ends and is taken back, its coaches answer, trophies are awarded and taken back."""

from __future__ import annotations

import random
from contextlib import suppress

from competitions.models import Fixture, Holding, Season, TeamEnd, Trophy
from competitions.season_end import season_end, taking_back, team_ends
from competitions.season_end.divisions import entries_of
from competitions.season_end.prizes import Prizes, prizes_due
from competitions.trophies import awarding, revocation
from competitions.trophies.awarding import TrophyAward
from matches.models import Match
from matches.sequence import opening
from teams.models import Team
from tests.editions.pages.on_pages import answer_for
from tests.matches.league_operations import Operations
from web.errors import Refusal

PLAYED_OUT = 0.6
"""How often all matches of a season are played to their end before it is closed: else that is refused."""
RETIRES = 0.1
"""How many teams retire at the end of a season."""
OF_SEASON = ("end_season", "take_back", "award", "take_away")


class SeasonOperations(Operations):
    """What a commissioner does with the season, and what coaches answer at its end."""

    @property
    def season(self) -> Season:
        """The latest, as it is now."""
        return Season.objects.select_related("league").filter(league=self.league).latest("pk")

    def end_season(self, chance: random.Random) -> None:
        """The season is closed, often after its matches were played. Some of its teams retire, some get prizes."""
        if chance.random() < PLAYED_OUT:
            self._play_out(chance)
        season = self.season
        retiring = [entry.pk for entry in entries_of(season) if chance.random() < RETIRES]
        ending = season_end.Ending(
            clear_injuries=chance.random() < 0.5,
            discard_drafts=True,
            moves=dict.fromkeys(retiring),
            prizes=self._prizes(chance, season),
        )
        season_end.end_season(season=season, by=self.commissioner, expected=season.version, ending=ending)

    def _prizes(self, chance: random.Random, season: Season) -> list[Prizes]:
        """Those that the book has, for any teams in any order."""
        prizes = []
        for due in prizes_due(season, list(season.competitions.all())):
            teams = chance.sample(due.teams, min(len(due.teams), len(due.gold)))
            prizes.append(Prizes(trophy=due.trophy, places=tuple(zip(teams, due.gold, strict=False))))
        return prizes

    def _play_out(self, chance: random.Random) -> None:
        while left := Fixture.objects.not_over().filter(round__competition__season=self.season, match__isnull=False):
            match = Match.objects.select_related("league", "ruleset").get(pk=left[0].match_id)
            if match.state == Match.State.SCHEDULED:
                match = opening.open_match(match=match, by=self.commissioner)
            self._play_on(chance, match)

    def take_back(self, chance: random.Random) -> None:
        """The closing of the season is taken back, as its page previews it."""
        season = self.season
        taking_back.what_goes(season)
        taking_back.take_back(season=season, by=self.commissioner, expected=season.version, reason="It was too early.")

    def answer_end(self, chance: random.Random) -> None:
        """A coach answers what their book asks at the season's end; anything that its form takes, else nothing."""
        rows = TeamEnd.objects.filter(season__league=self.league, state=TeamEnd.State.OPEN)
        row = chance.choice(list(rows.select_related("season__league", "ruleset", "team__ruleset").order_by("pk")))
        questions = team_ends.sequence_of(row).outcome.questions
        if not questions:
            team_ends.finish_end(row=row, by=self.commissioner)
            return
        question = chance.choice(questions)
        given = answer_for(question, chance)
        with suppress(Refusal):
            team_ends.answer_end(row=row, key=given.key, value=given.value, by=self.commissioner)
            return
        team_ends.answer_end(row=row, key=given.key, value=None, by=self.commissioner)

    def award(self, chance: random.Random) -> None:
        """The commissioner awards a trophy of the book."""
        key = chance.choice(list(self.book.trophies))
        trophy = Trophy.objects.filter(league=self.league, key=key).first()
        trophy = trophy or Trophy(league=self.league, key=key, name=self.book.trophies[key].name)
        team = chance.choice(list(Team.objects.active().filter(league=self.league).order_by("pk")))
        to = TrophyAward(team=team, prize=chance.choice([0, 30_000]))
        awarding.award_trophy(
            trophy=trophy, by=self.commissioner, expected=trophy.version if trophy.pk else 1, season=self.season, to=to
        )

    def take_away(self, chance: random.Random) -> None:
        """The commissioner takes an award back."""
        rows = Holding.objects.filter(trophy__league=self.league, taken_back_at__isnull=True)
        holding = chance.choice(list(rows.select_related("trophy__league").order_by("pk")))
        revocation.revoke(holding=holding, by=self.commissioner, expected=holding.trophy.version, reason="A mistake.")
