"""What `tests/leagues/test_policy.py` tries every route with: an object for each part of an address, and its holders.

A room that has a new kind of part adds a builder here, named after it (`<row:season>` is `season`), and for a new role
in `web.policy.OBJECT_ROLES` its holder. A builder makes a real object in the given league that belongs to the
cast's `coach`, as a match between `coach` (home) and `other_coach` (away).
`Parts` uses all builders in one league: each gives its teams names of their own.
"""

import uuid
from collections.abc import Callable, Iterable
from typing import Any

from leagues import services
from leagues.members import memberships
from leagues.models import Agreement, Enquiry, Invitation, JoinRequest, League
from tests.leagues.cast import Cast

Builder = Callable[[Cast, League], Any]

BUILDERS: dict[str, Builder] = {}

HOLDERS: dict[str, set[str]] = {
    "owner": {"coach", "staff"},
    "team_coach": {"coach"},
    "offering_coach": {"coach"},
    "asked_coach": {"other_coach"},
    "home_coach": {"coach"},
    "away_coach": {"other_coach"},
    "fixture_coach": {"coach", "other_coach"},
    "entrant_coach": {"coach", "other_coach"},
    "challenge_coach": {"coach", "other_coach"},
}


def builds(*names: str) -> Callable[[Builder], Builder]:
    """Register a builder for parts of addresses: `part`, or `route:part` where one route means something else by it."""

    def register(builder: Builder) -> Builder:
        for name in names:
            assert name not in BUILDERS, f"two builders for {name}"
            BUILDERS[name] = builder
        return builder

    return register


class Parts:
    """The parts of every address in one league, each object built once.

    The league lets a coach have as many teams as there are addresses.
    """

    def __init__(self, cast: Cast, league: League) -> None:
        self.cast, self.league = cast, league
        self.built: dict[Builder, str] = {}
        services.change_house_rules(
            league=league,
            by=cast.commissioner,
            expected=league.ruleset_id,
            options={"several_teams_per_coach": True},
        )
        league.refresh_from_db()

    def of(self, route: str, names: Iterable[str]) -> dict[str, str]:
        """A route's parts by name. Fails where no room has said how to build one."""
        return {name: self.part(route, name) for name in names}

    def part(self, route: str, name: str) -> str:
        build = BUILDERS.get(f"{route}:{name}") or BUILDERS.get(name)
        assert build, f"tests/policy_objects.py does not know how to build {name!r} of the route {route!r}"
        if build not in self.built:
            self.built[build] = str(build(self.cast, self.league))
        return self.built[build]


@builds("slug")
def slug(cast: Cast, league: League) -> str:
    return league.slug


@builds("edition")
def edition(cast: Cast, league: League) -> str:
    return league.ruleset.edition


@builds("guide:page:page")
def page_of_a_guide(cast: Cast, league: League) -> str:
    return "skills"


@builds("membership")
def membership(cast: Cast, league: League) -> int:
    return league.memberships.get(user=cast.coach).pk


@builds("notices:unsubscribe:token")
def unsubscribe_token(cast: Cast, league: League) -> str:
    from notices.mailing import token_for

    return token_for(cast.coach, "members")


@builds("invitation")
def invitation(cast: Cast, league: League) -> int:
    return invited(cast, league).pk


def invited(cast: Cast, league: League) -> Invitation:
    return league.invitations.first() or memberships.invite(
        league=league, by=cast.commissioner, seed=uuid.uuid4(), role="coach", days=1, max_uses=1
    )


@builds("leagues:join:token", "leagues:accept:token", "leagues:contact_by_link:token")
def invitation_token(cast: Cast, league: League) -> str:
    return memberships.token_of(invited(cast, league))


@builds("join_request")
def join_request(cast: Cast, league: League) -> int:
    return JoinRequest.objects.create(league=league, user=cast.stranger).pk


@builds("enquiry")
def enquiry(cast: Cast, league: League) -> int:
    rows = Enquiry.objects.filter(league=league, user=cast.coach)
    return (rows.first() or Enquiry.objects.create(league=league, user=cast.coach, message="May I?")).pk


