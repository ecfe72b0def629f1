"""Draws form fields as crispy-forms' Bootstrap pack does, but in Python: a page may have two hundred fields.

Selects and inputs are drawn here as Django's templates draw them, which a test compares; other widgets use the
templates. Those include two more for each option of a select, and one for each input. Median processor time of a page
of the demo league of `python -m benchmarks`:

- with a template for the select, pages lose up to 12.8 ms: teams:correct 7.4 -> 20.3 ms, competitions:create 10.1 ->
  20.1 ms, competitions:change_ranking 9.9 -> 19.0 ms, competitions:hand_over 10.1 -> 18.1 ms
- with templates for inputs, they lose up to 31.7 ms: teams:arrival (234 inputs) 29.9 -> 61.6 ms, matches:report (88)
  27.6 -> 37.7 ms, leagues:crest 7.5 -> 22.9 ms. With inputs drawn here, these take at most 1.1 ms longer than written
  by hand.
"""

from collections.abc import Callable, Iterable, Mapping
from html import escape
from types import MappingProxyType
from typing import Any

from crispy_forms.templatetags.crispy_forms_filters import optgroups
from django import forms
from django.forms import BoundField
from django.forms.renderers import TemplatesSetting
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

Groups = Iterable[tuple[Any, Iterable[Mapping[str, Any]], int]]
"""A widget's choices as Django makes them: the group's name or None, its choices, its index."""
STAR = '<span class="asteriskField">*</span>'


def text(value: Any) -> str:
    """A value as HTML: escaped, unless it has `__html__`."""
    return str(value.__html__()) if hasattr(value, "__html__") else escape(str(value))


def attributes(named: Mapping[str, Any]) -> SafeString:
    """An element's attributes as Django's widgets draw them: True has no value, False is left out."""
    return SafeString(
        "".join(
            f" {escape(name)}" if value is True else f' {escape(name)}="{escape(str(value))}"'
            for name, value in named.items()
            if value is not False
        )
    )


def grouped(group: Any, options: str) -> str:
    """Options under the name of their group, if it has one."""
    return f'<optgroup label="{text(group)}">{options}</optgroup>' if group else options


def _option(row: Mapping[str, Any]) -> str:
    return f'<option value="{text(row["value"])}"{attributes(row["attrs"])}>{text(row["label"])}</option>'


def _select(widget: Mapping[str, Any]) -> str:
    """What Django's template of a select draws."""
    options = "".join(grouped(group, "".join(map(_option, rows))) for group, rows, _index in widget["optgroups"])
    return f'<select name="{text(widget["name"])}"{attributes(widget["attrs"])}>{options}</select>'


def select(name: str, named: Mapping[str, Any], choices: Iterable[tuple[Any, Any]], chosen: str) -> SafeString:
    """What Django draws of a select, without a mapping for each choice in between; ``named`` are its attributes.

    A choice is a value and its label, or the name of a group and its choices. The first ``chosen`` one is selected.
    """
    found = False

    def option(value: Any, label: Any) -> str:
        nonlocal found
        selected = not found and str(value) == chosen
        found = found or selected
        return f'<option value="{text(value)}"{" selected" if selected else ""}>{text(label)}</option>'

    options = "".join(
        grouped(value, "".join(option(*each) for each in label))
        if isinstance(label, list | tuple)
        else option("" if value is None else value, label)
        for value, label in choices
    )
    return SafeString(f'<select name="{text(name)}"{attributes(named)}>{options}</select>')


def _input(widget: Mapping[str, Any]) -> str:
    """What Django's template of an input draws."""
    value = "" if widget["value"] is None else f' value="{text(widget["value"])}"'
    return f'<input type="{widget["type"]}" name="{text(widget["name"])}"{value}{attributes(widget["attrs"])}>'


TYPES = ("text", "number", "search", "email", "password", "url", "tel", "color", "hidden", "date", "datetime", "time")
DRAWN: Mapping[str, Callable[[Mapping[str, Any]], str]] = {
    f"django/forms/widgets/{name}.html": draw
    for draw, names in ((_select, ("select",)), (_input, ("input", "checkbox", *TYPES)))
    for name in names
}
"""What is drawn here, by Django's template."""


class Renderer(TemplatesSetting):
    """The form renderer of the site."""

    def render(self, template_name: str, context: dict[str, Any], request: Any = None) -> str:
        """Draw a widget, a list of errors or a form."""
        if template_name in DRAWN:
            return SafeString(DRAWN[template_name](context["widget"]))
        return super().render(template_name, context, request)


