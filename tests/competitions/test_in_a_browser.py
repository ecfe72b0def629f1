"""The pages of leagues and competitions in a real browser: on a phone and a desktop, light and dark."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from competitions.models import Adjustment, Competition
from competitions.models.formats import formats_by_key, register
from competitions.setup.services import results_changed
from jobs import runner, workers
from matches.models import Match
from teams.models import Team
from tests.browser_pages import DESK, PHONE, Open
from tests.competitions.competition_builders import add_player_line, bare_team, competition_in, decide_match, matches_of
from tests.competitions.formats.king_of_the_hill import KING_OF_THE_HILL
from tests.leagues.cast import Cast
from tests.thoroughness import part_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def cup(cast: Cast) -> Competition:
    """Five teams with long names, two rounds played, tasks for the commissioner and the coach."""
    names = (
        "Ferryport Lanterns of the Lower Reik",
        "Stompers",
        "Kegtown Anvils",
        "Middenheim Marauders",
        "Horns of Ruin",
    )
    coaches = (cast.coach, cast.other_coach, None, None, None)
    teams = [bare_team(cast.league, name, coach) for name, coach in zip(names, coaches, strict=True)]
    cup = competition_in(cast.league, teams, started=True, name="Cup")
    for fixture in matches_of(cup)[:5]:
        decide_match(fixture, 2, 1, (1, 0))
        add_player_line(
            fixture, "home", fixture.home.players.create(name="Somebody"), touchdowns=2, casualties=1, spp=8
        )
    for fixture, state in zip(matches_of(cup)[5:], (Match.State.DISPUTED, Match.State.REPORTED), strict=False):
        Match.objects.filter(pk=fixture.match_id).update(state=state)
    competition_in(cast.league, teams, drawn=True, name="Plate")
    Adjustment.objects.create(competition=cup, team=teams[0], points=-2, reason="A report handed in nine days late")
    Competition.objects.filter(pk=cup.pk).update(cut_lines=[{"after": 2, "label": "Play-offs"}])
    results_changed([cup.pk])
    return cup


def addresses(cup: Competition) -> list[str]:
    """All kinds of pages."""
    root, league = f"/competitions/{cup.public_id}", "/leagues/old-world-sunday-league"
    plate = Competition.objects.get(name="Plate").public_id
    fixture = matches_of(cup)[-1].pk
    return [
        "/",
        f"{league}/",
        f"{league}/seasons/1/",
        f"{league}/seasons/1/competitions/new/",
        f"{league}/friendly/",
        *(f"{root}/{page}" for page in ("", "table/", "fixtures/", "players/", "manage/", "settings/")),
        *(f"{root}/{page}" for page in ("ranking/", "adjust/", "table/?round=1")),
        f"/adjustments/{Adjustment.objects.get().pk}/withdraw/",
        f"/competitions/{plate}/manage/",
        f"/fixtures/{fixture}/",
        f"/fixtures/{fixture}/decide/",
    ]


BROKEN_WORDS = """() => [...document.querySelectorAll('.fixtures :is(.home, .away) a, .tm > span')].flatMap(name => {
  const text = name.firstChild, words = [...(text.data ?? '').matchAll(/\\S+/g)];
  return words.filter(word => {
    const range = document.createRange();
    range.setStart(text, word.index);
    range.setEnd(text, word.index + word[0].length);
    return new Set([...range.getClientRects()].map(each => each.top)).size > 1;
  }).map(word => word[0]);
})"""


@pytest.mark.thorough
def test_no_name_breaks_within_a_word_on_a_phone(opened: Open, cup: Competition) -> None:
    Team.objects.filter(name="Stompers").update(name="Nurgle Plaguebearers")
    league = f"/leagues/{cup.season.league.slug}/"
    for address in (f"/competitions/{cup.public_id}/fixtures/", league, f"/competitions/{cup.public_id}/table/"):
        page = opened(address)
        assert page.locator("main a", has_text="Nurgle Plaguebearers").count() > 0
        assert page.evaluate(BROKEN_WORDS) == [], address


@pytest.mark.thorough
def test_a_name_of_one_long_word_does_not_make_a_page_wider(opened: Open, cup: Competition) -> None:
    Team.objects.filter(name="Stompers").update(name="W" * 30)
    pages = [f"/competitions/{cup.public_id}/{page}" for page in ("", "players/", "table/", "fixtures/", "bracket/")]
    league = f"/leagues/{cup.season.league.slug}/"
    for page in (*pages, league, f"{league}teams/", "/teams/mine/"):
        shown = opened(page)
        assert shown.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth"), page


def test_a_decided_match_says_so_on_a_phone(opened: Open, cup: Competition) -> None:
    fixture = matches_of(cup)[-1]
    page = opened(f"/fixtures/{fixture.pk}/decide/", person="commissioner")
    page.get_by_label(f"Walkover: 2–0 to {fixture.home.name}").check()
    page.get_by_label("Reason").fill("Nobody came")
    page.get_by_role("button", name="Save decision").click()
    expect(page.get_by_role("heading", name="a walkover")).to_be_visible()
    page.get_by_role("link", name="Revoke the decision").click()
    expect(page.get_by_role("button", name="Revoke decision")).to_be_visible()
    page.wait_for_load_state()
    assert Axe().run(page).violations_count == 0
    page.get_by_label("Reason").fill("They came after all")
    page.get_by_role("button", name="Revoke decision").click()
    page.get_by_text("Change or decide the match").click()
    expect(page.get_by_role("link", name="Decide without play")).to_be_visible()


@pytest.mark.thorough
@pytest.mark.parametrize(("size", "night"), [(PHONE, False), (DESK, True)], ids=["phone by day", "desk by night"])
def test_axe_finds_nothing_and_every_page_fits(
    opened: Open, cup: Competition, size: tuple[int, int], night: bool
) -> None:
    for address in part_of(addresses(cup)):
        page = opened(address, size=size, night=night, person="commissioner")
        assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth"), address
        page.evaluate("document.querySelectorAll('main details').forEach(folded => { folded.open = true; })")
        found = Axe().run(page)
        assert found.violations_count == 0, f"{address}: {found.generate_report()}"
        assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth"), address


@pytest.mark.thorough
def test_a_reason_unfolds_in_the_table(opened: Open, cup: Competition) -> None:
    page = opened(f"/competitions/{cup.public_id}/table/")
    reason = page.locator(".why-line p").first
    expect(reason).not_to_be_visible()
    page.locator("details.why summary").first.press("Enter")
    expect(reason).to_be_visible()


@pytest.mark.thorough
def test_the_ranking_of_a_table_can_be_set_by_keyboard_on_a_phone(opened: Open, cup: Competition) -> None:
    page = opened(f"/competitions/{cup.public_id}/ranking/", person="commissioner")
    page.get_by_role("button", name="5/3/1").press("Enter")
    expect(page.get_by_label("Points for a draw")).to_have_value("3")
    page.get_by_role("button", name="Move number 3 up").press("Enter")
    expect(page.locator("#id_tie_2")).to_have_value("touchdown_difference")
    page.get_by_label("Bonus for touchdowns").fill("1")
    page.get_by_label("Bonus for touchdowns").press("Enter")
    expect(page.get_by_role("heading", name="Preview of the table")).to_be_visible()
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    assert Competition.objects.get(pk=cup.pk).points == cup.points, "Enter in a field only shows"
    page.get_by_role("button", name="Save", exact=True).press("Enter")
    expect(page.get_by_text("Ranking saved.")).to_be_visible()
    saved = Competition.objects.get(pk=cup.pk)
    assert (saved.points["win"], saved.points["touchdown_bonus"], saved.tie_breakers[1]) == (
        5,
        1,
        "touchdown_difference",
    )


@pytest.mark.thorough
def test_two_teams_can_be_compared_by_keyboard(opened: Open, cup: Competition) -> None:
    page = opened(f"/competitions/{cup.public_id}/table/")
    page.get_by_label("One team").select_option(label="Horns of Ruin")
    page.get_by_label("Another team").select_option(label="Stompers")
    page.get_by_role("button", name="Explain").press("Enter")
    expect(page.locator(".notice[role=status]")).to_contain_text("Horns of Ruin")


def test_a_printed_table_has_no_buttons(opened: Open, cup: Competition) -> None:
    page = opened(f"/competitions/{cup.public_id}/", size=DESK)
    page.emulate_media(media="print")
    expect(page.get_by_role("table").first).to_be_visible()
    for hidden in (".bar", ".page-actions"):
        expect(page.locator(hidden).first).not_to_be_visible()
    assert page.evaluate("getComputedStyle(document.querySelector('.fixtures a.played')).color") == "rgb(0, 0, 0)"
    row = "document.querySelector('.t tbody').append(document.createElement('tr'))"
    inside = "getComputedStyle(document.querySelector('.t')).breakInside"
    assert page.evaluate(inside) == "avoid"
    for _each in range(16):
        page.evaluate(row)
    assert page.evaluate(inside) == "auto"


@pytest.mark.thorough
def test_one_click_prints_a_table_and_downloads_it(opened: Open, cup: Competition) -> None:
    workers.sign("one")
    page = opened(f"/competitions/{cup.public_id}/table/")
    page.get_by_role("button", name="Table as PDF").first.click()
    expect(page.get_by_text("You can leave this page.")).to_be_visible()
    with page.expect_download() as downloading:
        runner.run_waiting()
    assert downloading.value.suggested_filename == "Cup, Season 1.pdf"
    expect(page.get_by_text("Your file is ready.")).to_be_visible()
    assert "new" not in page.url
    page.goto(page.url.partition("/jobs/")[0] + f"/competitions/{cup.public_id}/table/")
    with page.expect_download() as again:
        page.get_by_role("button", name="Table as PDF").first.click()
    assert again.value.path().read_bytes() == downloading.value.path().read_bytes()


@pytest.mark.thorough
def test_setting_up_shows_the_options_of_a_format_that_is_declared_elsewhere(
    cast: Cast, cup: Competition, opened: Open
) -> None:
    register(KING_OF_THE_HILL)
    try:
        page = opened(f"/leagues/{cast.league.slug}/seasons/1/competitions/new/", person="commissioner")
        rounds, legs, third, king = (
            page.locator(f"[name={name}]") for name in ("planned_rounds", "legs", "third_place", "king_at_home")
        )
        for choice, shown, hidden in (
            ("swiss", rounds, legs), ("knock_out", third, king), ("king_of_the_hill", king, third),
        ):  # fmt: skip
            page.check(f"[name=scheduling][value={choice}]")
            expect(shown.first).to_be_visible()
            expect(hidden).to_have_count(0)
    finally:
        del formats_by_key[KING_OF_THE_HILL.key]