@builds("story")
def story(cast: Cast, league: League) -> int:
    from news.stories import write_story

    League.objects.filter(pk=league.pk).update(comments=League.Comments.MEMBERS)
    return write_story(league=league, by=cast.commissioner, title="News", text="News.", publish=True).pk


@builds("comment")
def comment(cast: Cast, league: League) -> int:
    from news.models import Comment

    return Comment.objects.create(story_id=story(cast, league), by=cast.coach, text="Well done!").pk


@builds("agreement")
def agreement(cast: Cast, league: League) -> int:
    from tests.matches.match_builders import scheduled_match
    from tests.teams.team_builders import team_from_list

    home = team_from_list(league, cast.commissioner, "Asking Home", "Orc")
    away = team_from_list(league, cast.coach, "Asking Away", "Human")
    subject = f"match:{scheduled_match(home, away).public_id}"
    rows = {"league": league, "kind": "matches.settle", "subject": subject, "args": {"digest": ""}}
    return Agreement.objects.create(**rows, coaches=[cast.commissioner.pk], reason="x", by=cast.commissioner).pk


@builds("account_confirm_email:key")
def confirmation_key(cast: Cast, league: League) -> str:
    from allauth.account.models import EmailAddress, EmailConfirmationHMAC

    address, _ = EmailAddress.objects.get_or_create(user=cast.coach, email=cast.coach.email)
    return EmailConfirmationHMAC.create(address).key


@builds("account_reset_password_from_key:uidb36")
def reset_user(cast: Cast, league: League) -> str:
    from allauth.account.utils import user_pk_to_url_str

    return user_pk_to_url_str(cast.coach)


@builds("account_reset_password_from_key:key")
def reset_key(cast: Cast, league: League) -> str:
    from allauth.account.forms import EmailAwarePasswordResetTokenGenerator

    return EmailAwarePasswordResetTokenGenerator().make_token(cast.coach)


@builds("jobs:show:public_id", "jobs:progress:public_id", "jobs:cancel:public_id", "jobs:download:public_id")
def job(cast: Cast, league: League) -> str:
    from jobs.queue import enqueue
    from tests.jobs import kinds  # noqa: F401 - registers the kinds

    return enqueue("test_square", {"number": 3}, owner=cast.coach).public_id


@builds("leagues:simulation:public_id", "leagues:simulation_figures:public_id")
def simulation(cast: Cast, league: League) -> str:
    from leagues.simulation.services import ask_for_simulation
    from rules.simulation.economy import Plan, Setting

    plan = Plan(teams=2, rounds=1, seasons=10)
    settings = [Setting(edition=league.ruleset.edition)]
    return ask_for_simulation(by=cast.coach, settings=settings, plan=plan).public_id


@builds("team")
def team(cast: Cast, league: League) -> str:
    """With a picture, so that its address answers."""
    from teams.models import TeamPicture
    from tests.teams import team_builders

    made = team_builders.approved_team(league, cast.coach, by=cast.commissioner)
    TeamPicture.objects.create(team=made, image=b"picture", small=b"small", digest="0")
    return made.public_id


@builds("takeover")
def takeover(cast: Cast, league: League) -> int:
    from teams.trading.takeovers import offer_team
    from tests.teams import team_builders

    made = team_builders.approved_team(league, cast.coach, "Passed On", by=cast.commissioner)
    return offer_team(team=made, by=cast.commissioner, to=cast.other_coach, reason="").pk


@builds("trade")
def trade(cast: Cast, league: League) -> int:
    """An accepted trade, which all people see."""
    from rules.team.trades import Stake
    from tests.teams.trade_builders import create_trading_teams

    return create_trading_teams(cast, league=league).accepted(gives=Stake(gold=10_000)).pk


@builds("season")
def season(cast: Cast, league: League) -> int:
    from tests.competitions import competition_builders

    return competition_builders.competition_in(league).season.number


@builds("competition")
def competition(cast: Cast, league: League) -> str:
    from tests.competitions import competition_builders

    return competition_builders.competition_in(league).public_id


@builds(
    "competitions:bracket:competition",
    "competitions:send_on:competition",
    "competitions:take_back_word:competition",
)
def knock_out(cast: Cast, league: League) -> str:
    from competitions.setup.shape import Shape
    from tests.competitions import competition_builders

    teams = [competition_builders.bare_team(league, name) for name in ("Tied Home", "Tied Away")]
    return competition_builders.competition_in(
        league, teams, started=True, shape=Shape(scheduling="knock_out")
    ).public_id


