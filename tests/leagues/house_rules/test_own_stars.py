"""A commissioner enters stars of the league's own: the form, its messages, the page of house rules, and the log."""

import uuid

from django.urls import reverse
from django.utils.html import escape

from tests.leagues.cast import Cast, signed_in
from tests.web.league_forms import fields_in

LINE = "Old Ironbelly; 220000; Dwarf, Human; 5 4 3 9; Loner, Block"
FIELD = "option_star_players"


def send(cast: Cast, typed: str) -> tuple[int, str]:
    client, url = signed_in(cast.commissioner), reverse("leagues:change_house_rules", args=[cast.league.slug])
    form = fields_in(client.get(url).content.decode())
    answer = client.post(url, {**form, FIELD: typed, "reason": "Voted", "command_id": str(uuid.uuid4())})
    return answer.status_code, answer.content.decode()


def test_what_is_typed_is_kept_in_the_rules_and_shown(cast: Cast) -> None:
    status, _page = send(cast, "Old Ironbelly; 220k; human,dwarf; 5 4 3 9; loner, Block\r\n\r\n")
    cast.league.refresh_from_db()
    assert (status, cast.league.ruleset.values["star_players"]) == (302, [LINE])
    assert "Old Ironbelly" in cast.league.ruleset.rules().book.stars
    page = signed_in(cast.coach).get(reverse("leagues:house_rules", args=[cast.league.slug])).content.decode()
    assert f"<strong>{LINE}</strong>" in page and f"None → {LINE}" in page
    stars = page[page.index('id="own-stars"') :]
    assert "Old Ironbelly" in stars and "220k" in stars and '/rules/pbbl-1.10/skills/#block">Block</a>' in stars
    assert '/rules/pbbl-1.10/lists/dwarf/">Dwarf</a>' in stars
    form = signed_in(cast.commissioner).get(reverse("leagues:change_house_rules", args=[cast.league.slug]))
    assert f"{LINE}</textarea>" in form.content.decode()
    log = signed_in(cast.coach).get(reverse("leagues:log", args=[cast.league.slug])).content.decode()
    assert escape("changed the house rules: Star players of the league's own.") in log


def test_sending_the_stored_lines_again_changes_nothing(cast: Cast) -> None:
    send(cast, LINE)
    status, page = send(cast, LINE)
    assert status == 422 and LINE in page


def test_a_wrong_line_is_named_with_its_field_and_what_was_typed_stays(cast: Cast) -> None:
    typed = f"{LINE}\nAnn; 5; Humans; 5 4 3; Blok"
    status, page = send(cast, typed)
    assert status == 422 and typed in page
    for text in (
        "Line 2, price: must be from 1,000 to 5,000,000 gp in whole thousands, not '5'",
        'Line 2, teams: there is no team list "Humans"',
        "Line 2, characteristics: must be 4 numbers (MA ST AG AV), not '5 4 3'",
        'Line 2, skills: there is no skill "Blok"; there are 74, such as Block',
    ):
        assert escape(text) in page
    cast.league.refresh_from_db()
    assert cast.league.ruleset.values["star_players"] == []


def test_far_too_much_text_is_refused(cast: Cast) -> None:
    status, page = send(cast, "x" * 130_000)
    assert status == 422 and "This is too long." in page


def test_a_name_is_never_read_as_markup(cast: Cast) -> None:
    status, _page = send(cast, "<b>Ann</b>; 220k; Any; 5 4 3 9; Block")
    assert status == 302
    page = signed_in(cast.coach).get(reverse("leagues:house_rules", args=[cast.league.slug])).content.decode()
    assert "<b>Ann" not in page and "&lt;b&gt;Ann" in page
