"""The forms of this room. Their cleaned values are what the services take."""

from __future__ import annotations

from typing import Any

from django.forms import CharField, ChoiceField, RadioSelect, Textarea, ValidationError
from django.utils.translation import gettext_lazy as _

from leagues.forms import helper
from news.characters import readable
from news.comments import DECISIONS
from news.models import COMMENT_LENGTH, TEXT_LENGTH, TITLE_LENGTH, Story
from web.submission import CommandForm, SeenForm, VersionedForm

WHAT = {
    "leave": _("Leave it as it is"),
    "hide": _("Hide it: only commissioners and who wrote it can read it"),
    "show": _("Show it again"),
    "delete": _("Delete it: its text is erased"),
}


class StoryForm(VersionedForm):
    """A story. The button that was pressed says whether it is published, kept as a draft, or only previewed."""

    title = CharField(label=_("Title"), max_length=TITLE_LENGTH)
    text = CharField(
        label=_("Text"),
        max_length=TEXT_LENGTH,
        widget=Textarea(attrs={"rows": 14}),
        help_text=_(
            "Markdown: a blank line between paragraphs, **bold**, *italic*, ## a heading, - a list, > a quotation. "
            "Link to a match, a team or a player with [words](address of its page)."
        ),
    )
    do = ChoiceField(choices=[(each, each) for each in ("publish", "draft", "preview")], required=False)
    field_order = ("title", "text")

    def __init__(self, *args: Any, story: Story | None = None, **kwargs: Any) -> None:
        kept = {"title": story.title, "text": story.text, "version": story.version} if story else {"version": 1}
        super().__init__(*args, initial=kept, **kwargs)
        self.helper = helper("title", "text")

    def clean_title(self) -> str:
        """The title on one line."""
        title = " ".join(readable(self.cleaned_data["title"]).split())
        if not title:
            raise ValidationError(_("Enter a title."))
        return title

    def clean_text(self) -> str:
        """The text without characters that cannot be seen."""
        text = readable(self.cleaned_data["text"]).strip()
        if not text:
            raise ValidationError(_("Enter a text."))
        return text

    def clean_do(self) -> str:
        """What to do; without a button, such as by the Enter key, keep a draft."""
        return self.cleaned_data["do"] or "draft"


class DeleteForm(SeenForm):
    """The reason for which a story is deleted."""

    reason = CharField(label=_("Reason"), max_length=500, help_text=_("Members read it in the league's log."))

    def __init__(self, *args: Any, story: Story, **kwargs: Any) -> None:
        super().__init__(*args, initial={"version": story.version}, **kwargs)


class CommentForm(CommandForm):
    """A comment, as plain text."""

    text = CharField(label=_("Your comment"), max_length=COMMENT_LENGTH, widget=Textarea(attrs={"rows": 3}))

    def clean_text(self) -> str:
        """The text without characters that cannot be seen, and with at most one blank line in a row."""
        lines = [line.rstrip() for line in readable(self.cleaned_data["text"]).strip().split("\n")]
        kept = [line for place, line in enumerate(lines) if line or (place and lines[place - 1])]
        if not any(kept):
            raise ValidationError(_("Enter a comment."))
        return "\n".join(kept)


class ReportForm(CommandForm):
    """Why a member reports a comment."""

    reason = CharField(
        label=_("What is wrong with it?"),
        max_length=500,
        required=False,
        help_text=_("Only commissioners read it."),
    )


class DecisionForm(CommandForm):
    """What a commissioner decides about a comment, and why."""

    decision = ChoiceField(label=_("What to do"), widget=RadioSelect)
    reason = CharField(label=_("Reason"), max_length=500, help_text=_("Members read it in the league's log."))

    def __init__(self, *args: Any, possible: list[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["decision"].choices = [(each, WHAT[each]) for each in DECISIONS if each in possible]
        self.helper = helper("decision", "reason")
