"""House rules that an edition declares."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """A house rule that the edition declares: an integer has bounds, a choice its (value, label).

    `part` is what it changes, under which it is asked for: ``teams`` (and the league), ``before`` a match, ``cards``,
    or ``after`` (and during) a match. One that is not `offered` has a place in the book that is not carried out yet; it
    keeps its default.
    """

    name: str
    type: str
    default: bool | int | str | tuple[str, ...]
    label: str
    help: str
    part: str
    page: int
    rule: str
    minimum: int | None = None
    maximum: int | None = None
    step: int | None = None
    choices: tuple[tuple[str, str], ...] = ()
    offered: bool = True
