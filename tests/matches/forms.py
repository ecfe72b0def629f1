"""Pages as a person without scripts uses them: a form is sent with its values and that person's changes."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property
from html import unescape
from typing import Any

from django.http import HttpResponse
from django.test import Client

from tests.teams.pages import without_links

IN_TAG = r"""(?:[^"'>]++|"[^"]*+"|'[^']*+')*+"""
CONTROL = re.compile(rf"<(/?)(form|input|select|option|textarea|button)\b({IN_TAG})>", re.IGNORECASE)
ATTRIBUTE = re.compile(r"""([^\s=/"'>]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?""")
TAG = re.compile(rf"<!--.*?-->|<[/!]?[a-zA-Z]{IN_TAG}>", re.DOTALL)
SCRIPTS = re.compile(r"<(script|style)\b.*?</\1\s*>|<!--.*?-->", re.DOTALL | re.IGNORECASE)
UNSEEN = re.compile(r"<(script|style|template)\b.*?</\1\s*>|<!--.*?-->", re.DOTALL | re.IGNORECASE)
"""A page by its pieces: the parser of the standard library takes four times as long, and tests read many pages."""


@dataclass
class Form:
    """A form of a page: its address, the values of its fields, its buttons."""

    action: str
    method: str
    fields: dict[str, list[str]] = field(default_factory=dict)
    options: dict[str, list[str]] = field(default_factory=dict)
    numbers: set[str] = field(default_factory=set)
    """The fields for a number."""
    buttons: list[tuple[str, str, str]] = field(default_factory=list)
    elsewhere: dict[str, str] = field(default_factory=dict)
    """Where buttons send it that have an address of their own, by their labels."""

    def has_button(self, words: str) -> bool:
        return any(words in label for _name, _value, label in self.buttons)


def text_of(html: str) -> str:
    """The visible text, with one space between any two words."""
    return " ".join(unescape(TAG.sub(" ", UNSEEN.sub(" ", without_links(html)))).split())


class Reader:
    """Reads the forms of a page."""

    def __init__(self, html: str) -> None:
        self.html = SCRIPTS.sub("", html)
        self.forms: list[Form] = []
        self.here: Form | None = None
        self.select: str | None = None
        self.button: tuple[dict[str, str], int] | None = None
        self.area: tuple[str, int] | None = None
        for control in CONTROL.finditer(self.html):
            end, tag, attributes = control.groups()
            if end:
                self._end(tag.lower(), control.start())
            else:
                self._start(tag.lower(), _read(attributes), control.end())

    def _start(self, tag: str, found: dict[str, str], inside: int) -> None:
        if tag == "form":
            self.here = Form(found.get("action", ""), found.get("method", "get").lower())
            self.forms.append(self.here)
        if self.here is None:
            return
        name = found.get("name", "")
        if tag == "input" and name:
            self._input(name, found)
        elif tag == "select":
            self.select = name
            self.here.options.setdefault(name, [])
        elif tag == "option" and self.select:
            value = found.get("value", "")
            self.here.options[self.select].append(value)
            if "selected" in found or self.select not in self.here.fields:
                self.here.fields[self.select] = [value]
        elif tag == "textarea":
            self.area = name, inside
        elif tag == "button" and found.get("type", "submit") == "submit":
            self.button = found, inside

    def _input(self, name: str, found: dict[str, str]) -> None:
        assert self.here is not None
        kind, value = found.get("type", "text"), found.get("value", "")
        if kind in ("checkbox", "radio"):
            self.here.options.setdefault(name, []).append(value)
            if "checked" not in found:
                return
        if kind == "number" or found.get("inputmode") == "numeric":
            self.here.numbers.add(name)
        self.here.fields.setdefault(name, []).append(value)

    def _end(self, tag: str, here: int) -> None:
        if tag == "form":
            self.here = None
        elif tag == "select":
            self.select = None
        elif tag == "textarea" and self.area and self.here is not None:
            name, inside = self.area
            self.here.fields[name] = [unescape(self.html[inside:here])]
            self.area = None
        elif tag == "button" and self.button and self.here is not None:
            found, inside = self.button
            label = " ".join(unescape(TAG.sub("", self.html[inside:here])).split())
            self.here.buttons.append((found.get("name", ""), found.get("value", ""), label))
            if found.get("formaction"):
                self.here.elsewhere[label] = found["formaction"]
            self.button = None


def _read(attributes: str) -> dict[str, str]:
    """The attributes of a tag; one without a value is empty."""
    return {
        name.lower(): unescape(double or single or bare) for name, double, single, bare in ATTRIBUTE.findall(attributes)
    }


@dataclass
class Page:
    """An answer of the server: its status, its forms, its text."""

    client: Client
    address: str
    response: HttpResponse

    @property
    def status(self) -> int:
        return self.response.status_code

    @cached_property
    def html(self) -> str:
        return self.response.content.decode()

    @cached_property
    def forms(self) -> list[Form]:
        return Reader(self.html).forms

    @cached_property
    def text(self) -> str:
        """The visible text, with one space between any two words."""
        return text_of(self.html)

    def form_with(self, button: str) -> Form:
        """The form that has such a button."""
        found = [form for form in self.forms if form.has_button(button)]
        labels = [label for form in self.forms for _name, _value, label in form.buttons]
        assert found, f"no button {button!r} on {self.address}; there are {labels}"
        return found[0]

    def form_of(self, key: str) -> Form:
        """The form that asks the question of that key."""
        found = [form for form in self.forms if form.fields.get("key") == [key]]
        assert found, f"{key} is not asked on {self.address}: {self.keys}"
        return next((form for form in found if "take-back" not in form.action), found[0])

    @property
    def keys(self) -> list[str]:
        """The keys of the questions that the page asks."""
        return [form.fields["key"][0] for form in self.forms if "key" in form.fields and "take-back" not in form.action]

    def press(self, button: str, **changes: Any) -> Page:
        """Presses a button; ``changes`` are typed first."""
        return self.send(self.form_with(button), button, **changes)

    def answer(self, key: str, button: str = "", **changes: Any) -> Page:
        """Answers a question with the typed values, by its first button or the named one."""
        return self.send(self.form_of(key), button, **changes)

    def send(self, form: Form, button: str = "", **changes: Any) -> Page:
        """Sends a form as a browser does, and follows redirects."""
        data: dict[str, Any] = {**form.fields, **changes}
        same = [each for each in form.buttons if button and button == each[2]]
        alike = [each for each in form.buttons if button and button in each[2]]
        pressed = next(iter([*same, *alike]), None)
        if pressed and pressed[0] and pressed[0] not in changes:
            data[pressed[0]] = pressed[1]
        action = form.elsewhere.get(pressed[2], form.action) if pressed else form.action
        address = action.split("#")[0] or self.address
        return Page(self.client, address, self.client.post(address, data, follow=True))


def visit(client: Client, address: str) -> Page:
    """Opens a page."""
    response = client.get(address, follow=True)
    assert response.status_code == 200, f"{address}: {response.status_code}"
    return Page(client, address, response)
