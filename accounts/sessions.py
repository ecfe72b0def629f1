"""Sessions as rows read through the cache, as Django's; a cookie that can be none of our keys is taken for no session.

PostgreSQL refuses to look for some of what a hostile cookie may hold (a NUL above all), which would be an error page.
"""

import re

from django.contrib.sessions.backends.cached_db import SessionStore as CachedRows

KEY = re.compile(r"[a-z0-9]{8,40}")


class SessionStore(CachedRows):
    """What `SESSION_ENGINE` names."""

    def _validate_session_key(self, key: str | None) -> bool:
        return bool(key) and KEY.fullmatch(key) is not None
