"""Pages as a person without scripts uses them: what stands in a form is sent as it stands, but for what he changes."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

from django.http import HttpResponse
from django.test import Client


@dataclass
class Form:
    """A form of a page: where it is sent, what stands in its fields, the buttons that send it."""

    action: str
    method: str
    fields: dict[str, list[str]] = field(default_factory=dict)
    options: dict[str, list[str]] = field(default_factory=dict)
    buttons: list[tuple[str, str, str]] = field(default_factory=list)
    elsewhere: dict[str, str] = field(default_factory=dict)
    """Where buttons send it that have an address of their own, by their labels."""

    def has_button(self, words: str) -> bool:
        return any(words in label for _name, _value, label in self.buttons)


class Reader(HTMLParser):
    """Reads the forms of a page, and the text that a reader sees."""

    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self.text: list[str] = []
        self.here: Form | None = None
        self.select: str | None = None
        self.button: list[Any] | None = None
        self.area: str | None = None
        self.hidden = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        if tag in ("script", "style", "template"):
            self.hidden += 1
        if tag == "form":
            self.here = Form(found.get("action") or "", (found.get("method") or "get").lower())
            self.forms.append(self.here)
        if self.here is None:
            return
        name = found.get("name") or ""
        if tag == "input" and name:
            self._input(name, found)
        elif tag == "select":
            self.select = name
            self.here.options.setdefault(name, [])
        elif tag == "option" and self.select:
            value = found.get("value")
            self.here.options[self.select].append(value if value is not None else "")
            if "selected" in found or self.select not in self.here.fields:
                self.here.fields[self.select] = [value or ""]
        elif tag == "textarea":
            self.area = name
            self.here.fields[name] = [""]
        elif tag == "button" and (found.get("type") or "submit") == "submit":
            self.button = [name, found.get("value") or "", "", found.get("formaction") or ""]

    def _input(self, name: str, found: dict[str, str | None]) -> None:
        assert self.here is not None
        kind, value = found.get("type") or "text", found.get("value") or ""
        if kind in ("checkbox", "radio"):
            self.here.options.setdefault(name, []).append(value)
            if "checked" not in found:
                return
        self.here.fields.setdefault(name, []).append(value)

    def handle_endtag(self, tag: str) -> None:
        if tag in ("script", "style", "template"):
            self.hidden -= 1
        if tag == "form":
            self.here = None
        elif tag == "select":
            self.select = None
        elif tag == "textarea":
            self.area = None
        elif tag == "button" and self.button and self.here is not None:
            label = " ".join(self.button[2].split())
            self.here.buttons.append((self.button[0], self.button[1], label))
            if self.button[3]:
                self.here.elsewhere[label] = self.button[3]
            self.button = None

    def handle_data(self, data: str) -> None:
        if self.hidden:
            return
        self.text.append(data)
        if self.button is not None:
            self.button[2] += data
        if self.area and self.here is not None:
            self.here.fields[self.area][0] += data


@dataclass
class Page:
    """An answer of the server: its status, its forms, its text."""

    client: Client
    address: str
    response: HttpResponse

    def __post_init__(self) -> None:
        reader = Reader()
        reader.feed(self.response.content.decode())
        self.status = self.response.status_code
        self.forms, self.text = reader.forms, " ".join(" ".join(reader.text).split())

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
        """Answers a question with what is typed, by its first button or the one named."""
        return self.send(self.form_of(key), button, **changes)

    def send(self, form: Form, button: str = "", **changes: Any) -> Page:
        """Sends a form as a browser does, and follows where it leads."""
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
    """Looks at a page."""
    response = client.get(address, follow=True)
    assert response.status_code == 200, f"{address}: {response.status_code}"
    return Page(client, address, response)
