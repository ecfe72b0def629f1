"""The almanac of a season: a printed book with contents, tables, teams, matches and what is remembered; as a job."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta
from io import BytesIO

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pypdf import PdfReader

from competitions.models import Competition, Holding, Season, SeasonEnd, Trophy
from jobs import kinds
from jobs.models import Job, State
from jobs.queue import enqueue
from jobs.runner import run_waiting
from matches.models import MatchSide
from printing.document import Document
from printing.paper import paper_named
from stats.almanac.data import Chapter, Entry, Listing, Squad
from stats.almanac.gathering import almanac_of
from stats.almanac.packing import packed
from stats.almanac.pages import LONGEST_PIECE, Pages, pieces_of
from stats.almanac.pdf import almanac_pdf
from stats.almanac.squads import sheet_of, teams_of
from teams.models import Player, Team
from teams.roster.printed import Characteristic, RosterLine
from tests.competitions.competition_builders import (
    add_player_line,
    bare_teams,
    competition_in,
    decide_match,
    matches_of,
)
from tests.leagues.cast import Cast, form_data, signed_in
from tests.printing.reading import loose_fonts, outline, page_texts, syntax_problems
from tests.teams.facts import won, write
from tests.teams.team_builders import approved_team

pytestmark = pytest.mark.once

STORY = "It rained.\nWe lost, but not the singing."


@pytest.fixture
def cup(cast: Cast) -> Competition:
    """A cup after one match, in which a player of the home team scored twice and one of the away team died."""
    competition = competition_in(cast.league, bare_teams(cast.league, 3), started=True, name="Old World Cup")
    first = matches_of(competition)[0]
    scorer = Player.objects.create(team=first.home, name="Griff")
    victim = Player.objects.create(team=first.away, name="Zug")
    decide_match(first, 2, 1, (1, 0))
    add_player_line(first, "home", scorer, touchdowns=2, spp=6)
    add_player_line(first, "away", victim, died=True, killed_by=scorer)
    MatchSide.objects.filter(match=first.match, side="away").update(story=STORY)
    return competition


def test_a_season_is_printed_as_a_book_that_anybody_who_sees_it_can_ask_for(cast: Cast, cup: Competition) -> None:
    client, address = signed_in(cast.stranger), f"/leagues/{cast.league.slug}/seasons/1/"
    assert "Print the almanac" in client.get(address).content.decode()
    client.post(f"{address}almanac/", form_data())
    job = Job.objects.get(kind="almanac_pdf")
    run_waiting()
    job = Job.objects.select_related("result").get(pk=job.pk)
    assert (job.state, job.result.filename) == (State.DONE, f"{cast.league.name}, Season 1, almanac.pdf"), job.error
    assert kinds.titles([job])[job.public_id] == f"Almanac: {cast.league.name}, Season 1"
    pdf = bytes(job.result.content)
    pages = page_texts(pdf)
    assert cast.league.name in pages[0] and "Almanac" in pages[0]
    whole = "\n".join(pages)
    for words in ("2 – 1", "Griff (2) scored", "Zug (dead)", "It rained.", "not the singing", "killed by Griff"):
        assert words in whole, words
    assert outline(pdf)[:4] == ["Season 1", "Old World Cup", "Teams", "Matches"]
    assert syntax_problems(pdf) == [] and loose_fonts(pdf) == []
    assert client.post(f"{address}almanac/", form_data())["Location"].endswith("/download/")


def test_a_match_that_was_conceded_says_so(cup: Competition) -> None:
    """Its score may not be what the players named below it scored."""
    first = matches_of(cup)[0]
    MatchSide.objects.filter(match=first.match, side="home").update(result="conceded", score=0)
    told = " ".join("\n".join(page_texts(almanac_pdf(almanac_of(cup.season)))).split())
    assert f"{first.home.name} conceded" in told and f"{first.away.name} conceded" not in told


def test_the_contents_name_the_pages_on_which_things_are(cast: Cast, cup: Competition) -> None:
    pages = page_texts(almanac_pdf(almanac_of(cup.season)))
    contents = dict(re.findall(r"^(.+?) (\d+)$", pages[1], re.MULTILINE))
    assert {"Old World Cup", "Anvils", "Teams", "Leaders", "The fallen"} <= contents.keys()
    for title in ("Anvils", "Leaders", "The fallen"):
        assert title in pages[int(contents[title]) - 1], title


def test_a_trophy_stands_with_the_team_that_won_it_alone(cast: Cast, cup: Competition) -> None:
    winner, other, _ = teams_of(cup.season)
    Team.objects.filter(pk=other.pk).update(name=winner.name, state=Team.State.RETIRED)
    trophy = Trophy.objects.create(league=cast.league, name="The Cup")
    Holding.objects.create(trophy=trophy, team=winner, season=cup.season)
    assert sum("The Cup" in str(squad.honours) for squad in almanac_of(cup.season).squads) == 1


def test_the_same_season_prints_the_same_bytes_on_either_paper(cup: Competition) -> None:
    first, again = (almanac_pdf(almanac_of(cup.season)) for _ in range(2))
    assert first == again
    letter = PdfReader(BytesIO(almanac_pdf(almanac_of(cup.season), page_size="letter")))
    assert {round(float(page.mediabox.width)) for page in letter.pages} == {612}


def test_the_number_of_queries_does_not_depend_on_the_number_of_matches(cup: Competition) -> None:
    def queries() -> int:
        Competition.objects.filter(pk=cup.pk).update(standings_version=cup.standings_version + 100)
        with CaptureQueriesContext(connection) as found:
            almanac_of(Season.objects.select_related("league__ruleset", "end").get(pk=cup.season_id))
        return len(found)

    few = queries()
    for fixture in matches_of(cup)[1:]:
        decide_match(fixture, 1, 1)
        add_player_line(fixture, "home", Player.objects.create(team=fixture.home, name="One"), touchdowns=1)
    cup.standings_version += 100
    assert queries() <= few


def test_a_roster_is_that_of_the_seasons_end(cast: Cast) -> None:
    team = approved_team(cast.league, cast.coach, by=cast.commissioner, name="Zebras")
    season = competition_in(cast.league, [team]).season
    write(team, won(30_000))
    SeasonEnd.objects.create(season=season)
    Season.objects.filter(pk=season.pk).update(state=Season.State.CLOSED)
    SeasonEnd.objects.filter(season=season).update(at=timezone.now())
    write(team, won(50_000))
    season = Season.objects.select_related("end").get(pk=season.pk)
    (found,) = teams_of(season)
    now, then = sheet_of(found, None), sheet_of(found, season.end.at)
    assert now is not None and then is not None
    assert now.treasury - then.treasury == 50_000
    assert sheet_of(found, season.end.at - timedelta(days=400)) is None


def test_only_people_who_see_the_league_see_its_almanac(cast: Cast) -> None:
    job = Job(kind="almanac_pdf", params={"season": competition_in(cast.private).season_id})
    people = ((AnonymousUser(), False), (cast.stranger, False), (cast.elsewhere, False), (cast.coach, True))
    assert [kinds.may_see(person, job) for person, _inside in people] == [inside for _person, inside in people]
    address = f"/leagues/{cast.private.slug}/seasons/1/almanac/"
    assert signed_in(cast.stranger).post(address, form_data()).status_code == 404
    assert signed_in(None).post(address, form_data()).status_code in (302, 404)
    assert not Job.objects.exists()


def test_a_season_in_which_nothing_has_begun_says_so(cast: Cast) -> None:
    season = competition_in(cast.league, bare_teams(cast.league, 2)).season
    job = enqueue("almanac_pdf", {"season": season.pk}, owner=cast.coach)
    run_waiting()
    job.refresh_from_db()
    assert (job.state, "has begun" in job.error) == (State.FAILED, True)


def test_a_long_story_is_cut_into_pieces_at_spaces_and_none_of_it_is_lost() -> None:
    text = "word " * 900 + "\n\n" + "x" * 5000
    pieces = list(pieces_of(text))
    assert max(map(len, pieces)) <= LONGEST_PIECE
    assert "".join(pieces).replace(" ", "") == text.replace(" ", "").replace("\n", "")


def test_many_who_share_a_record_are_all_named_in_as_many_lines_as_they_need(cup: Competition) -> None:
    names = [f"Wolfgang Sebastian Friedrich the {nth}th" for nth in range(1, 9)]
    entry = Entry(name="Most kills", figure="1", more=", ".join(names))
    chapter = Chapter(title="Awards", parts=[("", [Listing(heading="", entries=[entry, entry])])])
    book = almanac_pdf(replace(almanac_of(cup.season), chapters=[chapter]))
    printed = " ".join(" ".join(page_texts(book)).split())
    assert all(printed.count(name) == 2 for name in names) and "…" not in printed


def test_a_short_list_is_not_torn_by_the_end_of_a_page(cup: Competition) -> None:
    def listing(heading: str, entries: int) -> Listing:
        return Listing(heading=heading, entries=[Entry(name=f"{heading} {nth}") for nth in range(entries)])

    for before in range(20, 40):
        parts = [("", [listing("Long", before)]), ("Cup", [listing("Short", 5)])]
        book = almanac_pdf(replace(almanac_of(cup.season), chapters=[Chapter(title="Leaders", parts=parts)]))
        assert [page.count("Short") for page in page_texts(book) if "Short" in page] == [6], before
        assert any("Cup\nShort" in page for page in page_texts(book)), before


def test_many_skills_are_printed_in_two_lines_and_not_small(cup: Competition) -> None:
    skills = ["Mighty Blow", "Thick Skull", "Bone-head", "Throw Team-mate"]
    four = [Characteristic(name="MA", value=4)] * 4
    line = RosterLine(number=1, name="Zug", position="Ogre", characteristics=four, starting_skills=skills, misses=1)
    few = replace(line, number=2, starting_skills=skills[:1], misses=0)
    almanac = almanac_of(cup.season)
    deeds = ["Cp", "TD", "Int", "Cas", "MVP"]
    squad = replace(
        almanac.squads[0],
        columns=("deeds:*", "spp"), characteristics=["MA", "ST", "AG", "AV"], deeds=deeds, players=[line, few],
    )  # fmt: skip
    sizes: list[float] = []

    def read(text: str, _user: object, _matrix: object, _font: object, size: float) -> None:
        if "Blow" in text or "Team-mate" in text:
            sizes.append(size)

    for page in PdfReader(BytesIO(almanac_pdf(replace(almanac, squads=[squad])))).pages:
        page.extract_text(visitor_text=read)
    assert len(sizes) >= 2 and min(sizes) >= 7


def test_the_teams_of_a_season_share_its_pages(cup: Competition) -> None:
    """Those that nearly fit on a page together do so with lower rows; one that is alone on a page has higher rows."""
    almanac = almanac_of(cup.season)
    four = [Characteristic(name="MA", value=4)] * 4
    names = ("MA", "ST", "AG", "AV")

    def told(players: int) -> Squad:
        lines = [
            RosterLine(number=nth, name=f"Zug {nth}", position="Ogre", characteristics=four) for nth in range(players)
        ]
        return replace(almanac.squads[0], columns=("spp",), characteristics=names, players=lines)

    def pages_of(*players: int) -> tuple[list[float], int]:
        squads = [told(each) for each in players]
        pages = Pages(Document(title="", paper=paper_named("A4"), language="en"), almanac.worn, "")
        stretches = [round(stretch, 2) for _squad, stretch in packed(pages, squads)]
        book = page_texts(almanac_pdf(replace(almanac, squads=squads)))
        return stretches, sum("PLAYER" in page for page in book)

    assert pages_of(11, 11) == ([1.4, 1.4], 1)
    (low, same), pages = pages_of(20, 20)
    assert 0.82 <= low == same < 1 and pages == 1
    assert pages_of(20, 20, 11)[1] == 2 and pages_of(30, 30)[1] == 2
    assert pages_of(30)[0] == [1.4] and pages_of(60) == ([1.0], 2)
