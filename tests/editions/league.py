"""A league with any edition and a played season, with the text of every page; built for the suite and its tests."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from accounts.models import User
from competitions.models import Competition
from competitions.season_end import play_offs, season_end
from leagues import services
from leagues.models import League
from matches.cards.cards import BEFORE_KICK_OFF, play_card
from matches.correction import correcting
from matches.correction.corrected import CorrectedMatch
from matches.models import CardPlay, Match
from matches.report import reporting
from matches.sequence import opening
from matches.sequence.reported import Reported
from matches.sequence.sequences import MatchState
from rules.book.edition import Edition
from rules.match_day.cards import card_of
from rules.sequence.sequence import SIDES, Side
from rules.sheet.match import Pair, PlayedCard
from rules.simulation.random_matches import random_match
from rules.team.drafting import draft
from teams.building import approval, drafting
from teams.building.drafts import Draft
from teams.models import Team, TeamState
from tests.competitions.competition_builders import competition_in, matches_of
from tests.editions.pages.on_pages import answer_for, answer_founding_on_page, answer_on_pages
from tests.leagues.cast import Cast, add_member, signed_in
from tests.leagues.opened_pages import OpenedPages

STAGES = ("scheduled", "opened", "playing", "reported", "post-match", "closed", "corrected", "finals", "season over")


@dataclass(kw_only=True)
class EditionLeague(OpenedPages):
    """The league, its teams and matches, and what its coaches answered on pages."""

    edition: Edition
    teams: tuple[Team, Team]
    answers: set[str] = field(default_factory=set)

    @property
    def shown_team(self) -> Team:
        """The first team."""
        return self.teams[0]

    @property
    def table(self) -> Competition:
        """The competition of the season."""
        return Competition.objects.get(season__league=self.league, name="The table")


def founded(edition: Edition, cast: Cast) -> EditionLeague:
    """A league with the edition, two teams of its first lists, and a started table."""
    details = services.Details(name=f"{edition.book.name} league")
    league = services.create_league(by=cast.commissioner, details=details, edition=edition.key)
    cast.league = league
    lists = tuple(edition.book.lists)[:2]
    teams = []
    for coach, team_list in zip((cast.coach, cast.other_coach), lists, strict=True):
        add_member(league, coach)
        teams.append(drafted(league, cast.commissioner, coach, team_list))
    table = competition_in(league, teams, started=True, name="The table")
    match = matches_of(table)[0].match
    return EditionLeague(edition=edition, cast=cast, league=league, teams=(teams[0], teams[1]), league_match=match)


def drafted(league: League, commissioner: User, coach: User, team_list: str, name: str = "") -> Team:
    """An approved team, as a simulated coach would build it; without a ``name`` it is called after its list."""
    rules = league.ruleset.rules()
    choice = draft(random.Random(1), rules, team_list)
    names = tuple(f"{team_list} {place}" for place in range(1, len(choice.players) + 1))
    called = name or f"The {team_list}s"
    team = drafting.draft_team(league=league, coach=coach, name=called, team_list=team_list)
    wanted = Draft(choice=choice, names=names)
    team = drafting.save_draft(team=team, expected=team.version, draft=wanted, name=team.name)
    answer_founding_on_page(team, signed_in(coach), random.Random(2))
    team = approval.submit_team(team=team, expected=team.version, by=coach)
    if team.state == Team.State.SUBMITTED:
        team = approval.approve_team(team=team, expected=team.version, by=commissioner)
    return team


def play(found: EditionLeague, match: Match, at: Callable[[str], None]) -> Match:
    """Plays a match through its pages, with an invented report; calls ``at`` with the name of each stage."""
    chance = random.Random(3)
    match = opening.open_match(match=match, by=found.cast.coach)
    coaches = {side: match.sides.get(side=side).team.coach for side in SIDES}
    browsers = {side: signed_in(coach) for side, coach in coaches.items()}
    at("opened")
    found.answers |= answer_on_pages(match, browsers, chance)
    state = MatchState(Match.objects.select_related("league", "ruleset").get(pk=match.pk))
    at("playing")
    hands = Pair(home=state.hand("home"), away=state.hand("away"))
    more = {"hands": hands, "terms": state.terms, "facts": state.facts_after}
    invented = random_match(chance, state.ruleset, state.sheets, bought=state.bought, **more)
    report = Reported(home=invented.reports.home, away=invented.reports.away, result=invented.result)
    for side, coach in coaches.items():
        _play_cards(match, side, invented.reports.of(side).cards or (), coach)
    match = Match.objects.get(pk=match.pk)
    reporting.report_match(match=match, expected=match.version, reported=report, by=coaches["home"])
    at("reported")
    match = Match.objects.get(pk=match.pk)
    match = reporting.confirm_report(match=match, digest=match.reports.last().digest, by=coaches["away"])
    at("post-match")
    found.answers |= answer_on_pages(match, browsers, chance)
    match = Match.objects.get(pk=match.pk)
    at("closed")
    return match


def _play_cards(match: Match, side: Side, played: Iterable[PlayedCard], coach: User) -> None:
    """Plays the cards that an invented report has."""
    book = MatchState(match).ruleset.book
    for each in played:
        half = CardPlay.Half.BEFORE if card_of(book, each.card).timing == BEFORE_KICK_OFF else CardPlay.Half.FIRST
        on = each.player or None
        play_card(match=match, side=side, card=each.card, half=half, turn=0, player=on, note="", by=coach)


def corrected(found: EditionLeague) -> Match:
    """The league's match, corrected to another invented report by the commissioner."""
    chance, by = random.Random(5), found.cast.commissioner
    made = correcting.begin_correction(match=found.league_match, by=by, reason="It was another match.")
    state = CorrectedMatch(made)
    more = {"terms": state.terms, "facts": state.facts_after}
    invented = random_match(chance, state.ruleset, state.sheets, bought=state.bought, **more)
    report = Reported(home=invented.reports.home, away=invented.reports.away, result=invented.result)
    made = correcting.correct_report(correction=made, expected=made.version, reported=report)
    while questions := CorrectedMatch(made).questions():
        made = correcting.answer_question(correction=made, given=answer_for(questions[0], chance))
    seen = {side: TeamState.objects.get(team=team).seq for side, team in CorrectedMatch(made).teams.items()}
    return correcting.accept(correction=made, expected=made.version, by=by, seen=seen, commissioner=True)


def play_season(found: EditionLeague) -> None:
    """Plays the league's match and a final, ends the season, and opens every page at each stage."""
    found.look("scheduled")
    found.league_match = play(found, found.league_match, lambda stage: found.look(stage))
    found.league_match = corrected(found)
    found.look("corrected")
    table = found.table
    plan = play_offs.Plan(name="The final", way=play_offs.PLAY_OFFS, sources=[table], ticked=list(found.teams))
    final = play_offs.draw_play_offs(season=table.season, by=found.cast.commissioner, plan=plan)
    found.final = play(found, matches_of(final)[0].match, lambda _stage: None)
    found.look("finals")
    season = found.league.seasons.get()
    ending = season_end.Ending(clear_injuries=True)
    season_end.end_season(season=season, by=found.cast.commissioner, expected=season.version, ending=ending)
    found.look("season over")
