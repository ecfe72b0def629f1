"""Django's tag ``url`` for all templates, with addresses that are found once (`web.addresses`)."""

from __future__ import annotations

from typing import Any

from django import template
from django.template.base import Parser, Token
from django.template.defaulttags import URLNode
from django.template.defaulttags import url as url_of_django
from django.urls import NoReverseMatch
from django.utils.html import conditional_escape

from web.addresses import address

register = template.Library()


class Link(URLNode):
    """A link to a page of the site, where each room is there once: the current app makes no difference."""

    def render(self, context: Any) -> str:
        """The address, escaped; nothing if it is put into a variable."""
        if self.kwargs:
            return str(super().render(context))
        try:
            found = address(self.view_name.resolve(context), *[each.resolve(context) for each in self.args])
        except NoReverseMatch:
            if self.asvar is None:
                raise
            found = ""
        if self.asvar:
            context[self.asvar] = found
            return ""
        return conditional_escape(found) if context.autoescape else found


@register.tag
def url(parser: Parser, token: Token) -> Link:
    """As Django's own."""
    node = url_of_django(parser, token)
    return Link(node.view_name, node.args, node.kwargs, node.asvar)
