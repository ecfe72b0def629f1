"""The parts of a team's page: roster, purchases, value, graveyard."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from django.template.loader import render_to_string

from rules import editions
from rules.sheet.sheet import Departed
from rules.words.words import k
from teams import selectors
from teams.ledger import ledger
from teams.models import Team, TeamState
from teams.presentation import presentation
from teams.presentation.figures import shown_figure
from teams.presentation.presentation import ShownTeam
from tests.leagues.cast import Cast
from tests.teams import team_builders
from tests.teams.pages import words

pytestmark = pytest.mark.once


@pytest.fixture
def team(cast: Cast) -> Team:
    return team_builders.veteran_team(cast.league, cast.coach)


@pytest.fixture
def sheet(team: Team) -> ShownTeam:
    return team_shown(team)


def team_shown(team: Team) -> ShownTeam:
    state, names = selectors.state_of(team), selectors.names_of(team)
    value = shown_figure(ledger.value_in(state), names)
    return presentation.shown_team(team.ruleset.rules(), ledger.sheet_in(state), value, names)


def shown(part: str, sheet: ShownTeam) -> str:
    return render_to_string(f"teams/roster/_{part}.html", {"sheet": sheet})


def text(html: str) -> str:
    return " ".join(" ".join(words(html)).split())


def row(sheet: ShownTeam, number: int) -> str:
    """The text of a player's line in the roster."""
    rows = re.findall(r"<tr.*?</tr>", shown("roster", sheet), flags=re.DOTALL)
    return next(line for line in map(text, rows) if line.startswith((f"{number} ", f"No. {number}, ")))


def test_improvements_have_a_sign_and_words(sheet: ShownTeam) -> None:
    line = row(sheet, 1)
    assert "4 ↑ improved from 3" in line
    assert "+Block" in line and "+Dodge" in line
    assert "31 Emerging Star" in line and "20 to Star Player" in line


def test_injuries_have_a_sign_and_words(sheet: ShownTeam) -> None:
    line = row(sheet, 2)
    assert "5 ↓ injured, down from 6" in line
    assert (
        "misses the next match" in line
        and "2 niggling injuries (+2 on injury rolls against this player), −1 MA" in line
    )


def test_only_injured_players_have_a_list_of_injuries(sheet: ShownTeam) -> None:
    """Injuries are listed with the skills: a roster fits a page of 1280 px, and a number stays beside its name."""
    page = shown("roster", sheet)
    assert page.count('class="injuries"') == sum(bool(one.misses_next or one.injuries) for one in sheet.players) > 0
    assert len(sheet.players) > page.count('class="injuries"')
    assert page.count('<span class="called"><span class="shirt">') == sum(bool(one.name) for one in sheet.players)


def test_a_lost_point_that_was_gained_before_is_an_injury_without_a_mark(sheet: ShownTeam) -> None:
    player = next(each for each in sheet.players if each.number == 5)
    assert [each.mark for each in player.characteristics] == ["", "", "", "injured"]
    assert player.injuries == ("−1 MA", "−1 AV")
    assert player.cost.amount == "80k"


def test_a_players_value_is_the_position_plus_improvements(sheet: ShownTeam) -> None:
    cost = sheet.players[0].cost
    assert (cost.amount, [(term.label, term.amount) for term in cost.terms]) == (
        "140k",
        [("Lineman", "50k"), ("Block", "20k"), ("Dodge", "30k"), ("+1 AG", "40k")],
    )
    assert "Lineman 50k p. 55 Block 20k p. 34" in text(shown("roster", sheet))
    plain = next(player for player in sheet.players if player.number == 6)
    assert (plain.cost.amount, plain.cost.terms) == ("50k", ())


def test_the_points_to_the_next_level_are_shown(cast: Cast, team: Team) -> None:
    rules, sheet = team.ruleset.rules(), ledger.sheet_in(TeamState.objects.get(team=team))
    first = sheet.players[0]
    star = presentation.career(rules, first)
    assert (star.level, star.ahead, star.progress, star.stretch, star.due) == (
        "Emerging Star",
        "20 to Star Player",
        "0",
        "20",
        "",
    )
    legend = presentation.career(rules, replace(first, spp=200))
    assert (legend.level, legend.ahead, legend.due) == ("Legend", "", "3 improvement rolls due")


