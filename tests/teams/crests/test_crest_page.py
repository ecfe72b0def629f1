"""The page on which a team's crest is chosen, and the picture that may stand in its place."""

from __future__ import annotations

import re
from io import BytesIO
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from PIL import Image, PngImagePlugin

from leagues.services import archive_league
from teams.crests.dressing import SMALL_SIDE, dress
from teams.models import Team, TeamPicture
from teams.roster.retiring import retire_team
from tests.leagues.cast import PEOPLE, Cast, form_data, signed_in
from tests.teams import pages, team_builders
from web.crests.crest import PARTS, Crest, crest_in
from web.crests.form import PICTURE_SIDE
from web.errors import Refusal, StaleVersion
from web.pictures import redrawn, smaller

CHOSEN = {
    "shape": "round",
    "pattern": "saltire",
    "emblem": "swords",
    "first": "violet",
    "second": "gold",
    "shirt": "hoops",
}
SIZE = (400, 500)


@pytest.fixture
def team(cast: Cast) -> Team:
    return team_builders.approved_team(cast.league, cast.coach)


def picture(
    kind: str = "PNG", size: tuple[int, int] = SIZE, name: str = "crest.png", **saved: Any
) -> SimpleUploadedFile:
    out = BytesIO()
    Image.new("RGB", size, "teal").save(out, kind, **saved)
    return SimpleUploadedFile(name, out.getvalue())


def chosen(team: Team, **changes: Any) -> dict[str, Any]:
    fields = {**CHOSEN, "version": team.version, **changes}
    return form_data(**{name: value for name, value in fields.items() if value is not None})


def again(team: Team) -> Team:
    return Team.objects.get(pk=team.pk)


@pytest.mark.parametrize("person", PEOPLE)
def test_the_coach_and_commissioners_choose_a_crest(person: str, cast: Cast, team: Team) -> None:
    client = signed_in(cast[person])
    inside = person in ("coach", "commissioner", "staff")
    assert (client.get(pages.url("crest", team)).status_code == 200) == inside
    response = client.post(pages.url("crest", team), chosen(team))
    assert (crest_in(again(team).crest) == Crest(**CHOSEN)) == inside
    if inside:
        assert response["Location"] == reverse("matches:team", args=[team.public_id])


def test_the_chosen_crest_is_on_the_teams_page_and_in_lists(cast: Cast, team: Team) -> None:
    client = signed_in(cast.coach)
    client.post(pages.url("crest", team), chosen(team))
    for address in (reverse("matches:team", args=[team.public_id]), reverse("teams:list", args=[cast.league.slug])):
        html = client.get(address).content.decode()
        assert f'<use href="#{Crest(**CHOSEN).id}"/>' in html
        assert html.count(f'<symbol id="{Crest(**CHOSEN).id}"') == 1


def test_the_page_shows_every_choice_with_its_name(cast: Cast, team: Team) -> None:
    html = signed_in(cast.coach).get(pages.url("crest", team)).content.decode()
    for part, found in PARTS.items():
        assert re.findall(rf'name="{part}" value="([a-z_]+)"', html.replace("\n  ", " ")) == list(found)
        checked = re.search(rf'name="{part}" value="([a-z_]+)"\s+id="[^"]+" checked', html)
        assert checked and checked[1] == team.crest[part]
    assert "style=" not in html and "onclick" not in html


def test_a_preview_without_scripts_shows_the_choice_and_saves_nothing(cast: Cast, team: Team) -> None:
    before = team.crest
    sent = chosen(team, preview="1")
    response = signed_in(cast.coach).post(pages.url("crest", team), sent)
    assert response.status_code == 200
    html = response.content.decode()
    assert Crest(**CHOSEN).id in html and 'value="saltire"' in html
    assert "White numbers on violet: 8.3 to 1" in html
    assert again(team).crest == before
    assert signed_in(cast.coach).post(pages.url("crest", team), {**sent, "preview": ""}).status_code == 200


def test_a_preview_says_that_a_picture_must_be_chosen_again(cast: Cast, team: Team) -> None:
    client = signed_in(cast.coach)
    script = {"HX-Request": "true", "HX-Trigger-Name": "picture"}
    client.post(pages.url("crest", team), chosen(team, preview="1", picture=picture()), headers=script)
    with_picture = client.post(pages.url("crest", team), chosen(team, preview="1", picture=picture()))
    assert with_picture.content.decode().count("A picture is shown only once it is saved") == 1
    assert not again(team).crest_picture
    assert "A picture is shown" not in client.post(pages.url("crest", team), chosen(team, preview="1")).content.decode()


