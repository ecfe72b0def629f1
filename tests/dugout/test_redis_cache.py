"""Without Redis Dugout is slower, and nothing else."""

import pytest
from django.test import override_settings

from dugout.redis_cache import LosableRedisCache
from tests.leagues.cast import create_cast, signed_in

DEAD = {"default": {"BACKEND": "dugout.redis_cache.LosableRedisCache", "LOCATION": "redis://127.0.0.1:1/0"}}


@pytest.fixture(autouse=True)
def forgiven(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LosableRedisCache, "_silent_until", 0.0)


@pytest.fixture
def dead() -> LosableRedisCache:
    return LosableRedisCache("redis://127.0.0.1:1/0", {})


def test_an_unreachable_redis_is_a_cache_miss(dead: LosableRedisCache) -> None:
    assert dead.get("a", "default") == "default"
    assert dead.get_many(["a", "b"]) == {}
    assert not dead.has_key("a")
    with pytest.raises(ValueError, match="not found"):
        dead.incr("a")


def test_an_unreachable_redis_stores_nothing(dead: LosableRedisCache) -> None:
    dead.set("a", 1)
    dead.delete("a")
    dead.delete_many(["a"])
    assert dead.set_many({"a": 1}) == ["a"]
    assert dead.add("a", 1)
    assert not dead.touch("a")
    assert not dead.clear()


def test_after_a_failure_redis_is_not_asked_for_a_while(
    dead: LosableRedisCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def get_client(*_args: object, **_kwargs: object) -> None:
        asked.append(1)
        raise ConnectionError

    dead.get("a")
    monkeypatch.setattr(dead._cache, "get_client", get_client)
    assert dead.get("a", 7) == 7
    assert not asked


@pytest.mark.django_db
def test_a_signed_in_page_is_served_without_redis() -> None:
    cast = create_cast()
    with override_settings(CACHES=DEAD):
        client = signed_in(cast.coach)
        assert client.get("/").status_code == 200
        assert client.get(f"/leagues/{cast.league.slug}/").status_code == 200