@builds("competitions:report_game:competition", "competitions:write_challenge:competition")
def open_play(cast: Cast, league: League, names: tuple[str, str] = ("Open Home", "Open Away")) -> str:
    from competitions.formats import draws
    from competitions.setup.shape import Shape
    from tests.competitions import competition_builders

    coaches = (cast.coach, cast.other_coach)
    teams = [competition_builders.bare_team(league, name, coach) for name, coach in zip(names, coaches, strict=True)]
    made = competition_builders.competition_in(league, teams, shape=Shape(scheduling="open", challenges=True))
    return draws.start_competition(competition=made, by=cast.commissioner, expected=made.version).public_id


@builds("challenge")
def challenge(cast: Cast, league: League) -> int:
    from competitions.challenges import challenges
    from competitions.models import Competition

    found = Competition.objects.get(public_id=open_play(cast, league, ("Challenger", "Challenged")))
    home, away = (entrant.team for entrant in found.entrants.order_by("pk"))
    return challenges.write_challenge(competition=found, by=cast.coach, challenger=home, challenged=away, own=None).pk


@builds("friendly")
def friendly(cast: Cast, league: League) -> int:
    from competitions.friendlies import friendlies
    from tests.competitions import competition_builders

    offering = competition_builders.bare_team(league, "Friendly Home", cast.coach)
    asked = competition_builders.bare_team(league, "Friendly Away", cast.other_coach)
    return friendlies.offer_friendly(offering=offering, asked=asked, by=cast.coach, at_home=True).pk


@builds("tie")
def tie(cast: Cast, league: League) -> int:
    return 1


@builds("adjustment")
def adjustment(cast: Cast, league: League) -> int:
    from competitions.models import Adjustment
    from tests.competitions import competition_builders

    team = competition_builders.bare_team(league, "Adjusted side", cast.coach)
    made = competition_builders.competition_in(league, [team])
    return Adjustment.objects.create(competition=made, team=team, points=-1, reason="A late report").pk


@builds("competitions:leave:competition")
def left_competition(cast: Cast, league: League) -> str:
    from tests.competitions import competition_builders

    teams = [
        league.teams.filter(name=name).first() or competition_builders.bare_team(league, name, cast.coach)
        for name in ("Leaving Team", "Staying Team")
    ]
    return competition_builders.competition_in(league, teams, started=True).public_id


@builds("competitions:leave:team", "competitions:preview_leave:team")
def leaving_team(cast: Cast, league: League) -> str:
    return league.teams.get(name="Leaving Team").public_id


@builds("competitions:preview_leave:competition")
def competition_of_a_leaver(cast: Cast, league: League) -> str:
    """A team that has left has no preview: a preview cannot run in the transaction in which routes are tried."""
    from competitions.models import Competition, Entrant, Withdrawal

    competition = Competition.objects.get(public_id=left_competition(cast, league))
    entrant = Entrant.objects.get(competition=competition, team__name="Leaving Team")
    Withdrawal.objects.create(entrant=entrant, how=Withdrawal.How.KEPT, reason="Moved away.", by=cast.commissioner)
    return competition.public_id


@builds("trophy")
def trophy(cast: Cast, league: League) -> str:
    """With a picture, so that its address answers."""
    from competitions.models import Trophy
    from competitions.trophies.trophies import keep_picture
    from web.pictures import Picture

    made, _ = Trophy.objects.get_or_create(league=league, name="Routed Trophy")
    keep_picture(made, Picture(image=b"picture", width=1, height=1))
    return made.address


@builds("holding")
def holding(cast: Cast, league: League) -> int:
    from competitions.models import Trophy
    from competitions.trophies.awarding import TrophyAward, award_trophy
    from tests.teams.team_builders import team_from_list

    cup = Trophy(league=league, key="chaos_cup", name="Chaos Cup")
    to = TrophyAward(team=team_from_list(league, cast.coach, "Trophy Winners", "Orc"))
    return award_trophy(trophy=cup, by=cast.commissioner, expected=1, season=None, to=to).pk


