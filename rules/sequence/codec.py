"""The strict codec between dataclasses and JSON values.

It takes integers, strings, booleans, tuples and dataclasses only: no floats, no maps. It refuses unknown fields,
missing fields without a default, and wrong types. So stored data are read back exactly, even years later, or refused.
A dataclass whose form has changed has a class attribute ``earlier``: a function that turns what was stored in the
earlier form into today's.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, TypeVar, Union, cast, get_args, get_origin, get_type_hints

T = TypeVar("T")
Read = Callable[[Any], Any]
_PLAIN = frozenset({int, str, bool, NoneType})


class CodecError(ValueError):
    """A value that does not fit its type; the message says where it is."""


def encode(value: Any) -> Any:
    """The JSON form of a dataclass, without the fields that have their default value.

    Raises ``CodecError`` for a value that the codec does not take (a float, a map).
    """
    if type(value) in _PLAIN or isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, tuple):
        return [item if type(item) in _PLAIN else encode(item) for item in value]
    if is_dataclass(value):
        return {
            name: held if type(held) in _PLAIN else encode(held)
            for name, default in _shape(cast(Hashable, type(value)))
            if (held := getattr(value, name)) != default
        }
    raise CodecError(f"{type(value).__name__} has no JSON form here")


def decode(kind: type[T], data: Any) -> T:
    """The dataclass that ``encode`` turned into ``data``.

    Raises ``CodecError`` for an unknown field, a missing field or a wrong type.
    """
    result: T = _reader(cast(Hashable, kind))(data)
    return result


@cache
def _shape(kind: Any) -> tuple[tuple[str, Any], ...]:
    return tuple((field.name, field.default) for field in fields(kind))


@cache
def _reader(hint: Any) -> Read:
    if hint in _PLAIN:
        return _exactly(hint)
    origin = get_origin(hint)
    if origin is tuple:
        return _tuple_reader(get_args(hint))
    if origin is Literal:
        return _one_of(get_args(hint))
    if origin in (Union, UnionType):
        return _union_reader(get_args(hint))
    if isinstance(hint, type) and is_dataclass(hint):
        return _dataclass_reader(hint)
    raise CodecError(f"no reader for {hint}")


def _exactly(kind: type) -> Read:
    def read(data: Any) -> Any:
        if type(data) is not kind:
            raise CodecError(f"expected {kind.__name__}, found {type(data).__name__} {data!r:.60}")
        return data

    return read


def _one_of(values: tuple[Any, ...]) -> Read:
    def read(data: Any) -> Any:
        if data not in values or type(data) is not type(values[0]):
            raise CodecError(f"expected one of {values}, found {data!r:.60}")
        return data

    return read


def _tuple_reader(args: tuple[Any, ...]) -> Read:
    if len(args) == 2 and args[1] is Ellipsis:
        item = _reader(args[0])

        def read_many(data: Any) -> tuple[Any, ...]:
            return tuple(map(item, _listed(data)))

        return read_many
    items = tuple(_reader(arg) for arg in args)

    def read_each(data: Any) -> tuple[Any, ...]:
        listed = _listed(data)
        if tuple(map(type, listed)) == args and _PLAIN.issuperset(args):
            return tuple(listed)
        if len(listed) != len(items):
            raise CodecError(f"expected {len(items)} values, found {len(listed)}")
        return tuple(read(entry) for read, entry in zip(items, listed, strict=True))

    return read_each


def _listed(data: Any) -> list[Any] | tuple[Any, ...]:
    if not isinstance(data, (list, tuple)):
        raise CodecError(f"expected a list, found {type(data).__name__}")
    return data


def _union_reader(args: tuple[Any, ...]) -> Read:
    plain = _PLAIN.intersection(args)
    readers = tuple(_reader(arg) for arg in args)

    def read(data: Any) -> Any:
        if type(data) in plain:
            return data
        for reader in readers:
            try:
                return reader(data)
            except CodecError:
                continue
        raise CodecError(f"{data!r:.60} fits none of {args}")

    return read


def _dataclass_reader(kind: type) -> Read:
    hints = get_type_hints(kind)
    readers = {field.name: _reader(hints[field.name]) for field in fields(kind)}
    plain = {name: hints[name] if hints[name] in _PLAIN else None for name in readers}
    earlier: Callable[[dict[str, Any]], dict[str, Any]] | None = getattr(kind, "earlier", None)
    required = {field.name for field in fields(kind) if field.default is MISSING and field.default_factory is MISSING}

    def read(data: Any) -> Any:
        if not isinstance(data, dict):
            raise CodecError(f"expected the fields of {kind.__name__}, found {type(data).__name__}")
        if not data.keys() <= readers.keys():
            data = earlier(data) if earlier is not None else data
        if not data.keys() <= readers.keys():
            unknown = data.keys() - readers.keys()
            raise CodecError(f"{kind.__name__} has no field {', '.join(sorted(map(str, unknown)))}")
        if not data.keys() >= required:
            raise CodecError(f"{kind.__name__} lacks {', '.join(sorted(required - data.keys()))}")
        try:
            return kind(
                **{name: held if type(held) is plain[name] else readers[name](held) for name, held in data.items()}
            )
        except CodecError as error:
            raise CodecError(f"{kind.__name__}: {error}") from None

    return read
