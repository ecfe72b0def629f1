"""What this room's templates draw often: dice, gold."""

from functools import lru_cache

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from rules import words
from teams.figures import ShownFigure

register = template.Library()


@register.simple_tag
def die(sides: int | str, value: int | str, off: bool = False) -> SafeString:
    """One die as it lies; drawn once and kept, for a page may show a hundred."""
    return drawn(str(sides), str(value), bool(off), get_language())


@lru_cache(maxsize=1024)
def drawn(sides: str, value: str, off: bool, language: str | None) -> SafeString:
    """A die in a language."""
    return render_to_string("components/_die.html", {"sides": sides, "value": value, "off": off})


@register.simple_tag
def figure(shown: ShownFigure) -> SafeString:
    """A number that explains itself; the same number with the same sum is drawn once."""
    return drawn_figure(shown, get_language())


@lru_cache(maxsize=4096)
def drawn_figure(shown: ShownFigure, language: str | None) -> SafeString:
    """A figure in a language."""
    return render_to_string("components/_figure.html", {"figure": shown})


@register.filter
def people(count: int | None) -> str:
    """A number with its thousands parted; nothing where it is not known."""
    return "" if count is None else f"{count:,}"


@register.filter
def k(gp: int | None) -> str:
    """An amount of gold as pages show it; nothing where it is not known."""
    return "" if gp is None else words.k(gp)
