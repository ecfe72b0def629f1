"""When a person gets mail: their choice for each topic."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.db import transaction

from accounts.models import User
from notices.extensions import topics
from notices.mailing import EVERY_DAY
from notices.models import MailPreference, When


def chosen_by(user: User) -> dict[str, When]:
    """A person's choice for each topic, by key; the default where they have not chosen. One query."""
    rows = dict(MailPreference.objects.filter(user=user).values_list("topic", "when"))
    return {topic.key: When(rows.get(topic.key, topic.when)) for topic in topics}


def choose(user: User, choices: Mapping[str, When]) -> None:
    """Store choices, by topic; mail that waits follows them when it is due."""
    with transaction.atomic():
        for topic, when in sorted(choices.items()):
            MailPreference.objects.update_or_create(user=user, topic=topic, defaults={"when": when})


def unsubscribe(user: User, topic: str) -> None:
    """No more mail about a topic; for ``EVERY_DAY`` about all topics of the daily mail."""
    ended = [topic] if topic != EVERY_DAY else [key for key, when in chosen_by(user).items() if when == When.DIGEST]
    choose(user, {key: When.NEVER for key in ended if topics.get(key) is not None})


class PreferencesForm(forms.Form):
    """A choice for each topic."""

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        chosen = chosen_by(user)
        for topic in topics:
            self.fields[topic.key] = forms.ChoiceField(
                label=topic.name, choices=When.choices, initial=chosen[topic.key]
            )

    def choices(self) -> dict[str, When]:
        """The choices of a valid form, by topic."""
        return {key: When(value) for key, value in self.cleaned_data.items()}
