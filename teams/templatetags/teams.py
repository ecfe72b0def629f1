"""Template tags for parts that are drawn often. The result is cached: a roster line rarely changes."""

from functools import lru_cache
from html import escape

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from teams.building.draft_form import Typed
from teams.models import Team
from teams.presentation.columns import RosterColumn
from teams.presentation.figures import ShownFigure
from teams.presentation.presentation import ShownPlayer
from web.crests import kits
from web.crests.crest import Crest, crest_in
from web.drawing.widgets import widget

register = template.Library()


@register.filter
def kit(team: Team) -> str:
    """The classes of what wears a team's colours (`web.crests.kits`)."""
    crest = crest_in(team.crest)
    return kits.classes(crest.first, crest.second)


@register.simple_tag
def roster_line(
    player: ShownPlayer, columns: tuple[RosterColumn, ...], player_pages: str = "", kit: Crest | str = ""
) -> SafeString:
    """A player's roster line, drawn once for equal data; ``kit`` is the crest in whose colours the shirt is."""
    return drawn_line(player, columns, str(player_pages), kit or None, get_language())


@lru_cache(maxsize=2048)
def drawn_line(
    player: ShownPlayer,
    columns: tuple[RosterColumn, ...],
    player_pages: str,
    kit: Crest | str | None,
    language: str | None,
) -> SafeString:
    """A roster line in a language."""
    cells = [(column, player.cell(column)) for column in columns]
    kinds = {column.kind for column in columns}
    told = {"player": player, "player_pages": player_pages, "cells": cells, "kit": kit}
    told |= {"has_marks": "mark" in kinds, "has_injuries": "injuries" in kinds}
    return render_to_string("teams/roster/_roster_line.html", told)


TYPED = '<div class="grid-field"><label class="form-label" for="{id}">{label}</label>{field}</div>'


@register.simple_tag
def typed_field(typed: Typed, datalist: str = "") -> SafeString:
    """A field with its label and the id of its suggestions. No template: the arrival form has 200 of them."""
    if typed.errors:
        return render_to_string("teams/building/_typed.html", {"typed": typed, "list": datalist})
    more = {"id": typed.id, "list": datalist, "maxlength": 500, "autocomplete": "off"}
    field = widget("text", typed.name, typed.value, **more)
    return SafeString(TYPED.format(id=escape(typed.id), label=escape(str(typed.label)), field=field))


@register.simple_tag
def figure(shown: ShownFigure) -> SafeString:
    """A number with its explanation, drawn once for the same number and sum."""
    return drawn_figure(shown, get_language())


@lru_cache(maxsize=4096)
def drawn_figure(shown: ShownFigure, language: str | None) -> SafeString:
    """A figure in a language."""
    return render_to_string("components/_figure.html", {"figure": shown})


@register.simple_tag
def die(sides: int | str, value: int | str, off: bool = False) -> SafeString:
    """One die with a face. Cached, because a page may show a hundred."""
    return drawn_die(str(sides), str(value), bool(off), get_language())


@lru_cache(maxsize=1024)
def drawn_die(sides: str, value: str, off: bool, language: str | None) -> SafeString:
    """A die in a language."""
    return render_to_string("components/_die.html", {"sides": sides, "value": value, "off": off})
