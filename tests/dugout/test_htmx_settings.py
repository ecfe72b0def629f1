"""What pages tell htmx, beyond what the content policy lets it do."""

from __future__ import annotations

import json
import re

from django.template.loader import render_to_string
from django.test import RequestFactory


def test_swapped_parts_take_over_no_inline_style_which_the_content_policy_refuses() -> None:
    page = render_to_string("components/_htmx.html", request=RequestFactory().get("/"))
    found = re.search(r"<meta name=\"htmx-config\"\s+content='([^']*)'>", page)
    assert found is not None
    assert json.loads(found[1])["attributesToSettle"] == ["class", "width", "height"]
