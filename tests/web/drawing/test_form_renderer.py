"""Fields that are drawn in Python: Django's own templates say what they should be."""

import re
from typing import Any

import pytest
from django import forms
from django.forms.renderers import DjangoTemplates, get_default_renderer
from django.template import Context, Template
from django.utils.safestring import SafeString

from web.drawing import form_renderer

HOSTILE = "<b>&\"'"


class Everything(forms.Form):
    """A field of every widget that is drawn here, and of two that are not."""

    words = forms.CharField(help_text="Some <em>help</em>.", label=f"Words {HOSTILE}", max_length=20)
    number = forms.IntegerField(min_value=0, required=False)
    mail = forms.EmailField(required=False)
    secret = forms.CharField(widget=forms.PasswordInput(render_value=True), required=False)
    day = forms.DateField(widget=forms.DateInput(attrs={"type": "date", "class": "short"}), required=False)
    site = forms.URLField(required=False, assume_scheme="https")
    story = forms.CharField(widget=forms.Textarea(attrs={"rows": 3}), required=False)
    yes = forms.BooleanField(required=False, disabled=True)
    one = forms.ChoiceField(
        choices=[("", SafeString("<i>none</i>")), (HOSTILE, HOSTILE), ("Group", [(1, "One"), (2, "Two")])]
    )
    many = forms.MultipleChoiceField(choices=[("a", "A"), ("b", "B")], required=False)
    hidden = forms.CharField(widget=forms.HiddenInput, required=False)
    pick = forms.ChoiceField(choices=[("x", "X"), ("y", "Y")], widget=forms.RadioSelect)
    file = forms.FileField(required=False)


TYPED = {"words": HOSTILE, "number": "many", "mail": "x", "one": HOSTILE, "many": ["b"], "story": f"\n{HOSTILE}\n"}


def bare(html: str) -> str:
    """Without the space that no browser shows."""
    return re.sub(r">\s+<", "><", re.sub(r">\s+", ">", re.sub(r"\s+<", "<", html))).strip()


@pytest.mark.parametrize(
    "data", [None, TYPED, dict.fromkeys(Everything.base_fields, "")], ids=["new", "typed", "empty"]
)
@pytest.mark.parametrize("name", Everything.base_fields)
def test_a_widget_is_what_djangos_template_makes_of_it(name: str, data: dict[str, Any] | None) -> None:
    ours, theirs = Everything(data, renderer=get_default_renderer()), Everything(data, renderer=DjangoTemplates())
    assert isinstance(get_default_renderer(), form_renderer.Renderer)
    assert bare(str(ours[name])) == bare(str(theirs[name]))


def drawn(name: str, data: Any = None, **how: Any) -> str:
    return str(form_renderer.drawn(Everything(data)[name], **how))


def test_a_field_has_its_label_its_help_and_its_star() -> None:
    html = drawn("words", wrapper="w<")
    assert '<div id="div_id_words" class="mb-3 w&lt;">' in html
    assert '<label for="id_words" class="form-label requiredField">Words &lt;b&gt;&amp;&quot;&#x27;<span' in html
    assert 'class="textinput form-control"' in html and 'aria-describedby="id_words_helptext"' in html
    assert '<div id="id_words_helptext" class="form-text">Some <em>help</em>.</div>' in html
    assert "asteriskField" not in drawn("number")


def test_a_wrong_field_says_why_if_the_form_shows_errors() -> None:
    html = drawn("number", TYPED)
    assert 'class="numberinput form-control is-invalid"' in html and 'aria-invalid="true"' in html
    assert '<div id="id_number_error" class="invalid-feedback"><p id="error_1_id_number"><strong>Enter a whole' in html
    quiet = drawn("number", TYPED, tells_errors=False)
    assert "is-invalid" in quiet and "invalid-feedback" not in quiet


def test_a_checkbox_comes_before_its_label() -> None:
    html = drawn("yes")
    assert html.index("<input") < html.index("<label") and 'class="checkboxinput form-check-input"' in html
    assert " disabled" in html


def test_a_select_has_its_own_class_and_other_classes_stay() -> None:
    assert 'class="select form-select"' in drawn("one")
    assert 'class="short dateinput form-control"' in drawn("day")


def test_a_group_of_answers_has_a_legend_and_a_file_its_own_template() -> None:
    html = drawn("pick", TYPED)
    assert "<fieldset" in html and '<legend class="form-label fs-6 requiredField">' in html
    assert html.count('class="form-check-input is-invalid"') == 2
    assert 'type="file"' in drawn("file") and 'class="form-control' in drawn("file")


def test_a_hidden_field_has_no_label() -> None:
    assert drawn("hidden") == '<input type="hidden" name="hidden" id="id_hidden">'


def test_a_whole_form_is_drawn_in_the_order_of_its_fields() -> None:
    form = Everything(TYPED)
    html = Template("{% load crispy_forms_filters %}{{ form|crispy }}").render(Context({"form": form}))
    places = [html.index(f'name="{name}"') for name in Everything.base_fields]
    assert places == sorted(places)
    assert html.index("data-error-summary") < places[0]


@pytest.mark.parametrize("data", [None, TYPED, {"one": "2"}, {"one": ""}], ids=["new", "typed", "in a group", "none"])
@pytest.mark.parametrize("named", [{}, {"auto_id": False}, {"initial": {"one": 1}}, {"prefix": "a"}])
def test_a_plain_select_is_what_its_field_draws(data: dict[str, str] | None, named: dict[str, Any]) -> None:
    prefix = "a-" if "prefix" in named else ""
    form = Everything(data and {f"{prefix}{key}": value for key, value in data.items()}, **named)
    field, look = form["one"], "select form-select"
    theirs = field.as_widget(attrs={"class": f"{look} is-invalid" if field.errors else look})
    assert bare(theirs) in bare(form_renderer.drawn(field)) and theirs.count(" selected") == 1
