"""The form of a crest: a choice for each part, and what its page shows of each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django import forms
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from web.crests.colours import COLOURS
from web.crests.crest import PARTS, Crest, crest_in
from web.crests.svg import used, used_emblem, used_shirt
from web.errors import Refusal, Text
from web.pictures import Picture, redrawn
from web.submission import VersionedForm

PICTURE_SIDE = 288
"""The longest side of a picture in the place of a crest, in pixels: it is shown 120 px wide at most, often doubled."""
NARROWEST = 4
"""How many times as long as the other a side of such a picture may be: in lists it is 20 px wide."""

TITLES: dict[str, Text] = {
    "first": _("First colour"),
    "second": _("Second colour"),
    "pattern": _("Pattern"),
    "shape": _("Shape"),
    "emblem": _("Emblem"),
    "shirt": _("Shirt"),
}
"""The parts in the order of the page."""


@dataclass(frozen=True, slots=True)
class Option:
    """One choice of a part. ``drawn`` is its picture, ``swatch`` instead the name of a colour."""

    value: str
    label: Text
    chosen: bool
    drawn: SafeString
    swatch: str


@dataclass(frozen=True, slots=True)
class Row:
    """All choices of one part."""

    name: str
    title: Text
    options: Sequence[Option]
    errors: Sequence[str]


class CrestForm(VersionedForm):
    """A crest in its parts; with ``picture``, what was uploaded in its place, as the server redrew it.

    ``parts`` are those that can be chosen: a league has no shirt.
    """

    picture = forms.FileField(
        label=_("A picture of your own instead"),
        required=False,
        widget=forms.FileInput(
            attrs={"accept": "image/png,image/jpeg,image/webp,image/gif", "class": "form-control file-field"}
        ),
        help_text=_(
            "PNG, JPEG, WebP or GIF, up to 1 MB. Only the picture itself is saved. Best a little higher than wide."
        ),
    )
    bare = forms.BooleanField(label=_("Remove the picture and show the crest"), required=False)

    def __init__(
        self,
        *args: Any,
        stored: object,
        version: int,
        parts: Sequence[str] = tuple(TITLES),
        with_picture: bool = True,
        **kwargs: Any,
    ) -> None:
        self.saved, self.parts = crest_in(stored), parts
        self.had_picture = isinstance(stored, Mapping) and bool(stored.get("picture"))
        super().__init__(*args, initial={"version": version}, **kwargs)
        for part in parts:
            self.fields[part] = forms.ChoiceField(
                label=TITLES[part],
                choices=[(key, found.label) for key, found in PARTS[part].items()],
                initial=getattr(self.saved, part),
                error_messages={
                    "required": _("Choose one."),
                    "invalid_choice": _("There is no %(value)s here. Choose one of those shown."),
                },
            )
        if not with_picture:
            del self.fields["picture"]
        if not self.had_picture:
            del self.fields["bare"]

    def clean_picture(self) -> Picture | None:
        """The picture as it will be saved."""
        upload = self.cleaned_data["picture"]
        if not upload:
            return None
        try:
            picture = redrawn(upload, PICTURE_SIDE)
        except Refusal as refusal:
            raise forms.ValidationError(str(refusal)) from None
        if max(picture.width, picture.height) > NARROWEST * min(picture.width, picture.height):
            raise forms.ValidationError(
                _(
                    "This picture is too narrow for a crest: in a list it would be a line. "
                    "A side may be %(times)s times as long as the other."
                ),
                params={"times": NARROWEST},
            )
        return picture

    @property
    def typed(self) -> Crest:
        """The crest as it is chosen at the moment; a part that there is not is as it is saved."""
        chosen = {part: self[part].value() for part in self.parts}
        return crest_in(self.saved.as_json() | {part: value for part, value in chosen.items() if value in PARTS[part]})

    @property
    def crest(self) -> Crest:
        """The crest of a valid form."""
        return replace(self.saved, **{part: self.cleaned_data[part] for part in self.parts})

    @property
    def bared(self) -> bool:
        """Whether the user asks to remove the picture."""
        return bool(self.cleaned_data.get("bare"))

    def values_of(self, current: Any) -> dict[str, Any]:
        """The parts as they are saved now."""
        crest = crest_in(current.crest)
        return {part: getattr(crest, part) for part in self.parts}

    def redrawn_rows(self, changed: str) -> list[Row]:
        """The rows that look different after a change of one part, without that part's own."""
        return [row for row in self.rows() if row.name in DRAWN and row.name != changed]

    def rows(self) -> Iterator[Row]:
        """What can be chosen, each option drawn in what else is chosen."""
        crest = self.typed
        for part in self.parts:
            options = [
                Option(key, found.label, key == getattr(crest, part), _drawn(crest, part, key), _swatch(part, key))
                for key, found in PARTS[part].items()
            ]
            yield Row(part, TITLES[part], options, [str(each) for each in self[part].errors])


DRAWN = ("pattern", "shape", "shirt")
"""The parts whose options are drawn in the other choices."""


def _swatch(part: str, key: str) -> str:
    return key if PARTS[part] is COLOURS else ""


def _drawn(crest: Crest, part: str, key: str) -> SafeString:
    if part in ("shape", "pattern"):
        return used(replace(crest, **{part: key}), 40)
    if part == "emblem":
        return used_emblem(key, 36)
    if part == "shirt":
        return used_shirt(replace(crest, shirt=key), "plain", "7", 40)
    return SafeString()
