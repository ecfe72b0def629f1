"""All routes of the site, and what the rule of each means for a person, without the code that decides on the site."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.urls import URLPattern, URLResolver, get_resolver

from tests.policy_objects import HOLDERS
from web import policy

ROLES_OF = {
    "visitor": {"visitor"},
    "stranger": {"visitor", "user"},
    "elsewhere": {"visitor", "user"},
    "coach": {"visitor", "user", "member"},
    "other_coach": {"visitor", "user", "member"},
    "commissioner": {"visitor", "user", "member", "commissioner"},
    "staff": {"visitor", "user", "member", "commissioner", "staff"},
}
IN, SIGN_IN, FORBIDDEN, MISSING = "in", "to sign in", "403", "404"


@dataclass(frozen=True)
class Route:
    """A route by its name, with the parts of its address."""

    name: str
    parts: tuple[str, ...]


def routes() -> list[Route]:
    """Every route that the site answers, in the order in which it is looked up."""
    return list(walk(get_resolver().url_patterns, "", ()))


def walk(patterns: list[URLPattern | URLResolver], spaces: str, parts: tuple[str, ...]) -> Iterator[Route]:
    for pattern in patterns:
        inside = (*parts, *pattern.pattern.regex.groupindex)
        if isinstance(pattern, URLResolver):
            space = f"{spaces}{pattern.namespace}:" if pattern.namespace else spaces
            yield from walk(pattern.url_patterns, space, inside)
        else:
            yield Route(f"{spaces}{pattern.name or pattern.lookup_str}", inside)


def expected(rule: policy.Rule, person: str, *, public: bool) -> str:
    """What a rule means for a person."""
    roles = set(ROLES_OF[person])
    if rule.scope == "league" and not public and "member" not in roles:
        return MISSING
    if rule.scope == "own":
        return IN if person in HOLDERS["owner"] else MISSING
    if rule.scope == "league":
        roles |= {role for role, holders in HOLDERS.items() if person in holders}
    if rule.roles & roles:
        return IN
    if person == "visitor":
        return SIGN_IN
    return FORBIDDEN
