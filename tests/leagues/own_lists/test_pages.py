"""A commissioner writes team lists of the league's own: as text, as a form, and what the league sees of them."""

import re
import uuid
from html.parser import HTMLParser

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils.html import escape

from leagues.options import PACK_LIKE
from leagues.own_lists.labels import position_fields
from rules.book.edition import Edition
from rules.book.entered.packs import read_pack
from rules.editions import EDITIONS
from tests.leagues.cast import Cast, signed_in
from tests.rules.book.own_lists import FROGS, list_like


class Sent(HTMLParser):
    """What a browser would send of a page's forms: the values of all inputs, selects and text areas."""

    def __init__(self) -> None:
        super().__init__()
        self.found: dict[str, str] = {}
        self.inside = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        of = dict(attrs)
        self.inside = str(of.get("name", "")) if tag in ("select", "textarea") else self.inside
        if tag == "textarea" or (tag == "input" and (of.get("type") not in ("checkbox", "file") or "checked" in of)):
            self.found[str(of.get("name"))] = of.get("value") or ("on" if "checked" in of else "")
        elif tag == "option" and ("selected" in of or self.inside not in self.found):
            self.found[self.inside] = of.get("value") or ""

    def handle_data(self, data: str) -> None:
        if self.inside in self.found and self.get_starttag_text().startswith("<textarea"):  # type: ignore[union-attr]  # a tag began
            self.found[self.inside] += data

    def handle_endtag(self, tag: str) -> None:
        self.inside = "" if tag in ("select", "textarea") else self.inside


def fields_in(page: str) -> dict[str, str]:
    reader = Sent()
    reader.feed(page[page.index("<main") : page.index("</main")])
    return {name: value for name, value in reader.found.items() if name != "add"}


def send(cast: Cast, route: str, query: str = "", **typed: object) -> tuple[int, str]:
    client, url = signed_in(cast.commissioner), reverse(f"leagues:{route}", args=[cast.league.slug]) + query
    form = fields_in(client.get(url).content.decode())
    answer = client.post(url, {**form, **typed, "command_id": str(uuid.uuid4())})
    cast.league.refresh_from_db()
    return answer.status_code, answer.content.decode()


def stored(cast: Cast) -> list[str]:
    return cast.league.ruleset.values["team_lists"]


def test_pasted_lists_are_kept_and_shown_with_the_house_rules(cast: Cast) -> None:
    before = cast.league.ruleset
    assert send(cast, "own_lists", lists=FROGS, reason="Voted")[0] == 302
    assert (stored(cast), before.values["team_lists"]) == ([FROGS], [])
    page = signed_in(cast.coach).get(reverse("leagues:house_rules", args=[cast.league.slug])).content.decode()
    assert 'id="own-lists"' in page and "<summary>Frogs</summary>" in page and "None → Frogs" in page
    assert '/rules/pbbl-1.10/skills/#leap">Leap</a>' in page and "140k" in page
    log = signed_in(cast.coach).get(reverse("leagues:log", args=[cast.league.slug])).content.decode()
    assert escape("changed the house rules: Team lists of the league's own.") in log


def test_other_house_rules_stay_as_they_are_and_keep_the_lists(cast: Cast) -> None:
    send(cast, "own_lists", lists=FROGS)
    send(cast, "change_house_rules", option_several_teams_per_coach="on")
    values = cast.league.ruleset.values
    assert (values["team_lists"], values["several_teams_per_coach"]) == ([FROGS], True)
    send(cast, "own_lists", lists="")
    assert (stored(cast), cast.league.ruleset.values["several_teams_per_coach"]) == ([], True)


def test_a_file_adds_its_lists_to_those_there_are(cast: Cast) -> None:
    send(cast, "own_lists", lists=FROGS)
    newts = FROGS.replace("Frogs", "Newts")
    assert send(cast, "own_lists", file=SimpleUploadedFile("newts.toml", newts.encode()))[0] == 302
    assert stored(cast) == [FROGS, newts]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"\xff\xfe", "This is no text file."),
        (b"#" * 60_001, "This file is too long."),
        (b"[[lists]]", "name: missing"),
    ],
)
def test_a_file_that_cannot_be_read_is_refused(cast: Cast, content: bytes, said: str) -> None:
    status, page = send(cast, "own_lists", file=SimpleUploadedFile("x.toml", content))
    assert status == 422 and said in page


def test_what_is_wrong_is_named_with_its_line_and_what_was_typed_stays(cast: Cast) -> None:
    typed = FROGS.replace("Leap", "Leep").replace("Frogs", "<b>Frogs</b>")
    status, page = send(cast, "own_lists", lists=typed)
    assert status == 422 and escape(typed) in page and "<b>Frogs" not in page
    assert escape('Line 14, <b>Frogs</b> / Jumper, skills: there is no skill "Leep"') in page
    assert stored(cast) == []


def test_a_list_is_written_on_a_page_from_one_of_the_book(cast: Cast) -> None:
    assert send(cast, "own_list", "?like=Human", **{"list-name": "Townsfolk", "list-emblem": "anchor"})[0] == 302
    (text,) = stored(cast)
    assert text.replace('emblem = "anchor"\n', "") == list_like(cast.league.ruleset.book, "Townsfolk", "Human")


