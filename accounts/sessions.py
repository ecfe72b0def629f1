"""Django's sessions in rows, read through the cache. A cookie that cannot be a key counts as no session.

PostgreSQL refuses to search for some of what a hostile cookie may hold, a NUL above all. That would be an error page.
"""

import re

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.cached_db import SessionStore as CachedRows
from django.contrib.sessions.models import Session

KEY = re.compile(r"[a-z0-9]{8,40}")


class SessionStore(CachedRows):
    """The store that `SESSION_ENGINE` names."""

    def _validate_session_key(self, key: str | None) -> bool:
        return bool(key) and KEY.fullmatch(key) is not None


def sessions_of(user: int) -> list[str]:
    """The keys of all sessions of a user. This reads every session of the site."""
    return [row.session_key for row in Session.objects.iterator() if row.get_decoded().get(SESSION_KEY) == str(user)]


def end_sessions(keys: list[str]) -> None:
    """End these sessions, in the cache too."""
    for key in keys:
        SessionStore().delete(key)
