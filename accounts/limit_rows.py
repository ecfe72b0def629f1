"""Where limits count what people tried: in rows, since Redis may be lost at any time and nobody may gain by that.

`CACHES["limits"]` uses this with PostgreSQL; an embedded installation has a file of its own. All limits of
django-allauth count there (`accounts.apps`), and `accounts.sign_in_limits` too.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.core.cache.backends.base import DEFAULT_TIMEOUT, BaseCache
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac

from accounts.models import LimitCount

FOR_EVER = timedelta(days=36_500)
WRITES_BETWEEN_CULLS = 200


class RowCache(BaseCache):
    """A cache in rows. Its values are JSON. Of its keys, which hold people's addresses, it keeps only hashes."""

    def __init__(self, location: str, params: dict[str, Any]) -> None:
        super().__init__(params)
        self._writes = 0

    def _row(self, key: str, version: int | None) -> str:
        made = self.make_and_validate_key(key, version)
        return salted_hmac("accounts.limit_rows", made, algorithm="sha256").hexdigest()

    def _expiry(self, timeout: Any) -> datetime:
        seconds = self.default_timeout if timeout is DEFAULT_TIMEOUT else timeout
        return timezone.now() + (FOR_EVER if seconds is None else timedelta(seconds=seconds))

    def get(self, key: str, default: Any = None, version: int | None = None) -> Any:
        found = LimitCount.objects.filter(pk=self._row(key, version), expires__gt=timezone.now())
        values = list(found.values_list("value", flat=True))
        return values[0] if values else default

    def set(self, key: str, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> None:
        row = LimitCount(key=self._row(key, version), value=value, expires=self._expiry(timeout))
        LimitCount.objects.bulk_create(
            [row], update_conflicts=True, unique_fields=["key"], update_fields=["value", "expires"]
        )
        self._writes += 1
        if self._writes % WRITES_BETWEEN_CULLS == 0:
            LimitCount.objects.filter(expires__lte=timezone.now()).delete()

    def add(self, key: str, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        row = self._row(key, version)
        LimitCount.objects.filter(pk=row, expires__lte=timezone.now()).delete()
        try:
            with transaction.atomic():
                LimitCount.objects.create(key=row, value=value, expires=self._expiry(timeout))
        except IntegrityError:
            return False
        return True

    def delete(self, key: str, version: int | None = None) -> bool:
        return bool(LimitCount.objects.filter(pk=self._row(key, version)).delete()[0])

    def clear(self) -> None:
        LimitCount.objects.all().delete()
