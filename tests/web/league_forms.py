"""The forms of a league as a browser sends them."""

import re

from django.test import Client
from django.urls import reverse

DETAILS = {
    "description": "",
    "zone": "Europe/Berlin",
    "public": "on",
    "joining": "invitation",
    "dice": "server",
    "page_size": "A4",
}


def founding_form(client: Client, **changes: str) -> dict[str, str]:
    """The form of the page that creates a league, with changes."""
    return {**fields_in(client.get(reverse("leagues:create")).content.decode()), **changes}


def fields_in(page: str) -> dict[str, str]:
    """What a browser would send of the page's main form."""
    form = page[page.index("<main") : page.index("</main")]
    found = {}
    for tag in re.findall(r"<input[^>]*>", form):
        attrs = dict(re.findall(r'(\w+)="([^"]*)"', tag))
        if attrs.get("type") not in ("radio", "checkbox") or re.search(r"\bchecked\b", tag):
            found[attrs["name"]] = attrs.get("value", "on")
    for name, inside in re.findall(r'<select[^>]*name="(\w+)"[^>]*>(.*?)</select>', form, re.DOTALL):
        chosen = re.search(r'<option value="([^"]*)" selected', inside)
        found[name] = chosen[1] if chosen else ""
    found.update(dict.fromkeys(re.findall(r'<textarea[^>]*name="(\w+)"', form), ""))
    return found