def test_the_legend_has_a_mark_only_where_a_player_has_it(team: Team) -> None:
    book = next(each.book for each in editions.EDITIONS if each.book.marks)
    mark = next(iter(book.marks.values()))
    line = ledger.sheet_in(TeamState.objects.get(team=team)).players[0]
    assert mark.name not in [head.text for head in presentation.legend(book, [line])]
    assert mark.name in [head.text for head in presentation.legend(book, [line, replace(line, marks=(mark.key,))])]


def test_dead_and_departed_players_are_listed_separately(sheet: ShownTeam) -> None:
    html = shown("departed", sheet)
    graveyard, departed = html.split("Departed", 1)
    assert "Jürgen &lt;b&gt;Weiß&lt;/b&gt;" in graveyard and "† died" in text(graveyard)
    assert "Nobby O&#x27;Keefe" in departed and "released" in departed
    assert '<i class="z">0</i>' in html and '<td class="num">0</td>' not in html, "a dot, as on the roster"
    assert [player.number for player in sheet.players] == [1, 2, 5, 6, 7, 8, 9, 10, 11, 12]


def test_who_left_misses_no_match_any_more(team: Team) -> None:
    own = TeamState.objects.get(team=team)
    sheet, rules = ledger.sheet_in(own), team.ruleset.rules()
    gone = Departed(how="released", line=replace(sheet.players[0], misses=1))
    html = shown("departed", presentation.shown_team(rules, replace(sheet, departed=(gone,)), None, {}))
    assert "misses" not in html and html.count("released") == 2, "in a column, and on a phone below the name"


def test_purchases_show_what_a_trophy_adds(sheet: ShownTeam) -> None:
    said = text(shown("goods", sheet))
    assert "Team re-rolls 3 50k each; 1 with a trophy" in said
    assert "Fan factor 4 one of them with a trophy" in said
    assert "Treasury 40k" in said and "Bank 0 of 100k" in said and "Spike! Magazine Trophy" in said


def test_the_page_shows_and_explains_the_stored_team_value(team: Team, sheet: ShownTeam) -> None:
    state = TeamState.objects.get(team=team)
    assert sheet.value.amount == k(state.value)
    said = text(shown("goods", sheet))
    assert "Griff Oberwald (no. 1), Lineman 140k" in said
    assert "no. 2, Lineman, misses the next match 0" in said
    assert f"Total {k(state.value)} p. 32" in said


def test_every_skill_has_one_note(sheet: ShownTeam) -> None:
    html = shown("roster", sheet) + shown("departed", sheet) + sheet.notes
    pressed = set(re.findall(r'popovertarget="(skill-[^"]+)"', html))
    notes = re.findall(r' id="(skill-[^"]+)"', html)
    assert pressed == set(notes) and len(notes) == len(set(notes))
    assert {"skill-block", "skill-dodge", "skill-sure-hands"} <= pressed


def test_names_with_markup_are_shown_as_text(sheet: ShownTeam) -> None:
    for part in ("roster", "goods", "departed"):
        assert "<b>Weiß" not in shown(part, sheet)


def test_an_empty_roster_says_so(cast: Cast) -> None:
    from rules.journal import PlayerLeft

    team = team_builders.approved_team(cast.league, cast.coach)
    team_builders.append_entries(
        team, *[PlayerLeft(player=player, how="released") for player in team_builders.player_ids(team)]
    )
    assert "There is no one on the roster" in shown("roster", team_shown(team))


def test_a_player_without_a_name_is_called_by_number_and_position(sheet: ShownTeam) -> None:
    player = replace(sheet.players[0], name="", number=7, position="Lineman")
    alone = replace(sheet, players=(player,))
    assert "No. 7, Lineman" in text(shown("roster", alone))
    assert "no name" not in text(shown("roster", alone))


def test_a_position_with_an_unsure_profile_has_a_mark_that_says_why(cast: Cast, sheet: ShownTeam) -> None:
    team = team_builders.team_from_list(cast.league, cast.other_coach, "Sand Kings", "Khemri")
    lines = {player.position: player for player in team_shown(team).players}
    doubt = lines["Thro-Ra"].doubt
    assert doubt.startswith("Cost as printed; the profile is lost in the source.")
    html = shown("roster", team_shown(team))
    assert html.count('<details class="doubt">') == 1 and doubt in text(html)
    assert "Unsure: why" in text(html), "what a screen reader says of the mark"
    assert "doubt" not in shown("roster", sheet)
