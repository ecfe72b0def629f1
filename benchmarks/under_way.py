"""Everything that can be in progress in a league, created by the services that people use, to measure its pages.

A match in its pre-match, one reported, one half through its post-match, one under correction, one that will not be
played; a draft, a team that waits for approval, an imported one, one offered to another coach; offers of a trade and
of a friendly; an invitation, a request to join, a message, a print, a story with comments. Trophies, a ladder,
play-offs: in other modules.
"""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from random import Random
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import User
from benchmarks.contests import Contests, hold_contests
from benchmarks.honours import Honours, hand_out
from competitions.fixtures.deadlines import set_deadlines
from competitions.friendlies.friendlies import offer_friendly
from competitions.models import Adjustment, Competition, Fixture, FriendlyOffer
from competitions.rulings.decisions import declare_void
from competitions.setup.adjustments.adjustments import adjust_points
from dugout.demo.cast import Cast, player_names
from dugout.demo.new_league import NewLeague
from dugout.demo.playing import Playing, confirm, give, plans, prepare, report, stop_at_inducements
from dugout.demo.rosters import ROSTERS
from jobs.models import Job
from jobs.queue import enqueue
from leagues.members.enquiries import write
from leagues.members.memberships import enter, invite, token_for
from leagues.models import Enquiry, Invitation, JoinRequest, League, Membership
from matches.correction.correcting import begin_correction
from matches.models import Match
from matches.sequence.sequences import MatchState
from news.comments import write_comment
from news.models import Comment
from news.stories import write_story
from rules.sequence.sequence import SIDES
from rules.team.arriving.arrival_checks import Arrival, Veteran
from rules.team.trades import Offer, Stake
from teams.building.approval import submit_team
from teams.building.drafting import draft_team, save_draft
from teams.building.drafts import Draft
from teams.models import Takeover, Team, Trade
from teams.team_json import TeamFile
from teams.trading.takeovers import offer_team
from teams.trading.trading import offer_trade


@dataclass(frozen=True, slots=True, kw_only=True)
class UnderWay:
    """The things in progress; `matches` by their states."""

    matches: dict[str, Match]
    draft: Team
    submitted: Team
    arriving: Team
    corrected: Match
    decided: Fixture
    adjustment: Adjustment
    token: str
    invitation: Invitation
    join_request: JoinRequest
    enquiry: Enquiry
    job: Job
    trade: Trade
    friendly: FriendlyOffer
    takeover: Takeover
    honours: Honours
    contests: Contests
    stranger: User
    comment: Comment


def begin(competition: Competition, seed: int = 7) -> UnderWay:
    """Start all of them in a competition's league. At least three matches of one round must not be played yet."""
    playing = _playing(competition, seed)
    league, commissioner = playing.demo.league, playing.demo.commissioner
    fixtures = _to_play(competition, commissioner)
    stranger = User.objects.create_user(f"stranger{league.pk}", display_name="A stranger")
    seed = uuid.uuid4()
    honours = hand_out(
        league, competition.season, commissioner
    )  # this, the trade and the friendly come before the matches lock the teams
    trade, friendly = _trade(league, commissioner), _friendly(league, commissioner)
    return UnderWay(
        honours=honours,
        trade=trade,
        friendly=friendly,
        takeover=_takeover(league, commissioner),
        matches=_matches(playing, fixtures),
        draft=_draft(playing, "Draft"),
        submitted=_submitted(playing),
        arriving=_arriving(playing),
        corrected=_corrected(league, commissioner),
        decided=_decided(competition, commissioner),
        adjustment=_adjusted(_with_deadlines(competition, commissioner), commissioner),
        token=token_for(seed, commissioner.pk),
        invitation=invite(league=league, by=commissioner, seed=seed, role=Membership.Role.COACH, days=14, max_uses=5),
        join_request=JoinRequest.objects.create(league=league, user=stranger, message="May I?"),
        enquiry=write(league=league, user=stranger, message="When does the next season begin?"),
        job=enqueue("season_rosters_pdf", {"season": playing.demo.competition.season_id}, owner=commissioner),
        contests=hold_contests(competition, commissioner),
        stranger=stranger,
        comment=_comment(league, commissioner),
    )


