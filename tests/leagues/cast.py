"""The people that every page is tested with, and their leagues."""

import uuid
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.test import Client

from accounts.models import User
from accounts.sessions import SessionStore
from leagues import services
from leagues.members import memberships
from leagues.models import League, Membership

EDITION = "pbbl-1.10"


def create_user(name: str, **columns: Any) -> User:
    """A person with an account; the password is the name followed by `-secret`."""
    return User.objects.create_user(name, f"{name}@example.org", f"{name}-secret", **columns)


def create_league(name: str, *, by: User, options: dict[str, Any] | None = None, **details: Any) -> League:
    """A league, run by `by`."""
    return services.create_league(
        by=by, details=services.Details(name=name, **details), edition=EDITION, options=options
    )


def add_member(league: League, user: User, role: str = Membership.Role.COACH) -> Membership:
    """Make a user a member, without a request or invitation."""
    return memberships.enter(league, user, role)


def signed_in(user: User | None) -> Client:
    """A browser in which `user` is signed in; a visitor's if it is None.

    Only writes the session: Django's `force_login` also renews it and notes the time, which takes ten queries.
    """
    client = Client()
    if user is not None:
        session = SessionStore()
        session[SESSION_KEY] = str(user.pk)
        session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
        session[HASH_SESSION_KEY] = user.get_session_auth_hash()
        session.save(must_create=True)
        client.cookies[settings.SESSION_COOKIE_NAME] = session.session_key
    return client


def form_data(**fields: Any) -> dict[str, Any]:
    """A form as a browser sends it, with a new command id."""
    return {"command_id": str(uuid.uuid4()), **fields}


@dataclass
class Cast:
    """A public and a private league with the same members, and other people. `visitor` has no account."""

    commissioner: User
    coach: User
    other_coach: User
    stranger: User
    elsewhere: User
    staff: User
    league: League
    private: League

    def __getitem__(self, name: str) -> User | None:
        return None if name == "visitor" else getattr(self, name)


PEOPLE = ("visitor", "stranger", "coach", "other_coach", "commissioner", "elsewhere", "staff")


def create_cast() -> Cast:
    """All people and both leagues; `elsewhere` runs another league, `staff` is in none."""
    people = {name: create_user(name) for name in PEOPLE if name not in ("visitor", "staff")}
    public = create_league("Old World Sunday League", by=people["commissioner"])
    private = create_league("Hidden Cup", by=people["commissioner"], public=False)
    create_league("Another League", by=people["elsewhere"])
    for league in (public, private):
        add_member(league, people["coach"])
        add_member(league, people["other_coach"])
    return Cast(**people, staff=create_user("staff", is_staff=True), league=public, private=private)
