"""Fields of grids and choices in addresses, drawn by Django's widgets."""

import pytest
from django import forms
from django.template import Context, Template
from django.utils.safestring import SafeString

from web.drawing.choices import Choice, Choices
from web.drawing.widgets import KINDS, widget

HOSTILE = "<b>&\"'"
SAFE = "&lt;b&gt;&amp;&quot;&#x27;"


@pytest.mark.parametrize("kind", [*KINDS, "select"])
def test_a_value_is_escaped_wherever_it_stands(kind: str) -> None:
    html = widget(kind, HOSTILE, HOSTILE, [(HOSTILE, HOSTILE)], id=HOSTILE, aria_label=HOSTILE)
    assert "<b>" not in html and f'name="{SAFE}"' in html and f'id="{SAFE}"' in html and f'aria-label="{SAFE}"' in html
    assert html.count(SAFE) > 3


def test_an_attribute_that_says_nothing_is_left_out() -> None:
    html = widget("number", "count", "", id="n", of="home", min=0, max="", step=None, required="", hidden=False)
    assert html == '<input type="number" name="count" inputmode="numeric" class="form-control" id="home-n" min="0">'


def test_a_box_has_its_value_and_is_ticked_if_its_template_says_so() -> None:
    assert widget("box", "star", "0", css="") == '<input type="checkbox" name="star" value="0">'
    assert widget("radio", "choice", "", css="", checked="3") == '<input type="radio" name="choice" value="" checked>'


def test_a_wrong_field_names_the_words_that_say_why() -> None:
    html = widget("text", "name", "x", id="id_name", wrong=["Too short."])
    assert 'class="form-control is-invalid"' in html
    assert 'aria-invalid="true"' in html and 'aria-describedby="id_name-wrong"' in html


def test_a_choice_may_have_rows_groups_and_an_empty_first_one() -> None:
    rows = [{"value": 7, "label": "Griff"}, ("Others", [("8", "Zug")])]
    html = widget("select", "who", 7, rows, empty="nobody", css="f")
    assert html == (
        '<select name="who" class="f"><option value="">nobody</option><option value="7" selected>Griff</option>'
        '<optgroup label="Others"><option value="8">Zug</option></optgroup></select>'
    )


@pytest.mark.parametrize("value", ["", None, 7, "7", HOSTILE, "nobody", "None"])
def test_a_choice_is_drawn_as_django_draws_it(value: object) -> None:
    choices = [
        (None, "-"),
        (7, HOSTILE),
        ("7", "again"),
        (HOSTILE, SafeString("<i>x</i>")),
        (HOSTILE, [("7", "in it")]),
    ]
    theirs = forms.Select({"class": "f", "required": True}, choices).render("who", value)
    assert widget("select", "who", value, choices, css="f", required=True) == theirs


def test_choices_of_an_address_are_a_form() -> None:
    choices = Choices([Choice("round", "After", [(1, "Round 1"), (2, "Round 2")], 2)], css="form-select", ids=True)
    assert isinstance(choices, forms.Form) and choices["round"].id_for_label == "round"
    assert str(choices["round"]) == (
        '<select name="round" class="form-select" id="round"><option value="1">Round 1</option>'
        '<option value="2" selected>Round 2</option></select>'
    )


class Named(forms.Form):
    name = forms.CharField(max_length=60, help_text="You can change it.")


def test_a_bare_field_has_its_errors_and_its_help_but_no_label() -> None:
    template = Template('{% load web %}{% bare_field form.name autocomplete="off" %}')
    html = template.render(Context({"form": Named({"name": ""})}))
    assert "<label" not in html and 'autocomplete="off"' in html and 'maxlength="60"' in html
    assert 'id="id_name_error"' in html and 'id="id_name_helptext"' in html
    assert 'aria-describedby="id_name_helptext id_name_error"' in html