def test_a_script_gets_the_preview_and_the_rows_that_look_different(cast: Cast, team: Team) -> None:
    headers = {"HX-Request": "true", "HX-Trigger-Name": "shape"}
    response = signed_in(cast.coach).post(pages.url("crest", team), chosen(team, preview="1"), headers=headers)
    html = response.content.decode()
    assert html.startswith('<div class="crest-preview"') and "<html" not in html
    assert re.findall(r'id="(options-\w+)"', html) == ["options-pattern", "options-shirt"]
    assert f'<symbol id="{Crest(**CHOSEN).id}"' in html


def test_the_page_says_who_wears_the_same_colours(cast: Cast, team: Team) -> None:
    other = team_builders.approved_team(cast.league, cast.other_coach, "Altdorf Acolytes")
    Team.objects.filter(pk=other.pk).update(crest={"first": "gold", "second": "violet"})
    sent = chosen(team, preview="1")
    assert "Also in violet and gold: Altdorf Acolytes" in pages.text_of(
        signed_in(cast.coach).post(pages.url("crest", team), sent)
    )


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"emblem": "dragon"}, "There is no dragon here"),
        ({"first": ""}, "Choose one."),
        ({"shape": None}, "Choose one."),
        ({"shirt": "<b>"}, "There is no &lt;b&gt; here"),
    ],
)
def test_what_there_is_not_is_refused_and_the_rest_stays_chosen(
    changes: dict[str, Any], said: str, cast: Cast, team: Team
) -> None:
    response = signed_in(cast.coach).post(pages.url("crest", team), chosen(team, **changes))
    html = response.content.decode()
    assert response.status_code == 422
    assert said in html
    assert re.search(r'value="saltire"\s+id="choose-pattern-saltire" checked', html)
    assert again(team).crest == team.crest


def test_two_people_do_not_overwrite_each_other(cast: Cast, team: Team) -> None:
    dress(team=team, expected=team.version, crest=Crest(first="pink"))
    response = signed_in(cast.coach).post(pages.url("crest", team), chosen(team))
    assert response.status_code == 409
    assert "pink" in response.content.decode()
    with pytest.raises(StaleVersion):
        dress(team=team, expected=team.version, crest=Crest())


def test_a_retired_team_keeps_its_crest(cast: Cast, team: Team) -> None:
    retire_team(team=team, expected=team.version, by=cast.commissioner, reason="")
    retired = again(team)
    with pytest.raises(Refusal):
        dress(team=retired, expected=retired.version, crest=Crest())


def test_no_crest_changes_in_an_archived_league(cast: Cast, team: Team) -> None:
    archive_league(league=cast.league, by=cast.commissioner, reason="over")
    assert signed_in(cast.coach).post(pages.url("crest", team), chosen(team)).status_code in (409, 422)
    assert again(team).crest == team.crest


def test_an_uploaded_picture_stands_for_the_crest_until_it_is_removed(cast: Cast, team: Team) -> None:
    client = signed_in(cast.coach)
    client.post(pages.url("crest", team), chosen(team, picture=picture()))
    shown = again(team)
    address = shown.crest_picture
    assert address.startswith(f"/teams/{team.public_id}/crest/picture/?")
    assert f'src="{address}"' in client.get(reverse("matches:team", args=[team.public_id])).content.decode()
    large, small = client.get(address), client.get(f"{address}&small")
    assert (large["Content-Type"], large["X-Content-Type-Options"]) == ("image/png", "nosniff")
    assert Image.open(BytesIO(large.content)).size == (round(PICTURE_SIDE * 0.8), PICTURE_SIDE)
    in_lists = Image.open(BytesIO(small.content))
    assert max(in_lists.size) == SMALL_SIDE and in_lists.mode == "P", "256 colours: lists have many of them"
    assert crest_in(shown.crest) == Crest(**CHOSEN), "the crest is still there"

    client.post(pages.url("crest", team), chosen(shown, shape="heater"))
    kept = again(team)
    assert kept.crest_picture == address
    client.post(pages.url("crest", team), chosen(kept, bare="on"))
    assert again(team).crest_picture == ""
    assert not TeamPicture.objects.exists()
    assert client.get(address).status_code == 404


