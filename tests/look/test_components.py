"""Each part of a page shows its data, also to screen readers."""

from typing import Any

import pytest
from django.template.loader import render_to_string
from django.test import RequestFactory

from tests.look import samples
from tests.look.parsed_html import Page


def part(name: str, **context: Any) -> Page:
    """A component, rendered."""
    return Page(render_to_string(name if "/" in name else f"components/_{name}.html", context))


def test_a_figure_unfolds_into_its_sum() -> None:
    page = part("figure", figure=samples.WINNINGS)
    assert len(page.all("details")) == 1
    for words in ("60k", "Winnings: how it adds up", "FAME +1", "10k", "p. 17", "p. 38", "must keep the second"):
        assert words in page.words
    assert [die["aria-label"] for die in page.with_class("die")] == ["D6: 2, does not count", "D6: 4", "D6: 4"]


def test_a_figure_without_terms_has_nothing_to_unfold() -> None:
    page = part("figure", figure=samples.BARE)
    assert not page.all("details")
    assert page.words == "5"


@pytest.mark.parametrize("value", range(1, 7))
def test_a_d6_shows_as_many_pips_as_it_counts(value: int) -> None:
    page = part("die", sides=6, value=value)
    assert len(page.with_class("die-pip")) == value
    assert page.with_class("die")[0]["aria-label"] == f"D6: {value}"


@pytest.mark.parametrize(("sides", "value"), [(8, 7), ("68", "45"), (16, 13), (3, 2)])
def test_other_dice_show_their_number(sides: int | str, value: int | str) -> None:
    page = part("die", sides=sides, value=value)
    assert page.words == str(value)
    assert page.with_class("die")[0]["aria-label"] == f"D{sides}: {value}"


def test_a_badge_beside_a_name_is_hidden_from_screen_readers() -> None:
    badge = samples.BADGES[0]
    assert part("badge", badge=badge).all("svg")[0]["aria-hidden"] == "true"
    alone = part("badge", badge=badge, label="Reikland Ravens").all("svg")[0]
    assert alone["role"] == "img" and alone["aria-label"] == "Reikland Ravens"


def test_steps_say_in_words_what_is_done_and_what_is_to_come() -> None:
    page = part("steps", steps=samples.STEPS)
    assert [step.get("aria-current") for step in page.all("li")].count("step") == 1
    assert page.words.count("(done)") == 2 and page.words.count("(now)") == 1 and page.words.count("(to come)") == 5
    assert "Winnings (now)" in page.words


def test_violations_name_the_rule_and_its_page() -> None:
    page = part("leagues/_violations.html", violations=samples.VIOLATIONS)
    assert "needs at least 11. (C3, p. 12)" in page.words
    assert len(page.all("li")) == 2


def test_without_violations_only_the_live_region_stays() -> None:
    assert part("leagues/_violations.html", violations=[]).elements == []
    assert part("leagues/_violations.html", violations=[], live=True).elements == [("div", {"role": "status"})]


def test_screen_readers_read_a_score_as_two_numbers() -> None:
    fixture = samples.FIXTURES[0]
    page = part("score", home=fixture["home"], away=fixture["away"])
    assert "2 – to 1" in page.words


def test_a_future_match_shows_no_score() -> None:
    fixture = samples.FIXTURES[1]
    page = part("score", home=fixture["home"], away=fixture["away"], open_text="to play")
    assert page.words == "Gouged Eye Orchard to play Athelorn"


def test_a_question_posts_its_command_id_and_can_be_left() -> None:
    page = part("confirm", question="Sure?", submit="Yes", cancel_url="/back/", command_id="c0ffee", csrf_token="t")
    assert page.all("form")[0]["method"] == "post"
    assert {"type": "hidden", "name": "command_id", "value": "c0ffee"} in page.all("input")
    assert page.all("a")[0]["href"] == "/back/"


def test_pagination_keeps_the_rest_of_the_query() -> None:
    request = RequestFactory().get("/?team=4&page=3")
    page = Page(render_to_string("components/_pagination.html", samples.everything(), request))
    assert [link["href"] for link in page.all("a")] == ["?team=4&page=2", "?team=4&page=4"]
    assert "Page 3 of 9" in page.words


def test_every_error_of_a_form_links_to_an_existing_field() -> None:
    form = samples.SampleForm({"name": "", "touchdowns": "-2", "race": "elf", "days": ["mon"]})
    page = part("form", form=form, submit="Send")
    ids = {attributes.get("id") for _, attributes in page.elements}
    targets = [link["href"] for link in page.all("a") if (link["href"] or "").startswith("#")]
    assert len(targets) == 5
    assert {target.removeprefix("#") for target in targets if target} <= ids
    assert "Command id: This field is required." in page.words


def test_a_form_without_errors_has_no_summary() -> None:
    page = part("form", form=samples.SampleForm(), submit="Send")
    assert not page.with_class("error-summary")
    assert page.elements[-1][1].get("type") == "submit"


def test_typed_text_is_shown_as_text() -> None:
    hostile = "<script>alert(1)</script>"
    page = part("leagues/_violations.html", violations=[{"text": hostile}])
    assert not page.all("script") and hostile in page.words
    page = part("score", home={"name": hostile, "touchdowns": 1}, away={"name": "B", "touchdowns": 0})
    assert not page.all("script")


def test_a_key_leaves_out_words_that_are_not_shortened() -> None:
    page = part("legend", terms=[{"abbr": "TD", "text": "Touchdowns"}, {"abbr": "Kills", "text": "Kills"}])
    assert page.words == "TD Touchdowns"
