"""The pages of a correction, sent on until nothing is left to answer or to decide."""

from __future__ import annotations

from tests.matches.forms import Page


def answer_and_decide(page: Page) -> Page:
    """Answers all open questions, and removes all conflicting entries."""
    for _step in range(60):
        if page.keys:
            page = answer_first(page)
        elif any(form.has_button("Save decisions") for form in page.forms):
            form = page.form_with("Save decisions")
            open_ones = {name: values[-1] for name, values in form.options.items() if name not in form.fields}
            if not open_ones:
                return page
            page = page.send(form, "Save decisions", **open_ones)
        else:
            return page
    raise AssertionError("the correction asks for ever")


def answer_first(page: Page) -> Page:
    """Answers the first question: rolled by the server, skipped if possible, or with its first choice."""
    form = page.form_of(page.keys[0])
    if form.has_button("Roll"):
        return page.send(form, "Roll")
    leave = next((label for name, _value, label in form.buttons if name == "nothing"), "")
    picked = {name: values[0] for name, values in form.options.items() if name not in form.fields and values}
    picked |= {name: next(filter(None, values), "") for name, values in form.options.items() if name in form.fields}
    return page.send(form, leave, **({} if leave else picked))
