"""The form on which a commissioner sets how a table ranks. Its buttons fill it in or reorder it without saving."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from django import forms
from django.utils.translation import gettext_lazy as _

from competitions.models import Competition
from competitions.ranking.book_words import INJURIES, SCORE, filled, is_counted
from competitions.ranking.lines import CutLine, cut_lines_of
from competitions.ranking.points import PRESETS, THRESHOLDS, TYPED, Points, Preset, preset_named
from competitions.ranking.tie_breakers import TIE_BREAKERS
from competitions.setup.ranking_settings import LABEL, MOST_LINES, Ranking
from leagues.citations import cited
from rules.book.book import Book
from web.errors import Text
from web.submission import VersionedForm

RANKS = 8
"""How many tie-breakers can be chosen."""
OUTCOMES = ("win", "draw", "loss")
LIKE = {"bye": "win", "walkover": "win", "forfeit": "loss", "conceded": "loss"}
"""The outcome whose points apply if a field is left empty."""


class Bonus(NamedTuple):
    """A bonus: the field of its size, that of what it ``needed``, and what it ``counts``; empty if it needs nothing.

    The labels are filled with the book's words.
    """

    size: str
    label: Text
    counts: str = SCORE
    threshold: str = ""
    needed: Text = ""


BONUSES = (
    Bonus(
        "touchdown_bonus",
        _("Bonus for %(scores)s"),
        threshold="touchdowns_needed",
        needed=_("At least this many %(scores)s"),
    ),
    Bonus(
        "casualty_bonus",
        _("Bonus for %(injuries)s"),
        counts=INJURIES,
        threshold="casualties_needed",
        needed=_("At least this many %(injuries)s"),
    ),
    Bonus(
        "narrow_loss_bonus",
        _("Bonus for a narrow loss"),
        threshold="narrow_loss_by",
        needed=_("Lost by at most this many %(scores)s"),
    ),
    Bonus("clean_sheet_bonus", _("Bonus for conceding no %(score)s")),
)
BONUS_FIELDS = tuple(name for bonus in BONUSES for name in (bonus.size, bonus.threshold) if name)
"""The names of all their fields. A form has those that its book counts."""


def tie_breaker_choices(book: Book, kept: Iterable[str] = ()) -> list[tuple[str, Any]]:
    """No tie-breaker, then each by its key that the book's figures allow, or that is ``kept`` from before."""
    offered = [each for each in TIE_BREAKERS if is_counted(each.counts, book) or each.key in kept]
    return [("", "–"), *((tie_breaker.key, tie_breaker.label(book)) for tie_breaker in offered)]


def presets_of(book: Book) -> list[tuple[str, bool, str]]:
    """The schemes from which points are filled in: the usual ones, then those that only the book has.

    Each by its name, with whether the book prints it and where.
    """
    printed = {Preset(one.win, one.draw, one.loss): cited(one.rule, one.page) for one in book.points_schemes}
    return [(preset.name, preset in printed, printed.get(preset, "")) for preset in dict.fromkeys((*PRESETS, *printed))]


def lacking(book: Book) -> tuple[str, ...]:
    """The outcomes that a match by this book cannot have; they have no points."""
    return (*(() if book.result.may_be_level else ("draw",)), *(() if book.result.concede else ("conceded",)))


def bonuses_of(book: Book) -> tuple[Bonus, ...]:
    """The bonuses for what a book counts."""
    return tuple(bonus for bonus in BONUSES if is_counted(bonus.counts, book))


def bonus_fields(book: Book) -> dict[str, forms.Field]:
    """A field for each bonus, and for what it needs."""
    found: dict[str, forms.Field] = {}
    for bonus in bonuses_of(book):
        found[bonus.size] = _points(filled(bonus.label, book), help_text=_("Empty or 0: none."))
        if bonus.threshold:
            found[bonus.threshold] = _points(filled(bonus.needed, book), threshold=True)
    return found


def bonus_points(typed: Mapping[str, Any]) -> dict[str, int]:
    """The bonuses that were entered, as ``Points`` has them; an empty threshold has its usual value."""
    found = {}
    for bonus in BONUSES:
        found[bonus.size] = typed.get(bonus.size) or 0
        if bonus.threshold and typed.get(bonus.threshold) is not None:
            found[bonus.threshold] = typed[bonus.threshold]
    return found


def _points(label: Any, *, required: bool = False, threshold: bool = False, **more: Any) -> forms.IntegerField:
    lowest = 1 if threshold else -TYPED
    return forms.IntegerField(label=label, min_value=lowest, max_value=TYPED, required=required, **more)


