"""A preview: everything it writes is undone, the cache does not change, and no mail is sent."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.db import transaction

from accounts.models import User
from web.preview import is_preview, rolled_back

pytestmark = pytest.mark.django_db


def test_a_preview_leaves_the_rows_as_before(django_user_model: type[User]) -> None:
    with rolled_back():
        assert is_preview()
        django_user_model.objects.create(username="nobody")
        assert django_user_model.objects.filter(username="nobody").exists()
    assert not is_preview()
    assert not django_user_model.objects.filter(username="nobody").exists()


def test_the_cache_is_neither_read_nor_written() -> None:
    cache.set("table", "real")
    with rolled_back():
        assert cache.get("table") is None
        cache.set("table", "rolled back")
        cache.set("new", "rolled back")
        assert cache.get("table") == "rolled back"
    assert (cache.get("table"), cache.get("new")) == ("real", None)
    with rolled_back():
        assert cache.get("new") is None


@pytest.mark.django_db(transaction=True)
def test_a_preview_sends_nothing() -> None:
    sent: list[str] = []
    with rolled_back():
        transaction.on_commit(lambda: sent.append("a mail"))
    assert sent == []


def test_an_error_in_a_preview_changes_nothing(django_user_model: type[User]) -> None:
    cache.set("table", "real")
    with pytest.raises(ValueError, match="written"), rolled_back():
        raise ValueError(f"{django_user_model.objects.create(username='nobody')} was written")
    assert not is_preview()
    assert cache.get("table") == "real"
    assert not django_user_model.objects.filter(username="nobody").exists()
