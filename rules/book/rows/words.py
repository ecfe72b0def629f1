"""The words of an edition: texts for the ids that its own steps use, and names that it gives to shared ids."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class StepWords:
    """The name of a step. A `quiet` step is shown only while it asks; other steps always ask or show something, except
    where a league's house rules do without: `option` names the one that says whether there is the step."""

    key: str
    name: str
    quiet: bool = False
    option: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionText:
    """A question's title and help, by the first part of its label and its kind: ``raise.choose``.

    ``won``, ``lost`` and ``drawn`` go on with the help after a match that ended so for the side that is asked. A side
    that has none of some gold is told ``without`` in place of the help, by what it has none of: ``gold treasury``.
    """

    key: str
    title: str
    help: str
    without: tuple[tuple[str, str], ...] = ()
    won: str = ""
    lost: str = ""
    drawn: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ViolationText:
    """What is wrong, and what to do about it, by the violation's id."""

    key: str
    wrong: str
    remedy: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ThingName:
    """The singular and plural of something that is stored by a key."""

    key: str
    one: str
    many: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """All texts of an edition, by sort. An id that is not here has its text in `rules.words.catalogue`.

    `guide` says what its own tables and their fields are called in the guide to the book.
    """

    steps: Mapping[str, StepWords] = field(default_factory=dict)
    questions: Mapping[str, QuestionText] = field(default_factory=dict)
    violations: Mapping[str, ViolationText] = field(default_factory=dict)
    things: Mapping[str, ThingName] = field(default_factory=dict)
    options: Mapping[str, str] = field(default_factory=dict)
    figures: Mapping[str, str] = field(default_factory=dict)
    notes: Mapping[str, str] = field(default_factory=dict)
    terms: Mapping[str, str] = field(default_factory=dict)
    entries: Mapping[str, str] = field(default_factory=dict)
    impossible: Mapping[str, str] = field(default_factory=dict)
    findings: Mapping[str, str] = field(default_factory=dict)
    guide: Mapping[str, str] = field(default_factory=dict)
