"""Template tags that draw crests and shirts (``web.crests``)."""

from typing import Any

from django import template
from django.utils.safestring import SafeString

from web.crests.crest import Crest
from web.crests.shown import Shown, shown_crest
from web.crests.svg import used_shirt

register = template.Library()


@register.simple_tag
def crest(of: Any, size: int = 20, label: str = "") -> SafeString:
    """The crest of a team or a league, or a ``Shown`` one, ``size`` px wide. ``label`` where no name is beside it."""
    return (of if isinstance(of, Shown) else shown_crest(of)).html(int(size), str(label))


@register.simple_tag
def shirt(
    kit: Crest, cut: str = "plain", number: object = "", size: int = 27, mark: str = "", label: str = ""
) -> SafeString:
    """A shirt in the colours of a crest, ``size`` px wide. ``mark``: "bandage" or "skull"."""
    return used_shirt(kit, cut, str(number), int(size), mark, str(label))