def test_a_list_is_changed_on_its_page(cast: Cast) -> None:
    send(cast, "own_lists", lists=f"{FROGS}\n\n{FROGS.replace('Frogs', 'Newts')}")
    typed = {"p1-cost": "60000", "p2-remove": "on", "list-closed": "on"}
    assert send(cast, "own_list", "?name=Frogs", **typed)[0] == 302
    newts, frogs = stored(cast)
    assert 'name = "Newts"' in newts and "cost = 60_000" in frogs
    assert "closed = true" in frogs and "Toad" not in frogs


def test_mistakes_stand_at_their_fields_and_what_was_typed_stays(cast: Cast) -> None:
    typed = {"list-name": "Human", "p1-name": "Jumper", "p1-profile.ST": "60", "p1-skills": "Leep", "p1-cost": "50500"}
    status, page = send(cast, "own_list", **typed)
    assert status == 422 and 'value="Leep"' in page
    for field, text in (
        ("list-name", "Human is there already; choose another name"),
        ("p1-profile.ST", "Jumper: ST must be from 1 to 10, not '60'"),
        ("p1-maximum", "Jumper: is empty; fill it in"),
    ):
        assert f'<a href="#id_{field}">' in page and escape(text) in page


def test_an_empty_form_says_what_it_needs(cast: Cast) -> None:
    status, page = send(cast, "own_list")
    assert status == 422 and "missing key" not in page and "[[" not in page
    for field, text in (
        ("list-name", "is empty; fill it in"),
        ("p1-name", "fill in one position or more; there are 20 at most"),
    ):
        assert re.search(rf'<a href="#id_{field}">[^<]*</a>:\s*{text}', page), field


def test_more_rows_save_nothing(cast: Cast) -> None:
    status, page = send(cast, "own_list", add="1", **{"list-name": "Frogs", "p3-name": "Toad"})
    assert status == 200 and 'name="p6-name"' in page and 'value="Toad"' in page and "error-summary" not in page
    assert stored(cast) == []


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda each: each.key)
def test_each_book_has_the_fields_that_its_lists_have(cast: Cast, edition: object) -> None:
    from leagues.own_lists.form import ListForm
    from leagues.services import write_ruleset
    from rules.editions import ruleset

    row = write_ruleset(ruleset(edition.key).house)  # type: ignore[attr-defined]  # an Edition
    form = ListForm(ruleset=row)
    assert {f"p1-profile.{key}" for key in row.book.profile} <= form.fields.keys()
    assert ("p1-cost" in form.fields) == row.book.with_costs
    learns = any(position.normal for each in row.book.lists.values() for position in each.positions)
    assert ("p1-normal" in form.fields, "p1-double" in form.fields) == (learns, learns)
    assert ("list-reroll_cost" in form.fields) == ("rerolls" in row.book.goods)


def test_unknown_lists_have_no_page(cast: Cast) -> None:
    client, url = signed_in(cast.commissioner), reverse("leagues:own_list", args=[cast.league.slug])
    assert client.get(f"{url}?name=Frogs").status_code == 404
    assert client.get(f"{url}?like=Frogs").status_code == 200
    assert client.get(f"{url}?book=nothing").status_code == 404


def test_problems_are_said_in_the_language_of_the_page(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    words = {
        'there is no {what:text} "{name}"; there are {known}': "{what:text} {name} fehlt",
        "Line {line}": "Zeile {line}",
    }
    words['there is no {what:text} "{name}"; there are {count}, such as {known}'] = "{what:text} {name} fehlt"
    words |= {"skill": "Fertigkeit", "is empty; fill it in": "ist leer"}
    for module in ("views", "form"):
        monkeypatch.setattr(f"leagues.own_lists.{module}._", lambda text: words.get(text, text))
    monkeypatch.setattr("leagues.options.gettext", lambda text: words.get(text, text))
    wrong = FROGS.replace("Leap", "Leep")
    assert "Zeile 14, Frogs / Jumper, skills: Fertigkeit Leep fehlt" in send(cast, "own_lists", lists=wrong)[1]
    assert "Jumper: ist leer" in send(cast, "own_list", **{"list-name": "Newts", "p1-name": "Jumper"})[1]
    stars = {"option_star_players": "A; 1k; Any; 5 4 3 9; Leep"}
    assert "Line 1, skills: Fertigkeit Leep fehlt" in send(cast, "change_house_rules", **stars)[1]


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda each: each.key)
def test_only_books_with_keywords_ask_for_them(edition: Edition) -> None:
    """LRB 1.3 tells big guys and allies apart, but has no word for that."""
    asked = {str(field.label) for _key, _kind, field in position_fields(edition.book)}
    starred = any(star.keywords for star in edition.book.stars.values())
    assert ("Keywords" in asked) == starred, asked


def test_the_example_of_a_pack_is_one_in_every_book() -> None:
    for each in EDITIONS:
        if "pack" in each.book.options:
            assert not read_pack(each.book, PACK_LIKE).problems, each.key
    assert "primary" not in PACK_LIKE and "secondary" not in PACK_LIKE
