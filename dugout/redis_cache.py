"""Redis as the cache, which may be lost at any time: a failed connection is a cache miss, never an error.

After a failure nothing asks Redis for some seconds, so that a page waits only once.
"""

import time
from collections.abc import Callable
from typing import Any

from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

SECONDS_LEFT_ALONE = 5.0


class LosableRedisCache(RedisCache):
    """Django's Redis cache. While Redis cannot be reached, all keys are absent and nothing is stored.

    ``incr`` then raises ValueError, as for every absent key.
    """

    _silent_until = 0.0

    def _tried(self, lost: Any, work: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        if time.monotonic() < LosableRedisCache._silent_until:
            return lost
        try:
            return work(*args, **kwargs)
        except RedisError:
            LosableRedisCache._silent_until = time.monotonic() + SECONDS_LEFT_ALONE
            return lost

    def get(self, key: str, default: Any = None, version: int | None = None) -> Any:
        return self._tried(default, super().get, key, default, version)

    def set(self, key: str, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> None:
        self._tried(None, super().set, key, value, timeout, version)

    def add(self, key: str, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        return bool(self._tried(True, super().add, key, value, timeout, version))

    def touch(self, key: str, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        return bool(self._tried(False, super().touch, key, timeout, version))

    def delete(self, key: str, version: int | None = None) -> bool:
        return bool(self._tried(False, super().delete, key, version))

    def has_key(self, key: str, version: int | None = None) -> bool:
        return bool(self._tried(False, super().has_key, key, version))

    def incr(self, key: str, delta: int = 1, version: int | None = None) -> int:
        value = self._tried(None, super().incr, key, delta, version)
        if value is None:
            raise ValueError(f"Key {key!r} not found")
        return int(value)

    def get_many(self, keys: Any, version: int | None = None) -> dict[str, Any]:
        return dict(self._tried({}, super().get_many, keys, version))

    def set_many(self, data: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> list[str]:
        return list(self._tried(list(data), super().set_many, data, timeout, version))

    def delete_many(self, keys: Any, version: int | None = None) -> None:
        self._tried(None, super().delete_many, keys, version)

    def clear(self) -> bool:
        return bool(self._tried(False, super().clear))
