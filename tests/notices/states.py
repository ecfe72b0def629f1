"""Every state of everything that can wait for somebody, as real services bring it about.

``STATES`` has a scene for each: a function that brings a thing into that state in the world of ``TwoTeams`` and returns
it. A room that adds a state adds its scene here, or `tests/notices/test_every_state.py` fails.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from competitions.challenges import answers, challenges
from competitions.fixtures import dates, won_unplayed
from competitions.formats import draws
from competitions.friendlies import friendlies
from competitions.models import Challenge, Competition, Fixture, FriendlyOffer, Season, TeamEnd, WonUnplayed
from competitions.season_end import team_ends
from competitions.setup import finishing, seasons
from competitions.setup.shape import Shape
from leagues.agreements import own_matches
from leagues.members import enquiries, memberships
from leagues.models import Agreement, Enquiry, JoinRequest, League
from matches.correction import correcting, refusing
from matches.correction.corrected import CorrectedMatch
from matches.models import Match, MatchCorrection, Report
from matches.report import reporting
from matches.sequence import annulling
from news import comments, stories
from news.models import CommentReport
from notices.telling import follow, follow_league
from rules.team.trades import Stake
from teams.building import approval
from teams.models import Takeover, Team, TeamState, Trade
from teams.roster.retiring import retire_team
from teams.trading import loans, takeovers, trading
from tests.competitions.competition_builders import bare_team, competition_in, decide_match, matches_of
from tests.matches import match_builders
from tests.matches.conftest import TwoTeams
from tests.matches.own_match_builders import run_alone
from tests.teams import team_builders
from tests.teams.trade_builders import TradingTeams, allow_trades, days_ahead

Scene = Callable[[TwoTeams], Any]
STATES: dict[tuple[str, str], Scene] = {}
RECORDS = {("teams.Team", "recorded"), ("matches.Match", "recorded")}
"""States of what is imported from records: nobody acts, and nobody is told."""


def scene(model: type, state: str) -> Callable[[Scene], Scene]:
    """Register how a thing comes into a state."""

    def register(build: Scene) -> Scene:
        key = (model._meta.label, str(state))  # type: ignore[attr-defined]  # a model
        assert key not in STATES, key
        STATES[key] = build
        return build

    return register


# -- leagues --


def _asked(world: TwoTeams) -> JoinRequest:
    League.objects.filter(pk=world.league.pk).update(joining=League.Joining.REQUEST)
    world.league.refresh_from_db()
    return memberships.request_to_join(league=world.league, user=world.cast.stranger, message="")


scene(JoinRequest, "pending")(_asked)


@scene(JoinRequest, "accepted")
def _accepted(world: TwoTeams) -> JoinRequest:
    return memberships.answer_request(join_request=_asked(world), by=world.cast.commissioner, accept=True)


@scene(JoinRequest, "refused")
def _refused(world: TwoTeams) -> JoinRequest:
    return memberships.answer_request(join_request=_asked(world), by=world.cast.commissioner, accept=False)


@scene(JoinRequest, "withdrawn")
def _request_withdrawn(world: TwoTeams) -> JoinRequest:
    asked = _asked(world)
    memberships.withdraw_request(league=world.league, user=world.cast.stranger)
    return JoinRequest.objects.get(pk=asked.pk)


def _wrote(world: TwoTeams) -> Enquiry:
    return enquiries.write(league=world.league, user=world.cast.stranger, message="May I join?")


scene(Enquiry, "waiting")(_wrote)


@scene(Enquiry, "answered")
def _replied(world: TwoTeams) -> Enquiry:
    return enquiries.answer(enquiry=_wrote(world), by=world.cast.commissioner, text="Yes.")


@scene(Enquiry, "closed")
def _no_reply(world: TwoTeams) -> Enquiry:
    return enquiries.answer(enquiry=_wrote(world), by=world.cast.commissioner, text="")


def _own_match(world: TwoTeams) -> Match:
    match = _disputed(world)
    run_alone(world.cast)
    follow_league(world.league.pk)  # as the services do that change who runs a league
    return match


@scene(Agreement, "waiting")
def _to_agree(world: TwoTeams) -> Agreement:
    match = _own_match(world)
    deed = reporting.settling(match, match.reports.get().digest, world.cast.coach)
    return own_matches.ask(deed, "It was 9-0.")


@scene(Agreement, "agreed")
def _agreed(world: TwoTeams) -> Agreement:
    return own_matches.agree(agreement=_to_agree(world), by=world.cast.other_coach)


@scene(Agreement, "withdrawn")
def _question_withdrawn(world: TwoTeams) -> Agreement:
    asked = _to_agree(world)
    own_matches.withdraw(agreement=asked, by=world.cast.coach)
    return Agreement.objects.get(pk=asked.pk)


@scene(Agreement, "lapsed")
def _lapsed(world: TwoTeams) -> Agreement:
    asked = _to_agree(world)
    League.objects.filter(pk=world.league.pk).update(confirm_days=1)
    Agreement.objects.filter(pk=asked.pk).update(at=datetime(2020, 1, 1, tzinfo=UTC))
    match = Match.objects.get()
    reporting.confirm_report(
        match=match, digest=match.reports.get().digest, by=world.cast.coach, settle=True, reason="Nobody answered."
    )
    return Agreement.objects.get(pk=asked.pk)


# -- teams --


@scene(Team, "draft")
def _sent_back(world: TwoTeams) -> Team:
    team = _submitted(world)
    return approval.send_back(team=team, expected=team.version, by=world.cast.commissioner, reason="Too dear.")


@scene(Team, "submitted")
def _submitted(world: TwoTeams) -> Team:
    return team_builders.submitted_team(world.cast.private, world.cast.coach)


@scene(Team, "active")
def _approved(world: TwoTeams) -> Team:
    team = _submitted(world)
    return approval.approve_team(team=team, expected=team.version, by=world.cast.commissioner)


@scene(Team, "retired")
def _retired(world: TwoTeams) -> Team:
    return retire_team(team=world.home, expected=world.home.version, by=world.cast.commissioner, reason="x")


def _trading(world: TwoTeams, choice: str = "approval") -> TradingTeams:
    allow_trades(world.league, world.cast.commissioner, choice)
    for team in (world.home, world.away):
        team.league.refresh_from_db()
        team_builders.add_gold(team, 40_000)
    return TradingTeams(cast=world.cast, league=world.league, ours=world.home, theirs=world.away)


GOLD = Stake(gold=10_000)


@scene(Trade, "offered")
def _trade_offered(world: TwoTeams) -> Trade:
    return _trading(world).offered(gives=GOLD)


@scene(Trade, "accepted")
def _trade_accepted(world: TwoTeams) -> Trade:
    return _trading(world).accepted(gives=GOLD)


@scene(Trade, "done")
def _traded(world: TwoTeams) -> Trade:
    return _trading(world, "free").accepted(gives=GOLD)


@scene(Trade, "refused")
def _trade_refused(world: TwoTeams) -> Trade:
    offer = _trade_offered(world)
    return trading.refuse_trade(trade=offer, expected=offer.version, by=world.cast.other_coach)


@scene(Trade, "withdrawn")
def _trade_withdrawn(world: TwoTeams) -> Trade:
    offer = _trade_offered(world)
    return trading.withdraw_trade(trade=offer, expected=offer.version, by=world.cast.coach)


@scene(Trade, "lent")
def _to_end(world: TwoTeams) -> Trade:
    lent = _trading(world, "free").accepted(gives=Stake(gold_lent=10_000), until=days_ahead(5))
    return loans.end_loan(trade=lent, expected=lent.version, by=world.cast.coach)


@scene(Trade, "returned")
def _returned(world: TwoTeams) -> Trade:
    lent = _to_end(world)
    return loans.end_loan(trade=lent, expected=lent.version, by=world.cast.other_coach)


@scene(Takeover, "offered")
def _team_offered(world: TwoTeams) -> Takeover:
    memberships.enter(world.league, world.cast.stranger, "coach")
    return takeovers.offer_team(team=world.home, by=world.cast.commissioner, to=world.cast.stranger, reason="")


@scene(Takeover, "accepted")
def _taken_over(world: TwoTeams) -> Takeover:
    offer = _team_offered(world)
    takeovers.take_over(offer=offer, by=world.cast.stranger)
    return Takeover.objects.get(pk=offer.pk)


@scene(Takeover, "refused")
def _takeover_declined(world: TwoTeams) -> Takeover:
    offer = _team_offered(world)
    takeovers.decline(offer=offer, by=world.cast.stranger)
    return Takeover.objects.get(pk=offer.pk)


@scene(Takeover, "withdrawn")
def _takeover_withdrawn(world: TwoTeams) -> Takeover:
    offer = _team_offered(world)
    takeovers.withdraw_offer(offer=offer, by=world.cast.commissioner)
    return Takeover.objects.get(pk=offer.pk)


# -- matches --


@scene(Match, "scheduled")
def _called_off(world: TwoTeams) -> Match:
    return annulling.call_off(match=_playing(world), by=world.cast.commissioner, reason="Rain.")


@scene(Match, "pre_match")
def _opened(world: TwoTeams) -> Match:
    return match_builders.opened_match(world.home, world.away)


@scene(Match, "playing")
def _playing(world: TwoTeams) -> Match:
    return match_builders.ready_match(world.home, world.away)


@scene(Match, "reported")
def _reported(world: TwoTeams) -> Match:
    return match_builders.reported_match(world.home, world.away)


@scene(Match, "disputed")
def _disputed(world: TwoTeams) -> Match:
    match = _reported(world)
    reporting.dispute_report(match=match, digest=match.reports.get().digest, by=world.cast.other_coach, what="no")
    return Match.objects.get(pk=match.pk)


@scene(Match, "post_match")
def _confirmed(world: TwoTeams) -> Match:
    return match_builders.confirmed_match(world.home, world.away)


@scene(Match, "closed")
def _closed(world: TwoTeams) -> Match:
    return match_builders.closed_match(world.home, world.away)


@scene(Match, "dropped")
def _dropped(world: TwoTeams) -> Match:
    match = _friendly_accepted(world).match
    assert match is not None
    return friendlies.call_off_friendly(match=match, by=world.cast.coach)


def _report_in(build: Callable[[TwoTeams], Match], number: int = 0) -> Scene:
    return lambda world: list(build(world).reports.order_by("number"))[number]


def _sent_again(world: TwoTeams) -> Match:
    match = _disputed(world)
    reported = match_builders.report_with(match, home=2)
    reporting.report_match(match=match, expected=match.version, reported=reported, by=world.cast.coach)
    return match


scene(Report, "waiting")(_report_in(_reported))
scene(Report, "disputed")(_report_in(_disputed))
scene(Report, "confirmed")(_report_in(_confirmed))
scene(Report, "superseded")(_report_in(_sent_again))


@scene(MatchCorrection, "draft")
def _correcting(world: TwoTeams) -> MatchCorrection:
    match = _closed(world)
    made = correcting.begin_correction(match=match, by=world.cast.coach, reason="It was otherwise.")
    reported = match_builders.report_with(match, home=1, away=1)
    made = correcting.correct_report(correction=made, expected=made.version, reported=reported)
    while questions := CorrectedMatch(made).questions():
        given = match_builders.answer_for(match, questions[0], {})
        made = correcting.answer_question(correction=made, given=given)
    return made


@scene(MatchCorrection, "proposed")
def _proposed(world: TwoTeams) -> MatchCorrection:
    made = _correcting(world)
    return correcting.propose(correction=made, expected=made.version)


@scene(MatchCorrection, "refused")
def _refused(world: TwoTeams) -> MatchCorrection:
    made = _proposed(world)
    return refusing.refuse(correction=made, expected=made.version, by=world.cast.other_coach, reason="It was not so.")


@scene(MatchCorrection, "accepted")
def _corrected(world: TwoTeams) -> MatchCorrection:
    made = _proposed(world)
    seen = {journal.label: journal.seq for journal in CorrectedMatch(made).touched}
    correcting.accept(correction=made, expected=made.version, by=world.cast.commissioner, seen=seen, commissioner=True)
    return MatchCorrection.objects.get(pk=made.pk)


@scene(MatchCorrection, "given_up")
def _discarded(world: TwoTeams) -> MatchCorrection:
    return correcting.discard_correction(correction=_proposed(world), by=world.cast.commissioner)


# -- competitions --


def _open_play(world: TwoTeams) -> Competition:
    memberships.enter(world.league, world.cast.stranger, "coach")
    teams = [world.home, world.away, bare_team(world.league, "Comets", world.cast.stranger)]
    made = competition_in(world.league, teams, shape=Shape(scheduling="open", challenges=True))
    return draws.start_competition(competition=made, by=world.cast.commissioner, expected=made.version)


@scene(Challenge, "waiting")
def _challenged(world: TwoTeams) -> Challenge:
    return challenges.write_challenge(
        competition=_open_play(world), by=world.cast.coach, challenger=world.home, challenged=world.away, own=None
    )


def _answer(world: TwoTeams, challenge: Challenge, how: Callable[..., Challenge], **given: Any) -> Challenge:
    challenge.refresh_from_db()
    found = how(challenge=challenge, by=world.cast.commissioner, expected=challenge.version, own=None, **given)
    return Challenge.objects.get(pk=found.pk)


@scene(Challenge, "named")
def _named(world: TwoTeams) -> Challenge:
    challenge = _challenged(world)
    substitute = Team.objects.get(name="Comets")
    return _answer(world, challenge, answers.name_substitute, substitute=substitute)


@scene(Challenge, "offered")
def _substitute_willing(world: TwoTeams) -> Challenge:
    return _answer(world, _named(world), answers.say_willing, willing=True)


@scene(Challenge, "accepted")
def _challenge_accepted(world: TwoTeams) -> Challenge:
    return _answer(world, _challenged(world), answers.accept)


@scene(Challenge, "refused")
def _challenge_refused(world: TwoTeams) -> Challenge:
    return _answer(world, _challenged(world), answers.refuse)


@scene(Challenge, "substituted")
def _substituted(world: TwoTeams) -> Challenge:
    return _answer(world, _substitute_willing(world), answers.meet_substitute, play=True)


@scene(Challenge, "declined")
def _substitute_declined(world: TwoTeams) -> Challenge:
    return _answer(world, _substitute_willing(world), answers.meet_substitute, play=False)


@scene(Challenge, "lapsed")
def _challenge_lapsed(world: TwoTeams) -> Challenge:
    challenge = _challenged(world)
    answers.settle_expired(challenge=challenge, now=challenge.answer_by + timedelta(minutes=1))
    return Challenge.objects.get(pk=challenge.pk)


@scene(Challenge, "called_off")
def _challenge_called_off(world: TwoTeams) -> Challenge:
    challenge = _challenged(world)
    return answers.call_off(
        challenge=challenge, by=world.cast.commissioner, expected=challenge.version, reason="They moved."
    )


@scene(FriendlyOffer, "offered")
def _friendly_offered(world: TwoTeams) -> FriendlyOffer:
    return friendlies.offer_friendly(offering=world.home, asked=world.away, by=world.cast.coach, at_home=True)


@scene(FriendlyOffer, "accepted")
def _friendly_accepted(world: TwoTeams) -> FriendlyOffer:
    offer = _friendly_offered(world)
    return friendlies.accept_friendly(offer=offer, by=world.cast.other_coach, expected=offer.version)


@scene(FriendlyOffer, "declined")
def _friendly_declined(world: TwoTeams) -> FriendlyOffer:
    offer = _friendly_offered(world)
    return friendlies.decline_friendly(offer=offer, by=world.cast.other_coach, expected=offer.version)


@scene(FriendlyOffer, "withdrawn")
def _friendly_withdrawn(world: TwoTeams) -> FriendlyOffer:
    offer = _friendly_offered(world)
    return friendlies.withdraw_friendly(offer=offer, by=world.cast.coach, expected=offer.version)


def _one_match(world: TwoTeams) -> Fixture:
    return matches_of(competition_in(world.league, [world.home, world.away], started=True))[0]


def _dated(by: str) -> Scene:
    def build(world: TwoTeams) -> Fixture:
        fixture = _one_match(world)
        team = {"home": fixture.away, "away": fixture.home}[by]
        assert team is not None
        when = datetime(2031, 3, 8, 19, tzinfo=UTC)
        return dates.agree_date(fixture=fixture, by=team.coach, expected=fixture.version, when=when)

    return build


scene(Fixture, "home")(_dated("home"))
scene(Fixture, "away")(_dated("away"))


@scene(Fixture, "")
def _date_agreed(world: TwoTeams) -> Fixture:
    fixture = _dated("home")(world)
    return dates.agree_date(fixture=fixture, by=fixture.home.coach, expected=fixture.version, when=fixture.agreed_for)


@scene(Competition, "draft")
def _drafted(world: TwoTeams) -> Competition:
    return competition_in(world.league, [world.home, world.away])


@scene(Competition, "running")
def _all_played(world: TwoTeams) -> Competition:
    fixture = _one_match(world)
    decide_match(fixture, 1, 0)
    return fixture.round.competition


@scene(Competition, "finished")
def _finished(world: TwoTeams) -> Competition:
    played = Competition.objects.get(pk=_all_played(world).pk)
    return finishing.finish_competition(competition=played, by=world.cast.commissioner, expected=played.version)


@scene(Season, "open")
def _season_played(world: TwoTeams) -> Season:
    return _finished(world).season


@scene(Season, "closed")
def _season_closed(world: TwoTeams) -> Season:
    season = _season_played(world)
    return seasons.close_season(season=season, by=world.cast.commissioner, expected=season.version)


# -- a season's end that asks --


@scene(TeamEnd, "wait")
def _asked_once_founded(world: TwoTeams) -> TeamEnd:
    season = seasons.open_season(league=world.league, by=world.cast.commissioner, name="Ended")
    return TeamEnd.objects.create(season=season, team=world.home, state=TeamEnd.State.WAITING)


@scene(TeamEnd, "open")
def _asked_at_the_end(world: TwoTeams) -> TeamEnd:
    season = seasons.open_season(league=world.league, by=world.cast.commissioner, name="Ended")
    row = TeamEnd.objects.create(season=season, team=world.home)
    follow(row)
    return row


@scene(TeamEnd, "done")
def _answered_at_the_end(world: TwoTeams) -> TeamEnd:
    row = _asked_at_the_end(world)
    team_ends.go_on(row, world.cast.coach)
    return row


@scene(TeamEnd, "gone")
def _left_before_the_end(world: TwoTeams) -> TeamEnd:
    row = _asked_at_the_end(world)
    retire_team(team=world.home, expected=world.home.version, by=world.cast.commissioner, reason="x")
    row.refresh_from_db()
    return row


# -- a match won without play --


@scene(WonUnplayed, "open")
def _asked_after_a_walkover(world: TwoTeams) -> WonUnplayed:
    row = WonUnplayed.objects.create(fixture=_one_match(world), team=world.home)
    follow(row)
    return row


@scene(WonUnplayed, "held")
def _in_another_match(world: TwoTeams) -> WonUnplayed:
    row = _asked_after_a_walkover(world)
    TeamState.objects.filter(team=world.home).update(held_by="a match")
    won_unplayed.go_on(row, world.cast.coach)
    return row


@scene(WonUnplayed, "done")
def _written_after_a_walkover(world: TwoTeams) -> WonUnplayed:
    row = _asked_after_a_walkover(world)
    won_unplayed.go_on(row, world.cast.coach)
    return row


@scene(WonUnplayed, "gone")
def _walkover_revoked(world: TwoTeams) -> WonUnplayed:
    row = _asked_after_a_walkover(world)
    won_unplayed.take_back([row.fixture], world.cast.commissioner, "x")
    row.refresh_from_db()
    return row


# -- news --


@scene(CommentReport, "waiting")
def _comment_reported(world: TwoTeams) -> CommentReport:
    by = world.cast.commissioner
    League.objects.filter(pk=world.league.pk).update(comments=League.Comments.MEMBERS)
    world.league.refresh_from_db()
    story = stories.write_story(league=world.league, by=by, title="News", text="News.", publish=True)
    comment = comments.write_comment(story=story, by=world.cast.coach, text="Well done!")
    return comments.report_comment(comment=comment, by=world.cast.other_coach, reason="")


@scene(CommentReport, "settled")
def _report_settled(world: TwoTeams) -> CommentReport:
    report = _comment_reported(world)
    comments.decide(comment=report.comment, by=world.cast.commissioner, decision="hide", reason="x")
    report.refresh_from_db()
    return report
