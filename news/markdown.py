"""Stories in Markdown as HTML that is safe to show: no HTML of the writer, headings below the page's own, a link in the
place of a picture, since pages show none from elsewhere.

`markdown-it-py` makes the HTML, with raw HTML off; then `nh3` lets through what is listed here and nothing else.
"""

from __future__ import annotations

import html
import re
from functools import lru_cache

import nh3
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.rules_core import StateCore
from markdown_it.token import Token

from news.characters import readable

TAGS = {
    "p", "br", "hr", "h2", "h3", "h4", "h5", "h6", "strong", "em", "s", "code", "pre", "blockquote", "ul", "ol", "li",
    "a", "table", "thead", "tbody", "tr", "th", "td",
}  # fmt: skip
ATTRIBUTES = {"a": {"href", "title"}, "ol": {"start"}}
SCHEMES = {"http", "https", "mailto"}
"""Addresses within the site have none."""
SCHEME = re.compile(r"([a-z][a-z0-9+.-]*):", re.IGNORECASE)
LOWEST = 6

HEADING_END = re.compile(r"([.!?:…]?)</h\d>")
_MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])
_WORDS = RendererHTML()


def _link_pictures(state: StateCore) -> None:
    """Put a link in the place of each picture, called by the words that stand for it; within a link these alone."""
    for block in state.tokens:
        links, found = 0, list[Token]()
        for token in block.children or ():
            links += token.nesting if token.type in ("link_open", "link_close") else 0
            found += _instead(token, state, within=links > 0) if token.type == "image" else [token]
        block.children = found if block.children else block.children


def _instead(picture: Token, state: StateCore, *, within: bool) -> list[Token]:
    address = str(picture.attrs["src"])
    scheme = SCHEME.match(address)
    if scheme is not None and scheme[1].lower() not in SCHEMES:
        address = ""
    words = _WORDS.renderInlineAsText(picture.children, state.md.options, state.env).strip() or address
    text = Token("text", "", 0, content=words)
    if within or not address:
        return [text]
    return [Token("link_open", "a", 1, attrs={"href": address}), text, Token("link_close", "a", -1)]


_MARKDOWN.core.ruler.push("pictures", _link_pictures)


def html_of(text: str) -> SafeString:
    """A text in Markdown as HTML. Its headings begin with ``<h2>``, below the page's own, and leave out no level."""
    tokens = _MARKDOWN.parse(text)
    above: list[str] = []
    for token in tokens:
        if token.type == "heading_open":
            above = [tag for tag in above if tag < token.tag] + [token.tag]
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(len(above) + 1, LOWEST)}"
    made = _MARKDOWN.renderer.render(tokens, _MARKDOWN.options, {})
    return mark_safe(_let_through(made))  # noqa: S308 - what is let through is listed


@lru_cache(maxsize=256)
def plain_of(text: str, most: int = 220) -> str:
    """The beginning of a text in Markdown, without marks and on one line, at most so many characters.

    A heading ends with a colon, so that it does not run into what stands under it.
    """
    made = HEADING_END.sub(lambda end: f"{end[1] or ':'} ", _MARKDOWN.render(text))
    words = readable(html.unescape(nh3.clean(made, tags=set()))).split()
    plain = " ".join(words)
    return plain if len(plain) <= most else f"{plain[:most].rsplit(' ', 1)[0]} …"


def _let_through(made: str) -> str:
    return nh3.clean(
        readable(made),
        tags=TAGS,
        attributes=ATTRIBUTES,
        url_schemes=SCHEMES,
        link_rel="nofollow noopener ugc",
        strip_comments=True,
    )
