"""No value in a form of people, leagues and notices breaks a page or reaches the database unchecked.

The same for teams and competitions is in `tests/competitions`, for matches in `tests/matches`; all routes that accept a
post are in `tests/web/post_routes.py`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from leagues.agreements.own_matches import ask
from leagues.members import memberships
from leagues.models import JoinRequest, League
from leagues.services import archive_league
from matches.sequence.annulling import calling_off
from news.models import Comment
from tests.leagues.cast import Cast, create_cast, signed_in
from tests.leagues.routes import routes
from tests.matches.match_builders import opened_match
from tests.matches.own_match_builders import runs_too
from tests.notices.requests_to_join import stranger_asks
from tests.policy_objects import BUILDERS, invited
from tests.teams.team_builders import team_from_list
from tests.web.hostile_forms import attack, forms_on, route_of
from tests.web.hostile_values import guard as guard  # an autouse fixture
from tests.web.post_routes import ATTACKED
from web.preview import rolled_back

Shown = Iterator[tuple[str, str]]
"""Who looks, and at which address."""

SCENES: dict[str, Callable[[Cast], Shown]] = {}
OURS = re.compile(r"(?!(teams|competitions|matches):)")
SIGN_OUT = "account_logout"
"""Every page has this button."""


def scene(make: Callable[[Cast], Shown]) -> Callable[[Cast], Shown]:
    """Register a scene under the name of what it shows."""
    SCENES[make.__name__] = make
    return make


@pytest.fixture
def cast(db: None, monkeypatch: pytest.MonkeyPatch) -> Cast:
    """Nothing is refused because it was tried too often."""
    monkeypatch.setattr(settings, "ACCOUNT_RATE_LIMITS", False)
    return create_cast()


@scene
def a_visitor_comes(cast: Cast) -> Shown:
    for name in ("account_login", "account_signup", "account_reset_password", "accounts:theme"):
        yield "visitor", reverse(name)
    for name in ("account_confirm_email", "account_reset_password_from_key", "notices:unsubscribe"):
        yield "visitor", address(cast, name)


@scene
def a_person_and_their_account(cast: Cast) -> Shown:
    for name in ("account_email", "account_change_password", "account_reauthenticate", "accounts:preferences"):
        yield "coach", reverse(name)
    yield "coach", reverse("accounts:delete")


@scene
def a_simulation(cast: Cast) -> Shown:
    yield "coach", f"{reverse('leagues:simulate')}?against=pbbl-1.10"


@scene
def a_person_leaves(cast: Cast) -> Shown:
    yield "coach", reverse("account_logout")


@scene
def an_inbox(cast: Cast) -> Shown:
    stranger_asks(cast)
    for name in ("inbox", "preferences"):
        yield "commissioner", reverse(f"notices:{name}")


@scene
def a_new_league(cast: Cast) -> Shown:
    yield "stranger", reverse("leagues:create")


@scene
def a_league_and_its_rules(cast: Cast) -> Shown:
    for name in ("settings", "change_house_rules", "own_lists"):
        yield "commissioner", reverse(f"leagues:{name}", args=[cast.league.slug])
    yield "commissioner", f"{reverse('leagues:own_list', args=[cast.league.slug])}?like=Human"


@scene
def stories_and_comments(cast: Cast) -> Shown:
    slug = cast.league.slug
    for name in ("write", "edit", "delete"):
        yield "commissioner", address(cast, f"news:{name}")
    comment = BUILDERS["comment"](cast, cast.league)
    yield "commissioner", reverse("news:decide", args=[slug, comment])
    yield "other_coach", reverse("news:report_comment", args=[slug, comment])
    for person in ("other_coach", "coach"):
        yield person, reverse("news:story", args=[slug, Comment.objects.get(pk=comment).story_id])


@scene
def members_and_invitations(cast: Cast) -> Shown:
    membership = BUILDERS["membership"](cast, cast.league)
    BUILDERS["join_request"](cast, cast.league)
    slug = cast.league.slug
    for name in ("members", "invite"):
        yield "commissioner", reverse(f"leagues:{name}", args=[slug])
    invited(cast, cast.league)
    yield "commissioner", reverse("leagues:members", args=[slug])
    yield "commissioner", reverse("leagues:member", args=[slug, membership])
    second = cast.league.memberships.get(user=cast.other_coach)
    memberships.appoint_commissioner(membership=second, by=cast.commissioner)
    yield "commissioner", reverse("leagues:dismiss", args=[slug, second.pk])
    yield "stranger", address(cast, "leagues:join")


@scene
def strangers_write_to_the_commissioners(cast: Cast) -> Shown:
    yield "stranger", reverse("leagues:contact", args=[cast.league.slug])
    yield "stranger", address(cast, "leagues:contact_by_link")
    yield "commissioner", address(cast, "leagues:enquiry")


@scene
def a_decision_that_waits_for_others(cast: Cast) -> Shown:
    home = team_from_list(cast.league, cast.coach, "Ours", "Orc")
    match = opened_match(home, team_from_list(cast.league, cast.other_coach, "Theirs", "Human"))
    ask(calling_off(match, runs_too(cast)), "Snow.")
    for person in ("coach", "commissioner"):
        yield person, reverse("matches:match", args=[match.public_id])


@scene
def a_league_is_archived(cast: Cast) -> Shown:
    yield "commissioner", reverse("leagues:archive", args=[cast.league.slug])
    cast.league.refresh_from_db()
    if not cast.league.archived:
        archive_league(league=cast.league, by=cast.commissioner, reason="Over.")
    yield "commissioner", reverse("leagues:settings", args=[cast.league.slug])
    yield "commissioner", reverse("leagues:crest", args=[cast.league.slug])


@scene
def people_come_and_go(cast: Cast) -> Shown:
    League.objects.filter(pk=cast.league.pk).update(joining=League.Joining.REQUEST)
    yield "stranger", reverse("leagues:ask", args=[cast.league.slug])
    JoinRequest.objects.create(league=cast.league, user=cast.elsewhere)
    yield "elsewhere", reverse("leagues:ask", args=[cast.league.slug])
    yield "coach", reverse("leagues:leave", args=[cast.league.slug])


def address(cast: Cast, name: str) -> str:
    """A route's address with real objects."""
    parts = next(route.parts for route in routes() if route.name == name)
    found = {part: (BUILDERS.get(f"{name}:{part}") or BUILDERS[part])(cast, cast.league) for part in parts}
    return reverse(name, kwargs=found)


def browser(cast: Cast, person: str) -> Client:
    return Client() if person == "visitor" else signed_in(cast[person])


@pytest.mark.thorough
@pytest.mark.parametrize("name", SCENES)
def test_no_value_in_a_field_breaks_a_page(name: str, cast: Cast) -> None:
    done = set()
    for person, url in SCENES[name](cast):
        for _page, action, form in forms_on(browser(cast, person), url, OURS):
            route = route_of(action)
            if (person, action) in done or (route == SIGN_OUT and name != a_person_leaves.__name__):
                continue
            done.add((person, action))
            attack(browser(cast, person), action, form)
    assert done, "a scene without a form tries nothing"


@pytest.mark.thorough
def test_the_scenes_show_a_form_for_each_route_that_is_to_be_attacked(cast: Cast) -> None:
    shown = set()
    for make in SCENES.values():
        with rolled_back():
            for person, url in make(cast):
                shown |= {route_of(action) for _page, action, _form in forms_on(browser(cast, person), url, OURS)}
        cast.league.refresh_from_db()
    assert shown == ATTACKED["tests/web/test_hostile_posts.py"]
