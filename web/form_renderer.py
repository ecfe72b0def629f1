"""Fields of forms drawn in Python: a form may have a hundred, and a template takes a millisecond for each.

`FORM_RENDERER` names `Renderer`, which draws the widgets that the site uses most; all others go through their template.
`drawn` is one field as crispy-forms' Bootstrap pack means it, with its label, its errors and its help.
"""

from collections.abc import Callable, Iterable, Mapping
from html import escape
from typing import Any

from crispy_forms.templatetags.crispy_forms_filters import optgroups
from django import forms
from django.forms import BoundField
from django.forms.renderers import TemplatesSetting
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

Groups = Iterable[tuple[Any, Iterable[Mapping[str, Any]], int]]
"""A widget's choices: each group's name or None, its choices as Django makes them, its place."""
STAR = '<span class="asteriskField">*</span>'


def text(value: Any) -> str:
    """A value as it stands on a page: escaped, unless it says itself how it is drawn."""
    return str(value.__html__()) if hasattr(value, "__html__") else escape(str(value))


def attributes(named: Mapping[str, Any]) -> SafeString:
    """An element's attributes in their order, as Django's widgets mean them: True stands bare, False is left out."""
    return SafeString(
        "".join(
            f" {escape(name)}" if value is True else f' {escape(name)}="{escape(str(value))}"'
            for name, value in named.items()
            if value is not False
        )
    )


def grouped(group: Any, options: str) -> str:
    """Options under the name of their group; bare where it has none."""
    return f'<optgroup label="{text(group)}">{options}</optgroup>' if group else options


def _option(row: Mapping[str, Any]) -> str:
    return f'<option value="{text(row["value"])}"{attributes(row["attrs"])}>{text(row["label"])}</option>'


def _select(widget: Mapping[str, Any]) -> str:
    options = "".join(grouped(group, "".join(map(_option, rows))) for group, rows, _index in widget["optgroups"])
    return f'<select name="{text(widget["name"])}"{attributes(widget["attrs"])}>{options}</select>'


def _input(widget: Mapping[str, Any]) -> str:
    value = "" if widget["value"] is None else f' value="{text(widget["value"])}"'
    return f'<input type="{widget["type"]}" name="{text(widget["name"])}"{value}{attributes(widget["attrs"])}>'


def _textarea(widget: Mapping[str, Any]) -> str:
    start = f'<textarea name="{text(widget["name"])}"{attributes(widget["attrs"])}>'
    return f"{start}\n{text(widget['value'] or '')}</textarea>"


INPUTS = (
    "checkbox", "color", "date", "datetime", "email", "hidden", "number", "password", "search", "tel", "text", "time",
    "url",
)  # fmt: skip
DRAWN: Mapping[str, Callable[[Mapping[str, Any]], str]] = {
    "django/forms/widgets/select.html": _select,
    "django/forms/widgets/textarea.html": _textarea,
    **{f"django/forms/widgets/{kind}.html": _input for kind in INPUTS},
}
"""Django's templates of widgets, and what draws the same without them."""


class Renderer(TemplatesSetting):
    """What `FORM_RENDERER` names."""

    def render(self, template_name: str, context: dict[str, Any], request: Any = None) -> str:
        """A widget, a list of errors, a form."""
        draw = DRAWN.get(template_name)
        return SafeString(draw(context["widget"])) if draw else super().render(template_name, context, request)


def drawn(field: BoundField, *, wrapper: str = "", tells_errors: bool = True) -> SafeString:
    """A field in its place in a form; `wrapper` is one more class of what it stands in."""
    if field.is_hidden:
        return SafeString(field)
    widget, errors = field.field.widget, field.errors
    notes = _notes(field, errors if tells_errors else ())
    around = f' id="div_{text(field.auto_id)}" class="{{}}{f" {escape(wrapper)}" if wrapper else ""}"'
    if isinstance(widget, forms.CheckboxInput):
        box, label = _classed(field, "form-check-input", errors), _label(field, "form-check-label")
        inner = f"{box}\n  {label}{notes}"
        return SafeString(f'<div class="mb-3"><div{around.format("form-check")}>{inner}</div></div>\n')
    if field.use_fieldset:
        inner = _group(field, bool(errors), notes)
    elif isinstance(widget, forms.FileInput):
        context = {"field": field, "form_show_errors": tells_errors}
        inner = _label(field, "form-label") + render_to_string("bootstrap5/layout/field_file.html", context)
    else:
        look = "form-select" if isinstance(widget, forms.Select) else "form-control"
        inner = f"{_label(field, 'form-label')}{_classed(field, look, errors)}{notes}"
    return SafeString(f"<div{around.format('mb-3')}>{inner}</div>\n")


def answers(groups: Groups, mark: str = "") -> SafeString:
    """The answers to a question, each a row to press; `mark` is one more class of each, with a space before it."""
    return SafeString(
        "".join(
            f"{f'<strong>{text(group)}</strong>' if group else ''}{''.join(_answer(row, mark) for row in rows)}"
            for group, rows, _index in groups
        )
    )


def _answer(row: Mapping[str, Any], mark: str) -> str:
    own = row["attrs"]
    return (
        f'<div class="form-check"><input type="{row["type"]}" class="form-check-input{mark}" name="{text(row["name"])}"'
        f' value="{text(row["value"])}"{attributes(own)}>'
        f'<label for="{text(own.get("id", ""))}" class="form-check-label">{text(row["label"])}</label></div>\n  '
    )


def _group(field: BoundField, wrong: bool, notes: str) -> str:
    """A question with several answers."""
    told = f' aria-describedby="{text(field.aria_describedby)}"' if field.aria_describedby else ""
    mark, star = _required(field)
    legend = f'<legend class="form-label fs-6{mark}">{text(field.label)}{star}</legend>' if field.label else ""
    if isinstance(field.field.widget, forms.RadioSelect):
        rows = f"<div>\n  {answers(optgroups(field), ' is-invalid' if wrong else '')}\n</div>"
    else:
        rows = str(field)
    return f"<fieldset{told}>{legend}{rows}{notes}</fieldset>"


def _classed(field: BoundField, look: str, errors: Any) -> str:
    """The widget with its classes: its own, its kind's, and its look."""
    widget = field.field.widget
    classes = [*str(widget.attrs.get("class", "")).split(), type(widget).__name__.lower(), look]
    if errors:
        classes.append("is-invalid")
    return field.as_widget(attrs={"class": " ".join(dict.fromkeys(classes))})


def _label(field: BoundField, look: str) -> str:
    if not field.label:
        return ""
    mark, star = _required(field)
    return f'<label for="{text(field.id_for_label)}" class="{look}{mark}">{text(field.label)}{star}</label>'


def _required(field: BoundField) -> tuple[str, str]:
    return (" requiredField", STAR) if field.field.required else ("", "")


def _notes(field: BoundField, errors: Any) -> str:
    """What is wrong with a field, and what helps to fill it in."""
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