class RankingForm(VersionedForm):
    """Points, bonuses, tie-breakers in order, lines across the table."""

    win = _points(_("Points for a win"), required=True)
    draw = _points(_("Points for a draw"), required=True)
    loss = _points(_("Points for a loss"), required=True)
    bye = _points(_("Points for a bye"), help_text=_("Empty: like a win. Only if byes count."))
    walkover = _points(_("Points for a walkover"), help_text=_("Empty: like a win."))
    forfeit = _points(_("Points for a forfeit"), help_text=_("Empty: like a loss."))
    conceded = _points(_("Points for conceding"), help_text=_("Empty: like a loss."))

    def __init__(self, *args: Any, competition: Competition, **kwargs: Any) -> None:
        self.ranks = max(RANKS, len(competition.tie_breakers))
        initial = {**self.values_of(competition), "version": competition.version}
        super().__init__(*args, initial=initial, **kwargs)
        self.book = competition.book
        for outcome in lacking(self.book):
            del self.fields[outcome]
        self.fields |= bonus_fields(self.book)
        choices = tie_breaker_choices(self.book, competition.tie_breakers)
        for rank in range(1, self.ranks + 1):
            label = _("First") if rank == 1 else _("Then")
            self.fields[f"tie_{rank}"] = forms.ChoiceField(label=label, choices=choices, required=rank == 1)
        for number in range(1, MOST_LINES + 1):
            self.fields[f"after_{number}"] = forms.IntegerField(
                label=_("A line after place"), min_value=1, max_value=999, required=False
            )
            self.fields[f"label_{number}"] = forms.CharField(label=_("Label"), max_length=LABEL, required=False)

    def clean(self) -> dict[str, Any]:
        """No tie-breaker and no line twice, no line without a label."""
        cleaned = super().clean() or self.cleaned_data
        seen: set[str] = set()
        for rank in range(1, self.ranks + 1):
            key = cleaned.get(f"tie_{rank}")
            if key and key in seen:
                self.add_error(f"tie_{rank}", _("Already chosen above. Choose another one, or leave it empty."))
            elif key:
                seen.add(key)
        self._clean_lines(cleaned)
        return cleaned

    def _clean_lines(self, cleaned: dict[str, Any]) -> None:
        places: set[int] = set()
        for number in range(1, MOST_LINES + 1):
            if {f"after_{number}", f"label_{number}"} & self.errors.keys():
                continue
            after, label = cleaned.get(f"after_{number}"), " ".join((cleaned.get(f"label_{number}") or "").split())
            cleaned[f"label_{number}"] = label
            if after and not label:
                self.add_error(f"label_{number}", _("Enter a label for the line, for example: Play-offs."))
            elif label and not after:
                self.add_error(f"after_{number}", _("Enter the place above the line."))
            elif after in places:
                self.add_error(f"after_{number}", _("There is already a line after this place."))
            elif after:
                places.add(after)

    @property
    def ranking(self) -> Ranking:
        """The values for the service."""
        typed = self.cleaned_data
        points = {name: typed[name] for name in OUTCOMES if name in typed}
        points |= {name: typed[like] if typed.get(name) is None else typed[name] for name, like in LIKE.items()}
        points |= bonus_points(typed)
        lines = [(typed[f"after_{number}"], typed[f"label_{number}"]) for number in range(1, MOST_LINES + 1)]
        return Ranking(
            points=Points(**points),
            tie_breakers=[key for rank in range(1, self.ranks + 1) if (key := typed[f"tie_{rank}"])],
            lines=[CutLine(after, label) for after, label in lines if after],
        )

    def values_of(self, current: Competition) -> dict[str, Any]:
        """The settings as form fields. Points equal to those of a win or a loss are left empty."""
        points = Points(**current.points)
        values: dict[str, Any] = {name: getattr(points, name) for name in (*OUTCOMES, *THRESHOLDS)}
        for name, like in LIKE.items():
            own = getattr(points, name)
            values[name] = None if own == getattr(points, like) else own
        for bonus in BONUSES:
            values[bonus.size] = getattr(points, bonus.size) or None
        order = dict(enumerate(current.tie_breakers, start=1))
        values |= {f"tie_{rank}": order.get(rank, "") for rank in range(1, self.ranks + 1)}
        lines = dict(enumerate(cut_lines_of(current), start=1))
        for number in range(1, MOST_LINES + 1):
            line = lines.get(number)
            values |= {f"after_{number}": line.after if line else None, f"label_{number}": line.label if line else ""}
        return values

    def arrange(self, button: str) -> None:
        """The form after a button: ``3/1/0`` fills in a preset, ``up-2`` and ``down-2`` move a tie-breaker.

        Any other value does nothing.
        """
        if preset := preset_named(button):
            self.retype(**preset._asdict(), **dict.fromkeys(LIKE, ""))
        direction, _dash, rank = button.partition("-")
        if direction in ("up", "down") and rank.isascii() and rank.isdecimal() and len(rank) < 3:
            self._swap(int(rank), int(rank) + (1 if direction == "down" else -1))

    def _swap(self, rank: int, other: int) -> None:
        if not 1 <= min(rank, other) <= max(rank, other) <= self.ranks:
            return
        one, two = f"tie_{rank}", f"tie_{other}"
        self.retype(**{one: self.data.get(two, ""), two: self.data.get(one, "")})

    # The fields in the groups of the page.

    def outcome_fields(self) -> list[forms.BoundField]:
        """Points by outcome."""
        return [self[name] for name in (*OUTCOMES, *LIKE) if name in self.fields]

    def bonus_fields(self) -> list[tuple[forms.BoundField, forms.BoundField | None]]:
        """Each bonus, with its threshold if it has one."""
        return [
            (self[bonus.size], self[bonus.threshold] if bonus.threshold else None) for bonus in bonuses_of(self.book)
        ]

    def rank_fields(self) -> Iterator[tuple[int, forms.BoundField, bool, bool]]:
        """Each tie-breaker's place and field, and whether it can go up and down."""
        for rank in range(1, self.ranks + 1):
            yield rank, self[f"tie_{rank}"], rank > 1, rank < self.ranks

    def line_fields(self) -> list[tuple[forms.BoundField, forms.BoundField]]:
        """Each line's place and label."""
        return [(self[f"after_{number}"], self[f"label_{number}"]) for number in range(1, MOST_LINES + 1)]