@builds("team_end")
def team_end(cast: Cast, league: League) -> int:
    from competitions.models import TeamEnd
    from competitions.setup.seasons import open_season
    from tests.teams.team_builders import team_from_list

    season = league.seasons.first() or open_season(league=league, by=cast.commissioner, name="Ended")
    team = team_from_list(league, cast.coach, "Season Enders", "Orc")
    return TeamEnd.objects.create(season=season, team=team).pk


@builds("won_unplayed")
def won_unplayed(cast: Cast, league: League) -> int:
    from competitions.models import WonUnplayed
    from tests.competitions import competition_builders
    from tests.teams.team_builders import team_from_list

    team = team_from_list(league, cast.coach, "Walkover Winners", "Orc")
    teams = [team, competition_builders.bare_team(league, "Absent side", cast.other_coach)]
    drawn = competition_builders.matches_of(competition_builders.competition_in(league, teams, started=True))[0]
    return WonUnplayed.objects.create(fixture=drawn, team=team).pk


@builds("fixture")
def fixture(cast: Cast, league: League) -> int:
    from tests.competitions import competition_builders

    teams = [
        competition_builders.bare_team(league, "Home side", cast.coach),
        competition_builders.bare_team(league, "Away side", cast.other_coach),
    ]
    return competition_builders.matches_of(competition_builders.competition_in(league, teams, started=True))[0].pk


@builds("match")
def match(cast: Cast, league: League) -> str:
    from tests.matches.match_builders import opened_match
    from tests.teams.team_builders import team_from_list

    home = team_from_list(league, cast.coach, "Routed Home", "Orc")
    away = team_from_list(league, cast.other_coach, "Routed Away", "Human")
    return opened_match(home, away).public_id


@builds(
    "matches:correction:match",
    "matches:correct_report:match",
    "matches:save_correction:match",
    "matches:begin_correction_anew:match",
    "matches:preview_correction:match",
    "matches:decide_correction:match",
    "matches:propose_correction:match",
    "matches:accept_correction:match",
    "matches:give_up_correction:match",
    "matches:refuse_correction:match",
)
def corrected_match(cast: Cast, league: League) -> str:
    from matches.correction.correcting import begin_correction
    from tests.matches.match_builders import closed_match
    from tests.teams.team_builders import team_from_list

    home = team_from_list(league, cast.coach, "Corrected Home", "Orc")
    away = team_from_list(league, cast.other_coach, "Corrected Away", "Human")
    match = closed_match(home, away)
    begin_correction(match=match, by=cast.commissioner, reason="The score was wrong.")
    return match.public_id


@builds(
    "matches:team:team",
    "matches:other_book:team",
    "matches:print_roster:team",
    "matches:export_team:team",
    "matches:player:team",
    "stats:player_pictures:team",
    "stats:induct_player:team",
)
def founded_team(cast: Cast, league: League) -> str:
    from tests.teams.team_builders import team_from_list

    return team_from_list(league, cast.coach, "Routed Team", "Orc").public_id


@builds("coach")
def coach(cast: Cast, league: League) -> str:
    """A coach without an account, whom only this league knows, as addresses name them."""
    from tests.competitions.competition_builders import bare_team

    return f"~{bare_team(league, f'The known of {league.slug}').coach_name}"


@builds("account")
def account(cast: Cast, league: League) -> int:
    """A coach with a team, by their account."""
    from tests.competitions.competition_builders import bare_team

    return bare_team(league, f"Known everywhere in {league.slug}", cast.other_coach).coach_id or 0


@builds("matches:player:player", "stats:player_pictures:player", "stats:induct_player:player")
def player(cast: Cast, league: League) -> int:
    return league.teams.get(name="Routed Team").players.order_by("pk").first().pk


@builds("inductee")
def inductee(cast: Cast, league: League) -> int:
    from stats.honours.hall import Candidate, induct
    from tests.competitions.competition_builders import bare_team

    legends = bare_team(league, "Old Legends", cast.coach)
    candidate = Candidate(name=legends.name, team=legends)
    return induct(league=league, by=cast.commissioner, candidate=candidate, citation="Were here first.").pk
