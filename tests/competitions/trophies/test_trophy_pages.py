"""The pages of trophies, for every role."""

from __future__ import annotations

import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from competitions.models import Holding, Trophy
from competitions.trophies.page import history_of
from leagues.services import Details, create_league
from rules.journal import PointsEarned
from rules.sheet.sheet import counts
from teams.ledger import ledger
from teams.models import Team, TeamState
from tests.competitions.trophies.trophy_builders import hand, major, own, picture, sheet
from tests.leagues.cast import Cast, form_data, signed_in
from tests.matches import match_builders
from tests.teams import team_builders
from web.errors import StaleVersion

pytestmark = pytest.mark.once


def page(cast: Cast, name: str, *more: object) -> str:
    return reverse(f"competitions:{name}", args=[cast.league.slug, *more])


def test_everyone_sees_the_trophies_and_only_a_commissioner_the_buttons(cast: Cast, orcs: Team) -> None:
    hand(cast, major(cast, "blood_bowl"), orcs)
    for person in ("visitor", "coach", "commissioner"):
        shown = signed_in(cast[person]).get(page(cast, "cabinet")).content.decode()
        assert "Gouged Eye" in shown
        assert shown.count("No holder yet") == 3
        assert ("Create a trophy" in shown) == (person == "commissioner")
    assert Trophy.objects.count() == 1  # looking writes nothing


@pytest.mark.parametrize("name", ["cabinet", "make_trophy", "change_trophy", "hand_over", "trophy"])
def test_what_is_done_with_a_trophy_stands_under_records(cast: Cast, name: str) -> None:
    of_one = [] if name in {"cabinet", "make_trophy"} else ["chaos_cup"]
    shown = signed_in(cast.commissioner).get(page(cast, name, *of_one)).text
    assert re.findall(r'aria-current="(?:page|true)"[^>]*>\s*(\w+)', shown)[0] == "Records"


def test_a_league_whose_book_has_no_trophies_says_that_there_are_none(cast: Cast) -> None:
    cast.league = create_league(by=cast.commissioner, details=Details(name="The boxed game"), edition="first-1986")
    cast.league.seasons.create(number=1, name="First season")
    browser = signed_in(cast.commissioner)
    cabinet = browser.get(page(cast, "cabinet")).text
    assert "No trophies yet" in cabinet and 'class="cabinet"' not in cabinet
    assert "The league has no trophies." in browser.get(page(cast, "end_season", 1)).text


def test_a_trophy_with_a_picture_is_created_and_shown_and_the_picture_removed(cast: Cast) -> None:
    browser = signed_in(cast.commissioner)
    sent = SimpleUploadedFile("boot.jpg", picture(600, 300, "JPEG"), content_type="image/jpeg")
    browser.post(page(cast, "make_trophy"), form_data(name="Golden  Boot", description="For kicking.", picture=sent))
    boot = Trophy.objects.get(name="Golden Boot")
    shown = signed_in(None).get(page(cast, "trophy_picture", boot.address))
    assert (shown["Content-Type"], shown["X-Content-Type-Options"]) == ("image/png", "nosniff")
    assert shown.content.startswith(b"\x89PNG")
    assert "Picture: Golden Boot" in browser.get(page(cast, "trophy", boot.address)).content.decode()
    assert "Remove the picture" in browser.get(page(cast, "change_trophy", boot.address)).content.decode()
    fields = form_data(name="Golden Boot", description="", version=boot.version, bare="on")
    assert browser.post(page(cast, "change_trophy", boot.address), fields).status_code == 302
    assert browser.get(page(cast, "trophy_picture", boot.address)).status_code == 404
    assert "Remove the picture" not in browser.get(page(cast, "change_trophy", boot.address)).content.decode()


def test_an_award_is_refused_if_the_team_changes_meanwhile_and_can_be_sent_again(
    cast: Cast, orcs: Team, monkeypatch: pytest.MonkeyPatch
) -> None:
    def overtaken(**given: object) -> None:
        raise StaleVersion(TeamState.objects.get(team=orcs))

    address, browser = page(cast, "hand_over", "blood_bowl"), signed_in(cast.commissioner)
    fields = form_data(team=orcs.public_id, version=1, prize=60_000, runner_up_prize=0)
    with monkeypatch.context() as patch:
        patch.setattr(ledger, "append", overtaken)
        answer = browser.post(address, fields)
    assert answer.status_code == 409 and not Holding.objects.exists()
    assert answer.context["form"]["version"].value() == "1"
    assert browser.post(address, fields).status_code == 302


def test_a_file_that_is_not_a_picture_is_refused_and_typed_values_stay(cast: Cast) -> None:
    sent = SimpleUploadedFile("boot.svg", b"<svg onload='alert(1)'/>", content_type="image/svg+xml")
    fields = form_data(name="Golden Boot", description="For kicking.", picture=sent)
    answer = signed_in(cast.commissioner).post(page(cast, "make_trophy"), fields)
    assert answer.status_code == 422
    assert "not a readable picture" in answer.content.decode()
    assert "For kicking." in answer.content.decode()
    assert not Trophy.objects.exists()


