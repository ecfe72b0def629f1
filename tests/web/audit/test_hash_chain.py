"""The hashes of chained rows: the same on every database and for ever."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta, timezone
from hashlib import sha256
from typing import Any
from uuid import UUID

import pytest

from web.audit.hash_chain import START, canonical, next_hash

ROW: dict[str, Any] = {
    "team_id": 7,
    "seq": 3,
    "kind": "gold_moved",
    "data": {"target": "treasury", "amount": 40_000, "source": "winnings"},
    "why": None,
    "by_id": 12,
    "at": datetime(2026, 3, 29, 1, 59, 59, 5, tzinfo=UTC),
}
TEXT = (
    '{"at":"2026-03-29T01:59:59.000005+00:00","by_id":12,'
    '"data":{"amount":40000,"source":"winnings","target":"treasury"},"kind":"gold_moved","seq":3,"team_id":7}'
)


def test_a_row_has_one_text_whatever_the_order_of_its_keys_and_its_time_zone() -> None:
    assert canonical(ROW) == TEXT
    turned = dict(reversed(ROW.items())) | {"at": ROW["at"].astimezone(timezone(timedelta(hours=5)))}
    assert canonical(turned) == canonical(json.loads(json.dumps(ROW, default=str)) | {"at": ROW["at"]}) == TEXT


def test_a_column_that_is_added_later_and_empty_changes_no_hash() -> None:
    assert canonical(ROW | {"decided": None}) == TEXT
    assert canonical(ROW | {"decided": 0}) != TEXT


def test_a_hash_covers_the_row_and_the_hash_before_it() -> None:
    first = next_hash(START, ROW)
    assert first == sha256(f"{'0' * 64}\n{TEXT}".encode()).hexdigest()
    second = next_hash(first, ROW | {"seq": 4})
    assert len({first, second, next_hash(START, ROW | {"seq": 4}), next_hash(first, ROW)}) == 4


def test_values_without_one_text_are_refused() -> None:
    assert canonical({"id": UUID(int=1)}) == '{"id":"00000000-0000-0000-0000-000000000001"}'
    for value in (b"bytes", {1, 2}):
        with pytest.raises(TypeError):
            canonical({"value": value})
    with pytest.raises(ValueError):
        canonical({"value": float("nan")})
