"""Names of things of a book as links to the guide. What a book does not have stays text."""

from django import template
from django.utils.safestring import SafeString

from guide import addresses
from rules.book.book import Book

register = template.Library()


@register.simple_tag
def guide_list(book: Book, name: str) -> SafeString:
    """A team list."""
    return addresses.linked(name, addresses.of_list(book, name))


@register.simple_tag
def guide_position(book: Book, team_list: str, name: str) -> SafeString:
    """A position of a team list."""
    return addresses.linked(name, addresses.of_position(book, team_list, name))


@register.simple_tag
def guide_skill(book: Book, name: str) -> SafeString:
    """A skill."""
    return addresses.linked(name, addresses.of_skill(book, name))


@register.simple_tag
def guide_star(book: Book, name: str) -> SafeString:
    """A star player; the name alone for another hired player."""
    return addresses.linked(name, addresses.of_star(book, name))


@register.simple_tag
def guide_row(book: Book, page: str, name: str) -> SafeString:
    """A row of a page of the guide, by its name."""
    return addresses.linked(name, addresses.of_row(book, page, name))