def test_a_major_is_awarded_and_its_gifts_are_drawn_and_chosen(cast: Cast, orcs: Team) -> None:
    browser = signed_in(cast.commissioner)
    shown = browser.get(page(cast, "hand_over", "chaos_cup")).content.decode()
    assert "Gouged Eye" in shown
    fields = form_data(team=orcs.public_id, version=1, prize=0, runner_up_prize=0)
    answer = browser.post(page(cast, "hand_over", "chaos_cup"), fields)
    held = Holding.objects.get()
    gifts = reverse("competitions:gifts", args=[held.pk])
    assert answer["Location"] == gifts
    coach = signed_in(cast.coach)
    assert signed_in(cast.other_coach).get(gifts).status_code == 403
    assert "Draw players" in coach.get(gifts).content.decode()
    coach.post(gifts, form_data(version=held.version))
    held.refresh_from_db()
    first = held.gift_players[0]
    assert "Horns (+30k)" in coach.get(gifts).content.decode()
    wrong = coach.post(gifts, form_data(version=held.version, **{f"player_{first}": "Block"}))
    assert wrong.status_code == 422
    coach.post(gifts, form_data(version=held.version, **{f"player_{first}": "Horns"}))
    assert sheet(orcs).player(first).skills[-1] == "Horns"
    assert coach.get(gifts)["Location"] == page(cast, "trophy", "chaos_cup")


def test_prizes_over_the_limit_are_refused_in_the_form(cast: Cast, orcs: Team) -> None:
    cup = own(cast, "Far Albion Cup")
    fields = form_data(team=orcs.public_id, version=cup.version, prize=130_000, runner_up_prize=0, note="Well played")
    answer = signed_in(cast.commissioner).post(page(cast, "hand_over", cup.address), fields)
    assert answer.status_code == 422
    assert "at most 120k" in answer.content.decode()
    assert "Well played" in answer.content.decode()


def test_a_team_in_a_match_is_told_how_to_get_out_of_it(cast: Cast, orcs: Team) -> None:
    match_builders.opened_match(orcs, team_builders.team_from_list(cast.league, cast.other_coach, "Reavers", "Human"))
    fields = form_data(team=orcs.public_id, version=1, prize=0, runner_up_prize=0)
    answer = signed_in(cast.commissioner).post(page(cast, "hand_over", "spike"), fields)
    assert answer.status_code == 409
    assert "Finish the post-match sequence of that match first" in answer.content.decode()


def test_the_player_of_the_year_is_chosen_from_those_who_are_level(cast: Cast, orcs: Team) -> None:
    best = team_builders.add_entry(
        orcs, 3, lambda player: PointsEarned(player=player, spp=9, deeds=counts(touchdowns=3))
    )
    browser = signed_in(cast.commissioner)
    assert "Gouged Eye: 9 SPP" in browser.get(page(cast, "best_player", "spike")).content.decode()
    browser.post(page(cast, "best_player", "spike"), form_data(version=1, player=best))
    line = ledger.sheet_in(TeamState.objects.get(team=orcs)).player(best)
    assert line.skills[-1] == "Fan Favourite"
    assert "player of the year" in browser.get(page(cast, "trophy", "spike")).content.decode()


def test_an_award_is_given_to_a_player_by_name(cast: Cast, orcs: Team) -> None:
    hat = own(cast, "Best Hat", for_players=True)
    browser, player = signed_in(cast.commissioner), orcs.players.first()
    assert f'<optgroup label="{orcs.name}">' in browser.get(page(cast, "hand_over", hat.address)).content.decode()
    browser.post(page(cast, "hand_over", hat.address), form_data(player=player.pk, version=hat.version))
    shown = signed_in(None).get(page(cast, "cabinet")).content.decode()
    assert player.name in shown


def test_a_teams_page_shows_its_trophies(cast: Cast, orcs: Team) -> None:
    hand(cast, own(cast, "Golden Boot"), orcs, prize=50_000)
    hat = own(cast, "Best Hat", for_players=True)
    hand(cast, hat, orcs, player=orcs.players.first())
    answer = signed_in(None).get(reverse("matches:team", args=[orcs.public_id]))
    shown = " ".join(answer.content.decode().split())
    assert "Golden Boot</a> <small>winner (50k)" in shown and shown.count('<svg class="cup"') == 2
    assert f"Best Hat</a> <small>winner: {orcs.players.first().name}" in shown


def test_the_latest_stands_first_and_each_runner_up_after_the_winner(cast: Cast, orcs: Team) -> None:
    humans = team_builders.team_from_list(cast.league, cast.other_coach, "Reavers", "Human")
    hand(cast, major(cast, "blood_bowl"), humans, runner_up=orcs)
    hand(cast, major(cast, "blood_bowl"), orcs, runner_up=humans)
    rows = history_of(major(cast, "blood_bowl"))
    assert [(row.role, row.team) for row in rows] == [
        ("winner", "Gouged Eye"),
        ("runner-up", "Reavers"),
        ("winner", "Reavers"),
        ("runner-up", "Gouged Eye"),
    ]


def test_a_trophy_of_another_league_is_not_found(cast: Cast) -> None:
    cup = own(cast)
    address = reverse("competitions:trophy", args=[cast.private.slug, cup.address])
    assert signed_in(cast.commissioner).get(address).status_code == 404
