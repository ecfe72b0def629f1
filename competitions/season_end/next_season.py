"""The next season: the competitions of a closed one again, with its teams where its end put them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from competitions.models import Competition, Season, SeasonMark, StageFeed
from competitions.season_end.divisions import entries_of, has_left
from competitions.season_end.new_book import Brought, bring_over
from competitions.season_end.team_ends import ask_once_founded
from competitions.setup import seasons, services
from competitions.setup.conferences import carry_conferences
from competitions.setup.seeding import set_order
from competitions.setup.setup import Setup
from competitions.setup.shape import shape_of
from leagues import log
from leagues.books import stored_edition
from leagues.services import locked
from rules.book.book import Book
from teams.models import Team
from web.errors import Message, Refusal

LATER_OPEN = Message(
    id="competitions.later_season_open",
    text=_("{later}, after {season}, is already open."),
    remedy=_("Set its competitions up there, or close it first."),
    status=409,
)
STILL_OPEN = Message(
    id="competitions.season_still_open",
    text=_("{season} is still open."),
    remedy=_("Close it first. Then you can open the next season with its teams."),
    status=409,
)

CARRIED_ON = log.kind("competitions.season_carried_on", _("{by} opened {season} with the teams of {was}."))


def carry_on(*, season: Season, by: User, name: str) -> Season:
    """Open the next season by the same books (`carry_on_by`)."""
    return carry_on_by(season=season, by=by, name=name, book=None)[0]


@transaction.atomic
def carry_on_by(
    *, season: Season, by: User, name: str, book: Book | None, redraft: bool = False
) -> tuple[Season, Brought]:
    """Open the next season with the competitions of a closed one, not started, and its teams where its end put them.

    A competition whose teams qualify from others does so from their copies, and has no teams yet. With another
    ``book`` of the league, competitions of other books go on by it: their teams become drafts there
    (`competitions.season_end.new_book`), and enter once they are approved. With ``redraft`` each of them is then asked
    what the new book asks at a season's end, such as its new draft, for the matches of the closed season, unless it was
    drafted again at that season's end by its old book. Raises
    ``Refusal`` for a season that is still open, while a later one is open, and for a name that is taken.
    """
    league = locked(season.league)
    if Season.objects.get(pk=season.pk).state != Season.State.CLOSED:
        raise Refusal(STILL_OPEN, season=season.name)
    later = league.seasons.filter(number__gt=season.number, state=Season.State.OPEN).first()
    if later is not None:
        raise Refusal(LATER_OPEN, season=season.name, later=later.name)
    made = seasons.open_season(league=league, by=by, name=name)
    places: dict[int, list[Team]] = {}
    marks = {(mark.team_id, mark.source_id): mark for mark in season.marks.all()}
    divisions: dict[int, Competition] = {}
    for entry in entries_of(season):
        divisions[entry.competition_id] = entry.competition
        mark = marks.get((entry.team_id, entry.competition_id))
        gone = entry.team.state != Team.State.ACTIVE or (mark is not None and mark.mark == SeasonMark.Mark.RETIRED)
        if gone or (mark is None and has_left(entry)):
            continue
        places.setdefault(mark.into_id if mark and mark.into_id else entry.competition_id, []).append(entry.team)
    fed = {each.pk: each for each in season.competitions.filter(feeds__isnull=False).distinct()}
    copies: dict[int, Competition] = {}
    moving: dict[Team, None] = {}
    for pk, competition in sorted({**divisions, **fed}.items()):
        teams = list(dict.fromkeys(places.get(pk, []))) if pk not in fed else []
        if book is not None and competition.book.key != book.key:
            moving.update(dict.fromkeys(teams))
            teams = []
        copies[pk] = _copied(competition, made, by, teams, book)
    _copy_feeds(copies)
    brought = bring_over(league, list(moving), book) if book is not None else Brought()
    if redraft:
        again = ask_once_founded(season, dict(zip(brought.drafts, brought.sources, strict=True)))
        brought = replace(brought, drafted_before=tuple(again))
    log.record(CARRIED_ON, league=league, by=by, season=made.name, was=season.name)
    return made, brought


def _copied(
    competition: Competition, into: Season, by: User, teams: Sequence[Team], book: Book | None = None
) -> Competition:
    """A copy of a competition with these teams; a ladder starts in its last order, with new teams at the bottom.

    By another ``book`` it is played for nothing yet, without a pack: trophies and packs belong to books.
    """
    setup, edition = _setup_of(competition, len(teams)), competition.edition
    if book is not None and competition.book.key != book.key:
        setup, edition = (
            replace(setup, played_for=None, pack="", league_teams=False),
            stored_edition(into.league, book.key),
        )
    copy = services.create_competition(season=into, by=by, setup=setup, edition=edition)
    Competition.objects.filter(pk=copy.pk).update(cut_lines=competition.cut_lines)
    if not teams:
        return copy
    copy = services.enter_teams(competition=copy, by=by, expected=copy.version, teams=teams)
    carry_conferences(old=competition, new=copy)
    if copy.format.keeps_order and copy.format.places is not None:
        known = {team.pk: team for team in teams}
        order = [known[pk] for pk in copy.format.places(competition) if pk in known]
        copy = set_order(competition=copy, by=by, expected=copy.version, order=order)
    return copy


def _copy_feeds(copies: Mapping[int, Competition]) -> None:
    """Let teams qualify between the copies as between the originals."""
    feeds = StageFeed.objects.filter(target__in=copies, source__in=copies).order_by("pk")
    StageFeed.objects.bulk_create(
        StageFeed(
            target=copies[feed.target_id],
            source=copies[feed.source_id],
            first=feed.first,
            last=feed.last,
            best=feed.best,
            by_conference=feed.by_conference,
        )
        for feed in feeds
    )


def _setup_of(competition: Competition, teams: int) -> Setup:
    """A competition's settings for its copy, with places for at least ``teams`` teams."""
    shape = shape_of(competition)
    if shape.places is not None and shape.places < teams:
        shape = replace(shape, places=teams)
    return Setup(
        name=competition.name,
        legs=competition.legs,
        points=competition.points,
        tie_breakers=tuple(competition.tie_breakers),
        byes_count=competition.byes_count,
        shape=shape,
        played_for=competition.played_for,
        pack=competition.pack,
        league_teams=competition.league_teams,
        conferences=competition.conferences,
    )