def drawn(field: BoundField, *, wrapper: str = "", tells_errors: bool = True) -> SafeString:
    """A field with label, errors and help; `wrapper` is an extra class of the element around it."""
    if field.is_hidden:
        return SafeString(field)
    widget, errors, kind = field.field.widget, field.errors, "mb-3"
    notes = _notes(field, errors if tells_errors else ())
    around = f' id="div_{text(field.auto_id)}" class="{{}}{f" {escape(wrapper)}" if wrapper else ""}"'
    if isinstance(widget, forms.CheckboxInput):
        box, label = _classed(field, "form-check-input", errors), _label(field, "form-check-label")
        inner = f"{box}\n  {label}{notes}"
        return SafeString(f'<div class="mb-3"><div{around.format("form-check")}>{inner}</div></div>\n')
    if field.use_fieldset:
        inner = _group(field, bool(errors), notes)
    elif isinstance(widget, forms.FileInput):
        kind = "mb-3 file-field"
        context = {"field": field, "form_show_errors": tells_errors}
        inner = _label(field, "form-label") + render_to_string("bootstrap5/layout/field_file.html", context)
    else:
        look = "form-select" if isinstance(widget, forms.Select) else "form-control"
        inner = f"{_label(field, 'form-label')}{_classed(field, look, errors)}{notes}"
    return SafeString(f"<div{around.format(kind)}>{inner}</div>\n")


def answers(groups: Groups, mark: str = "") -> SafeString:
    """Radio buttons or checkboxes, one for each choice; `mark` is an extra class, with a space before it."""
    return SafeString(
        "".join(
            f"{f'<strong>{text(group)}</strong>' if group else ''}{''.join(_answer(row, mark) for row in rows)}"
            for group, rows, _index in groups
        )
    )


def _answer(row: Mapping[str, Any], mark: str) -> str:
    own = row["attrs"]
    box = _input({**row, "attrs": {"class": f"form-check-input{mark}", **own}})
    return (
        f'<div class="form-check">{box}'
        f'<label for="{text(own.get("id", ""))}" class="form-check-label">{text(row["label"])}</label></div>\n  '
    )


def _group(field: BoundField, wrong: bool, notes: str) -> str:
    """A fieldset with several choices."""
    described = f' aria-describedby="{text(field.aria_describedby)}"' if field.aria_describedby else ""
    mark, star = _required(field)
    legend = f'<legend class="form-label fs-6{mark}">{text(field.label)}{star}</legend>' if field.label else ""
    if isinstance(field.field.widget, forms.RadioSelect):
        rows = f"<div>\n  {answers(optgroups(field), ' is-invalid' if wrong else '')}\n</div>"
    else:
        rows = str(field)
    return f"<fieldset{described}>{legend}{rows}{notes}</fieldset>"


def bare(field: BoundField, attrs: Mapping[str, Any]) -> SafeString:
    """A field without label and wrapper, for a template that has them; with ``attrs``, its errors and its help."""
    look = "form-select" if isinstance(field.field.widget, forms.Select) else "form-control"
    look = "form-check-input" if isinstance(field.field.widget, forms.CheckboxInput) else look
    return SafeString(_classed(field, look, field.errors, attrs) + _notes(field, field.errors))


def _classed(field: BoundField, look: str, errors: Any, more: Mapping[str, Any] = MappingProxyType({})) -> str:
    """The widget with its classes: its own, its type's, and its style; with ``more`` attributes."""
    widget = field.field.widget
    classes = [*str(widget.attrs.get("class", "")).split(), type(widget).__name__.lower(), look]
    if errors:
        classes.append("is-invalid")
    attrs = {**more, "class": " ".join(dict.fromkeys(classes))}
    return _plain_select(field, attrs) if type(widget) is forms.Select else field.as_widget(attrs=attrs)


def _plain_select(field: BoundField, attrs: dict[str, Any]) -> str:
    """What `BoundField.as_widget` draws of a select of Django's own, in a third of the time: teams and players are
    hundreds of choices."""
    widget = field.field.widget
    attrs = field.build_widget_attrs(attrs, widget)
    if field.auto_id and "id" not in widget.attrs:
        attrs.setdefault("id", field.auto_id)
    chosen = next(iter(widget.format_value(field.value())), "")
    return select(field.html_name, widget.build_attrs(widget.attrs, attrs), widget.choices, chosen)


def _label(field: BoundField, look: str) -> str:
    if not field.label:
        return ""
    mark, star = _required(field)
    return f'<label for="{text(field.id_for_label)}" class="{look}{mark}">{text(field.label)}{star}</label>'


def _required(field: BoundField) -> tuple[str, str]:
    return (" requiredField", STAR) if field.field.required else ("", "")


def _notes(field: BoundField, errors: Any) -> str:
    """The errors and the help text of a field."""
    found = ""
    if errors:
        lines = "".join(
            f'<p id="error_{number}_{text(field.auto_id)}"><strong>{text(error)}</strong></p>'
            for number, error in enumerate(errors, start=1)
        )
        found = f'<div id="{text(errors.field_id)}_error" class="invalid-feedback">{lines}</div>'
    if field.help_text:
        known = f' id="{text(field.auto_id)}_helptext"' if field.auto_id else ""
        found += f'<div{known} class="form-text">{field.help_text}</div>'
    return found
