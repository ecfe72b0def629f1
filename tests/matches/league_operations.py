"""Random operations on a league of four teams: everything that its coaches and its commissioner may do to matches.

By any book, with special play cards where it has them, and with concessions. ``operate`` does as many as are wanted. An
operation that the rules refuse counts as done: it must change nothing.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from django.test import Client

from accounts.models import User
from leagues import services
from leagues.models import League
from matches.cards.cards import PLAYABLE
from matches.models import Match, MatchCorrection, Report
from matches.report import reporting
from matches.report.reporting import CARDS_SINCE
from matches.sequence import annulling, answering, opening
from matches.sequence.answering import Given
from matches.sequence.reported import Reported
from matches.sequence.sequences import MatchState
from rules import editions
from rules.correcting.manual_correction import ABOUT_PLAYERS, ManualCorrection
from rules.sequence.sequence import SIDES, Question
from rules.sheet.match import Injury
from rules.simulation.at_random import at_random
from rules.simulation.bot_coach import Coach
from rules.team.trades import Offer, Stake
from teams.ledger import ledger
from teams.ledger.manual_correction import correct_figure
from teams.models import Team, TeamState, Trade
from teams.trading import trading
from teams.trading.loans import end_loan
from teams.trading.terms import trade_terms
from tests.editions.league import drafted
from tests.leagues.cast import EDITION, add_member, create_user, signed_in
from tests.matches import match_builders
from tests.matches.card_operations import FIRST_PLAYERS, CardOperations
from tests.matches.correction_operations import CorrectionOperations, first_allowed
from tests.matches.reports_at_random import cards_in, conceded, random_report
from tests.teams.team_builders import add_gold, team_from_list
from tests.teams.trade_builders import days_ahead, reloaded
from web.errors import Refusal, StaleVersion

TEAMS = (("Ironside Orcs", "Orc"), ("Harbour Humans", "Human"), ("Restless", "Undead"), ("Old Orcs", "Orc"))
"""Of any other book the first three lists; the last team has the list of the first, so that they trade players."""
CASUALTIES = (61, 61, 61, 57, 51, 41, 11)
"""Half of the reported casualties are deaths: nothing changes more of what comes later."""
FIGURES: dict[str, tuple[int, ...]] = {
    "treasury": (-100_000, -10_000, 60_000), "bank": (10_000,), "rerolls": (-1, 1), "fan_factor": (-1, 1),
    "cheerleader": (1,), "spp": (-3, 4, 15), "niggling": (1, -1), "misses_next": (1, -1), "characteristic": (1, -1),
    "learned": (20_000,), "back": (1,),
}  # fmt: skip
PAGES = (
    "", "log/", "pre-match/", "cards/", "report/", "report/confirm/", "post-match/", "correction/",
    "correction/report/",
)  # fmt: skip
RICH = 300_000
"""Gold of each team at the start, so that some can buy what they wish."""
INVENTED = 0.25
"""How many reports are those of simulated leagues."""
WISHES = 0.5
"""How often a coach wishes for any one inducement, such as one that brings cards."""
RARE = ("call_off", "discard")
"""What undoes most is done rarely, so that matches reach their end and the audits have much to read."""
RARELY, ANNULS = 0.15, 0.15
"""How often ``operate`` does the rare ones when their turn comes, and how many corrections annul their match."""
ALL = 1_000
"""More questions than any match asks."""
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


class Operations(CardOperations, CorrectionOperations):
    """What can be done in a league, by name. Each operation reads everything again, as pages do."""

    def __init__(self, teams: Sequence[Team]) -> None:
        self.teams, self.annuls = list(teams), ANNULS
        self.league = League.objects.get(pk=self.teams[0].league_id)
        self.commissioner: User = self.league.memberships.get(role="commissioner").user
        self.browser: Client = signed_in(self.commissioner)
        self.book = self.league.ruleset.book

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

    # -- which --

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

    def _any(self, chance: random.Random, *states: str) -> Match:
        rows = Match.objects.filter(league=self.league, state__in=states).select_related("league", "ruleset")
        return chance.choice(list(rows.order_by("pk")))

    # -- matches --

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

    def answer(self, chance: random.Random) -> None:
        """Answers some questions of a match, or all."""
        self._answer(chance, self._any(chance, "pre_match", "post_match"), chance.choice([1, 3, ALL, ALL]))

    def _answer(self, chance: random.Random, match: Match, many: int) -> None:
        state = MatchState(Match.objects.select_related("league", "ruleset").get(pk=match.pk))
        while many > 0 and (questions := state.questions()):
            question, many = chance.choice(questions), many - 1
            state = self._answered(chance, state, question)

    def _answered(self, chance: random.Random, state: MatchState, question: Question) -> MatchState:
        """Answers as a coach may."""
        by = state.teams[question.side].coach
        return first_allowed(
            (partial(answering.answer, match=state.match, given=[given], by=by))
            for given in self._given(chance, state, question)
        )

    def _given(self, chance: random.Random, state: MatchState, question: Question) -> Iterator[Given]:
        """Dice are the server's; a decision is a coach's, or nothing."""
        if question.kind not in ("roll", "draw"):
            if question.label == "inducements" and chance.random() < WISHES:
                wish = [{"kind": chance.choice(list(self.book.inducements))}]
                yield Given(side=question.side, key=question.key, value=wish)
            if chance.random() > 0.3:
                value = Coach(chance, state.ruleset, int).answer(question).value  # type: ignore[arg-type]  # any question
                yield Given(side=question.side, key=question.key, value=value)
            yield match_builders.answer_for(state.match, question, {})
            if question.form is not None:
                value = at_random(chance, question.form, optional=question.optional)
                yield Given(side=question.side, key=question.key, value=value)
        yield match_builders.answer_for(state.match, question, {})

    def undo(self, chance: random.Random) -> None:
        """Undoes the last decision of a side."""
        match, side = self._any(chance, "pre_match", "post_match"), chance.choice(SIDES)
        state = MatchState(match)
        last = answering.last_undoable(state, side)
        key = "" if last is None else last.key
        answering.undo_decision(match=match, side=side, key=key, by=state.teams[side].coach)

    def report(self, chance: random.Random) -> None:
        """Sends a report, or another version of it."""
        self._report(chance, self._any(chance, *Match.REPORTABLE))

    def _report(self, chance: random.Random, match: Match) -> None:
        state, side = MatchState(match), chance.choice(SIDES)
        reported = self._reported(chance, state)
        reporting.report_match(match=match, expected=match.version, reported=reported, by=state.teams[side].coach)

    def _reported(self, chance: random.Random, state: MatchState) -> Reported:
        """Any score, and now and then a casualty on each side; or what a simulated league reports."""
        if self.book.key != EDITION or chance.random() < INVENTED:
            return random_report(chance, state)
        more: dict[str, Any] = {}
        players = {side: [line.player for line in state.sheets.of(side).available[:FIRST_PLAYERS]] for side in SIDES}
        for side, theirs in (("home", "away"), ("away", "home")):
            if chance.random() < 0.5:
                victim, killer = chance.choice(players[side]), chance.choice(players[theirs])
                injury = Injury(player=victim, casualty=chance.choice(CASUALTIES), by=killer)
                more |= {f"{side}_injuries": [injury], f"{theirs}_lines": {killer: {"casualties": 1}}}
        reported = match_builders.report_from(state, chance.randrange(4), chance.randrange(4), **more)
        sides = {side: replace(reported.sides.of(side), cards=cards_in(state, side)) for side in SIDES}
        return conceded(chance, state, replace(reported, **sides))

    def confirm(self, chance: random.Random) -> None:
        """The other coach confirms a report."""
        self._confirm(self._any(chance, "reported"))

    def _confirmed(self, match: Match) -> bool:
        """Confirms a report; says whether it still has the cards that were played."""
        try:
            self._confirm(match)
        except Refusal as refusal:
            if refusal.id != CARDS_SINCE.id:
                raise
            return False
        return True

    def _confirm(self, match: Match) -> None:
        report, other = self._judged(match)
        reporting.confirm_report(match=match, digest=report.digest, by=other)

    def dispute(self, chance: random.Random) -> None:
        """The other coach disputes a report."""
        match = self._any(chance, "reported")
        report, other = self._judged(match)
        reporting.dispute_report(match=match, digest=report.digest, by=other, what="It was otherwise.")

    def settle(self, chance: random.Random) -> None:
        """The commissioner settles a report."""
        match = self._any(chance, "reported", "disputed")
        report = MatchState(match).report
        assert report is not None
        reporting.confirm_report(
            match=match, digest=report.digest, by=self.commissioner, settle=True, reason="It was so."
        )

    def _judged(self, match: Match) -> tuple[Report, User]:
        state = MatchState(match)
        report = state.report
        assert report is not None
        other = next(team.coach for team in state.teams.values() if team.coach_id != report.by_id)
        return report, other

    def call_off(self, chance: random.Random) -> None:
        """The commissioner calls a match off."""
        match = self._any(chance, *annulling.UNDER_WAY)
        annulling.call_off(match=match, by=self.commissioner, reason="Rain.")

    # -- teams --

    def correct_figure(self, chance: random.Random) -> None:
        """The commissioner corrects a figure of a team or of a player, also of one who has left."""
        team = chance.choice(self.teams)
        state = TeamState.objects.get(team=team)
        sheet, figure = ledger.sheet_in(state), chance.choice([each for each in FIGURES if self._has(each)])
        people = [line.player for line in sheet.players][:FIRST_PLAYERS]
        if figure == "back":
            people = [gone.line.player for gone in sheet.departed] or people
        name = {"characteristic": "AG", "learned": "Block"}.get(figure, "")
        word = ManualCorrection(
            figure=figure, amount=chance.choice(FIGURES[figure]), player=chance.choice(people), name=name
        )
        correct_figure(team=team, by=self.commissioner, expected=state.seq, word=word, reason="It was so.")

    def _has(self, figure: str) -> bool:
        """Whether the book of the league counts this."""
        known = {*self.book.purses, *self.book.goods, *self.book.staff, *self.book.conditions, *ABOUT_PLAYERS}
        return figure in known

    def trade(self, chance: random.Random) -> None:
        """A player goes to another team, most often to one of the same list, for gold or on loan."""
        alike = self.teams[:1] + self.teams[-1:]
        ours, theirs = chance.sample(alike if chance.random() < 0.8 else self.teams, 2)
        player = chance.choice(ledger.sheet_in(TeamState.objects.get(team=ours)).players[:FIRST_PLAYERS]).player
        lent = chance.random() < 0.4
        gives = Stake(players_lent=(player,)) if lent else Stake(players=(player,))
        offer = Offer(gives=gives, takes=Stake(gold=chance.choice([0, 10_000])), until=days_ahead() if lent else None)
        made = trading.offer_trade(offering=ours, asked=theirs, offer=offer, by=ours.coach)
        seen = trade_terms(reloaded(made)).seen
        trading.accept_trade(trade=reloaded(made), expected=made.version, seen=seen, by=theirs.coach)

    def end_loan(self, chance: random.Random) -> None:
        """The commissioner ends a loan."""
        loan = chance.choice(list(Trade.objects.running_loans().filter(league=self.league).order_by("pk")))
        end_loan(trade=reloaded(loan), expected=loan.version, by=self.commissioner, commissioner=True)

    # -- pages --

    def look(self, chance: random.Random) -> None:
        """Reads a page of a match, and one of a team."""
        matches = list(Match.objects.filter(league=self.league).order_by("pk"))
        urls = [f"/matches/{chance.choice(matches).public_id}/{chance.choice(PAGES)}"] if matches else []
        for url in (*urls, f"/teams/{chance.choice(self.teams).public_id}/history/"):
            answer = self.browser.get(url)
            assert answer.status_code in READABLE, f"{url}: {answer.status_code}"