def test_a_small_picture_is_as_transparent_as_the_large_one() -> None:
    out = BytesIO()
    drawn = Image.new("RGBA", (100, 120), "#00000000")
    drawn.paste("#a01f1bff", (0, 60, 100, 120))
    drawn.save(out, "PNG")
    small = smaller(redrawn(SimpleUploadedFile("crest.png", out.getvalue())), SMALL_SIDE)
    seen = Image.open(BytesIO(small.image)).convert("RGBA")
    assert seen.getchannel("A").getpixel((20, 10)) == 0
    kept = seen.getpixel((20, 55))
    assert isinstance(kept, tuple)
    assert all(abs(one - other) <= 1 for one, other in zip(kept, (160, 31, 27, 255), strict=True))


def test_another_picture_has_another_address(team: Team) -> None:
    one, other = redrawn(picture()), redrawn(picture(size=(90, 90)))
    first = dress(team=team, expected=team.version, crest=Crest(), picture=one)
    second = dress(team=first, expected=first.version, crest=Crest(), picture=other)
    assert first.crest_picture != second.crest_picture
    assert TeamPicture.objects.count() == 1


@pytest.mark.parametrize("person", PEOPLE)
def test_a_private_leagues_pictures_are_its_own(person: str, cast: Cast) -> None:
    team = team_builders.approved_team(cast.private, cast.coach, by=cast.commissioner)
    dressed = dress(team=team, expected=team.version, crest=Crest(), picture=redrawn(picture()))
    answer = signed_in(cast[person]).get(dressed.crest_picture)
    assert (answer.status_code == 200) == (person not in ("visitor", "stranger", "elsewhere"))


def test_nothing_but_the_pixels_is_kept(cast: Cast, team: Team) -> None:
    told = PngImagePlugin.PngInfo()
    told.add_text("Place", "my kitchen")
    signed_in(cast.coach).post(pages.url("crest", team), chosen(team, picture=picture(pnginfo=told)))
    assert b"kitchen" not in bytes(TeamPicture.objects.get().image)


@pytest.mark.parametrize(
    "upload",
    [
        SimpleUploadedFile("crest.png", b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>"),
        SimpleUploadedFile("crest.png", b""),
        SimpleUploadedFile("crest.png", b"\x89PNG\r\n\x1a\n" + b"\x00" * 500),
        SimpleUploadedFile("../../crest.png", b"GIF89a" + b"\xff" * 40),
        SimpleUploadedFile("crest.png", b"x" * 1_000_001),
    ],
)
def test_hostile_files_are_refused(upload: SimpleUploadedFile, cast: Cast, team: Team) -> None:
    response = signed_in(cast.coach).post(pages.url("crest", team), chosen(team, picture=upload))
    assert response.status_code == 422
    assert again(team).crest == team.crest
    assert not TeamPicture.objects.exists()


def test_a_picture_of_too_many_pixels_is_refused(cast: Cast, team: Team) -> None:
    response = signed_in(cast.coach).post(pages.url("crest", team), chosen(team, picture=picture(size=(1, 8_193))))
    assert response.status_code == 422 and "too many" in response.content.decode()


@pytest.mark.parametrize("size", [(4_000, 10), (10, 400), (410, 100)])
def test_a_picture_that_is_a_stripe_is_no_crest(cast: Cast, team: Team, size: tuple[int, int]) -> None:
    """Made small for a list, nobody would see it."""
    response = signed_in(cast.coach).post(pages.url("crest", team), chosen(team, picture=picture(size=size)))
    assert response.status_code == 422 and "too narrow for a crest" in response.content.decode()
    assert not TeamPicture.objects.exists()


def test_the_page_takes_a_fixed_number_of_queries(cast: Cast, team: Team, django_assert_max_num_queries: Any) -> None:
    client: Client = signed_in(cast.coach)
    begun = [Team(league=cast.league, name=f"Team {place}", team_list="Orc") for place in range(20)]
    Team.objects.bulk_create(begun)
    with django_assert_max_num_queries(12):
        client.get(pages.url("crest", team))
