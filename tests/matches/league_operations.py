"""Random operations on a league of four teams: everything that its coaches and its commissioner may do to matches.

By any book, with special play cards where it has them, and with concessions. ``operate`` does as many as are wanted. An
operation that the rules refuse counts as done: it must change nothing.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence

from leagues import services
from matches.cards.cards import PLAYABLE
from matches.models import Match, MatchCorrection
from matches.sequence import annulling, opening
from rules import editions
from rules.sequence.sequence import SIDES
from teams.models import Team, TeamState, Trade
from tests.editions.league import drafted
from tests.leagues.cast import EDITION, add_member, create_user, signed_in
from tests.matches import match_builders
from tests.matches.answer_operations import ALL
from tests.matches.card_operations import CardOperations
from tests.matches.correction_operations import CorrectionOperations
from tests.matches.league_base import FIRST_PLAYERS
from tests.matches.team_operations import TeamOperations
from tests.teams.team_builders import add_gold, team_from_list
from web.errors import Refusal, StaleVersion

TEAMS = (("Ironside Orcs", "Orc"), ("Harbour Humans", "Human"), ("Restless", "Undead"), ("Old Orcs", "Orc"))
"""Of any other book the first three lists; the last team has the list of the first, so that they trade players."""
PAGES = (
    "", "log/", "pre-match/", "cards/", "report/", "report/confirm/", "post-match/", "correction/",
    "correction/report/",
)  # fmt: skip
RICH = 300_000
"""Gold of each team at the start, so that some can buy what they wish."""
RARE = ("call_off", "discard")
"""What undoes most is done rarely, so that matches reach their end and the audits have much to read."""
RARELY, ANNULS = 0.15, 0.15
"""How often ``operate`` does the rare ones when their turn comes, and how many corrections annul their match."""
READABLE = (200, 302, 403, 404, 409)


def create_teams(edition: str = EDITION, cards: str = "budget") -> list[Team]:
    """A league with four coaches of a team each, and a commissioner who coaches none.

    ``cards`` says how coaches get special play cards, if the book leaves that to the league.
    """
    book, commissioner = editions.edition_called(edition).book, create_user("commissioner")
    options = {"special_play_cards": cards} if "special_play_cards" in book.options else {}
    details = services.Details(name="Any Given Sunday")
    league = services.create_league(by=commissioner, details=details, edition=edition, options=options)
    made = []
    lists = list(book.lists)
    for number, (name, team_list), another in zip(range(4), TEAMS, (*lists[:3], lists[0]), strict=True):
        coach = create_user(f"coach-{number}")
        add_member(league, coach)
        if edition == EDITION:
            team = team_from_list(league, coach, name, team_list)
        else:
            team = drafted(league, commissioner, coach, another, name)
        add_gold(team, RICH)
        made.append(team)
    return made


def operate(
    count: int, seed: int, teams: Sequence[Team] | None = None, edition: str = EDITION, cards: str = "budget"
) -> Counter[str]:
    """Does so many random operations, in a new league or with these teams of one; returns how often each was done.

    The same seed does the same if the server's dice are seeded too. Raises any error but a refusal.
    """
    operations, chance = Operations(teams or create_teams(edition, cards)), random.Random(seed)
    operations.play_first_match(chance)
    operations.begin(chance)
    operations.annuls *= RARELY
    done: Counter[str] = Counter()
    while done.total() < count:
        name = chance.choice(operations.possible())
        if name in RARE and chance.random() > RARELY:
            continue
        done[name if operations.perform(name, chance) else f"{name}, refused"] += 1
    return done


def states() -> Counter[str]:
    """How many matches are in each state; a closed one was played to its end and counts."""
    return Counter(Match.objects.values_list("state", flat=True))


class Operations(CardOperations, CorrectionOperations, TeamOperations):
    """What can be done in a league, by name. Each operation reads everything again, as pages do."""

    def __init__(self, teams: Sequence[Team]) -> None:
        super().__init__(teams)
        self.annuls, self.browser = ANNULS, signed_in(self.commissioner)

    def play_first_match(self, chance: random.Random) -> None:
        """The first two teams meet, and the match is closed."""
        home, away = self.teams[:2]
        if self.book.key == EDITION:
            match_builders.closed_match(home, away, home=chance.randrange(1, 3), away=chance.randrange(3))
        else:
            self._play_on(chance, match_builders.opened_match(home, away))

    def begin(self, chance: random.Random) -> None:
        """Their next match is in its post-match, where most depends on the first; its report names many players."""
        home, away = self.teams[:2]
        match = match_builders.ready_match(home, away)
        if self.book.key != EDITION:
            self._report(chance, match)
            self._confirm(Match.objects.get(pk=match.pk))
        else:
            busy = {
                f"{side}_lines": {
                    player: {"completions": 1} for player in match_builders.players_of(match, side)[1:FIRST_PLAYERS]
                }
                for side in SIDES
            }
            match_builders.confirm_match(match, home=chance.randrange(1, 3), away=1, **busy)
        self._answer(chance, match, chance.randrange(8))

    def possible(self) -> list[str]:
        """What can be done now, the most dangerous first; an operation that is worth more is named more than once."""
        states = set(Match.objects.filter(league=self.league).values_list("state", flat=True))
        corrections = MatchCorrection.objects.filter(match__league=self.league)
        open_ones = corrections.open().exists()
        found = ["correct"] * 4 + ["begin_correction"] if "closed" in states else []
        found += ["open"] * 2 + ["correct_figure", "trade", "look"]
        found += ["answer"] * 5 + ["undo"] if states & {"pre_match", "post_match"} else []
        found += ["report"] * (4 if "playing" in states else 1) if states & set(Match.REPORTABLE) else []
        found += ["play_card"] * 3 + ["undo_card"] if self.book.decks and states & set(PLAYABLE) else []
        found += [*["confirm"] * 4, "dispute", "settle"] if "reported" in states else []
        found += ["settle"] if "disputed" in states else []
        found += ["play_on"] * 4 + ["call_off"] if states & set(annulling.UNDER_WAY) else []
        found += ["go_on_correcting"] * 3 + ["discard", "refuse"] if open_ones else []
        found += ["end_loan"] if Trade.objects.running_loans().filter(league=self.league).exists() else []
        return found

    def perform(self, name: str, chance: random.Random) -> bool:
        """Does one of them; says whether it was allowed."""
        operation: Callable[[random.Random], None] = getattr(self, name)
        try:
            operation(chance)
        except (Refusal, StaleVersion):
            return False
        return True

    def open(self, chance: random.Random) -> None:
        """Opens a match that waits, or a new one of two teams that have time."""
        rows = Match.objects.filter(league=self.league, state=Match.State.SCHEDULED)
        if not rows.exists() or chance.random() < 0.5:
            free = set(TeamState.objects.filter(held_by="").values_list("team", flat=True))
            idle = [team for team in self.teams if team.pk in free]
            home, away = chance.sample(idle if len(idle) > 1 else self.teams, 2)
            match_builders.scheduled_match(home, away)
        match = self._any(chance, Match.State.SCHEDULED)
        opening.open_match(match=match, by=self.commissioner)

    def play_on(self, chance: random.Random) -> None:
        """Plays a match under way to its end: answers, a report, its confirmation, and the answers after it."""
        self._play_on(chance, self._any(chance, *annulling.UNDER_WAY))

    def _play_on(self, chance: random.Random, match: Match) -> None:
        match = Match.objects.select_related("league", "ruleset").get(pk=match.pk)
        while match.state in annulling.UNDER_WAY:
            if match.state in ("pre_match", "post_match"):
                self._answer(chance, match, ALL)
            elif match.state == "reported" and not self._confirmed(match):
                self._report(chance, match)
            elif match.state != "reported":
                self._play_hands(chance, match)
                self._report(chance, Match.objects.get(pk=match.pk))
            match = Match.objects.select_related("league", "ruleset").get(pk=match.pk)

    def call_off(self, chance: random.Random) -> None:
        """The commissioner calls a match off."""
        match = self._any(chance, *annulling.UNDER_WAY)
        annulling.call_off(match=match, by=self.commissioner, reason="Rain.")

    def look(self, chance: random.Random) -> None:
        """Reads a page of a match, and one of a team."""
        matches = list(Match.objects.filter(league=self.league).order_by("pk"))
        urls = [f"/matches/{chance.choice(matches).public_id}/{chance.choice(PAGES)}"] if matches else []
        for url in (*urls, f"/teams/{chance.choice(self.teams).public_id}/history/"):
            answer = self.browser.get(url)
            assert answer.status_code in READABLE, f"{url}: {answer.status_code}"