def _playing(competition: Competition, seed: int) -> Playing:
    """The league as the demo league's bot coaches see it; players who join a team get names of Humans."""
    league = competition.season.league
    teams = Team.objects.active().filter(league=league).select_related("coach")
    commissioner = league.memberships.filter(role=Membership.Role.COMMISSIONER).select_related("user").first()
    assert commissioner is not None
    demo = NewLeague(
        league=league,
        password="",  # nobody signs in
        commissioner=commissioner.user,
        competition=competition,
        cup=competition,  # nothing of it is played here
        coaches={team.pk: team.coach for team in teams if team.coach},
        casts={team.pk: Cast("", "", team.name, "Human", 0) for team in teams},
    )
    return Playing(rng=Random(seed), demo=demo)


def _to_play(competition: Competition, commissioner: User) -> list[Fixture]:
    """The open matches of the first round in which the commissioner's team has one, with that match first."""
    fixtures = Fixture.objects.filter(round__competition=competition, match__state=Match.State.SCHEDULED)
    waiting = list(fixtures.select_related("match", "home", "away", "round").order_by("round__number", "pk"))
    own = next(fixture for fixture in waiting if commissioner.pk in (fixture.home.coach_id, fixture.away.coach_id))
    return [own, *(fixture for fixture in waiting if fixture.round == own.round and fixture != own)]


def _matches(playing: Playing, fixtures: Sequence[Fixture]) -> dict[str, Match]:
    first, second, *others = fixtures
    reported = report(playing, prepare(playing, first.match), by="home", played_on=None)
    prepare(playing, second.match, stop_at_inducements)
    found = {Match.State.REPORTED.value: reported.match, Match.State.PRE_MATCH.value: second.match}
    for fixture in others:
        state = report(playing, prepare(playing, fixture.match), by="home", played_on=None)
        if (half := _half(playing, confirm(playing, state, by="away"))) is not None:
            return found | {Match.State.POST_MATCH.value: half.match}
    return found


def _half(playing: Playing, state: MatchState) -> MatchState | None:
    """Play half the post-match of each coach. If a coach has too few questions, play all of it and return None."""
    planned = plans(playing, state)
    asked = {side: [one for one in plan if one.question.kind != "mint"] for side, plan in planned.items()}
    if not state.match.conceded_by and all(len(asked[side]) > 1 for side in SIDES):
        for side, plan in planned.items():
            state = give(playing, state, plan[: plan.index(asked[side][len(asked[side]) // 2])])
        return state
    for plan in planned.values():
        state = give(playing, state, plan)
    return None


def _trade(league: League, commissioner: User) -> Trade:
    """The richest team offers a little gold to the commissioner's team."""
    teams = Team.objects.active().filter(league=league).select_related("coach")
    asked = teams.filter(coach=commissioner).order_by("pk").first() or teams.order_by("-pk")[0]
    offering = teams.exclude(coach=asked.coach).order_by("-state_row__treasury", "pk")[0]
    gold = Offer(gives=Stake(gold=10_000), takes=Stake())
    return offer_trade(offering=offering, asked=asked, offer=gold, by=offering.coach)


def _friendly(league: League, commissioner: User) -> FriendlyOffer:
    """The commissioner's team is asked for a friendly."""
    teams = Team.objects.active().filter(league=league, state_row__held_by="").select_related("coach")
    asked = teams.filter(coach=commissioner).order_by("pk").first() or teams.order_by("-pk")[0]
    offering = teams.exclude(coach=asked.coach).order_by("pk")[0]
    return offer_friendly(offering=offering, asked=asked, by=offering.coach, at_home=True, note="On Friday?")


def _takeover(league: League, commissioner: User) -> Takeover:
    """The commissioner's team is offered to a user without a team."""
    successor = User.objects.create_user(f"successor{league.pk}", display_name="A successor")
    enter(league, successor, Membership.Role.COACH)
    team = Team.objects.active().filter(league=league, coach=commissioner).order_by("pk")[0]
    return offer_team(team=team, by=commissioner, to=successor, reason="There is too much to do.")


def _draft(playing: Playing, name: str) -> Team:
    """A newcomer's draft."""
    league, choice = playing.demo.league, ROSTERS["Human"]
    coach = User.objects.create_user(f"{name.lower()}{league.pk}", display_name=f"Coach of {name}")
    enter(league, coach, Membership.Role.COACH)
    team = draft_team(league=league, coach=coach, name=name, team_list="Human", colours=1)
    draft = Draft(choice=choice, names=player_names(playing.rng, "Human", len(choice.players)))
    return save_draft(team=team, expected=team.version, draft=draft, name=name)


def _submitted(playing: Playing) -> Team:
    team = _draft(playing, "Waiting")
    return submit_team(team=team, expected=team.version, by=team.coach)


def _arriving(playing: Playing) -> Team:
    """The draft of an imported team."""
    league = playing.demo.league
    coach = User.objects.create_user(f"arriving{league.pk}", display_name="Coach of Arriving")
    enter(league, coach, Membership.Role.COACH)
    players = tuple(Veteran(number=number, position="Lineman", spp=number) for number in range(1, 13))
    team_file = TeamFile(name="Arriving", arrival=Arrival(team_list="Human", players=players, fan_factor=5))
    return draft_team(league=league, coach=coach, name="Arriving", team_list="Human", team_file=team_file)


def commissioner_of(league: League) -> User:
    """The one who runs the league; they have a team, too."""
    return league.memberships.get(role=Membership.Role.COMMISSIONER).user


def not_own(rows: QuerySet[Any], commissioner: User) -> QuerySet[Any]:
    """Those fixtures or ties in which the commissioner does not coach: of their own others decide."""
    return rows.exclude(home__coach=commissioner).exclude(away__coach=commissioner)


def _comment(league: League, commissioner: User) -> Comment:
    """A comment on a story, in a league where everybody can comment, reported by nobody yet."""
    League.objects.filter(pk=league.pk).update(comments=League.Comments.USERS)
    league.refresh_from_db(fields=["comments"])
    text = "\n\n".join(f"## Part {part}\n\n" + "A *long* and [linked](/leagues/) story. " * 20 for part in range(5))
    story = write_story(league=league, by=commissioner, title="The season so far", text=text, publish=True)
    return [write_comment(story=story, by=commissioner, text=f"Well said, {number}!") for number in range(20)][-1]


def _corrected(league: League, commissioner: User) -> Match:
    """The match that was closed last, with an open correction."""
    closed = not_own(Fixture.objects.filter(match__league=league, match__state=Match.State.CLOSED), commissioner)
    match = closed.order_by("-match")[0].match
    assert match is not None
    begin_correction(match=match, by=commissioner, reason="The report was of another match.")
    return match


def _decided(competition: Competition, commissioner: User) -> Fixture:
    """The first open match; a decision says that it will not be played."""
    waiting = Fixture.objects.filter(round__competition=competition, match__state=Match.State.SCHEDULED)
    fixture = not_own(waiting, commissioner).order_by("pk")[0]
    declare_void(fixture=fixture, by=commissioner, expected=fixture.version, reason="Nobody came.")
    return fixture


def _with_deadlines(competition: Competition, commissioner: User) -> Competition:
    """Give each round a deadline. The first one is so soon that its coaches get a reminder."""
    soon = timezone.now() + timedelta(days=1)
    competition.refresh_from_db()
    return set_deadlines(
        competition=competition, by=commissioner, expected=competition.version, number=1, first=soon, days=7
    )


def _adjusted(competition: Competition, commissioner: User) -> Adjustment:
    """Take a point from a team."""
    competition.refresh_from_db()
    team = competition.entrants.select_related("team").order_by("pk")[0].team
    return adjust_points(
        competition=competition,
        by=commissioner,
        expected=competition.version,
        team=team,
        points=-1,
        reason="A late report.",
    )
