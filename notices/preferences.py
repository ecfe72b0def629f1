"""When a person gets mail: their choice for each topic, and for each kind that is to differ from its topic."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.db import transaction
from django.forms import BoundField
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from notices.extensions import Kind, Topic, kinds, topics
from notices.mailing import EVERY_DAY
from notices.models import MailPreference, When

LIKE_ITS_TOPIC = ""
"""The choice of a kind that follows its topic."""
OF_KIND = "kind-"
"""What the fields of kinds begin with; those of topics have the topic's key as their name."""


def chosen_by(user: User) -> dict[str, When]:
    """A person's choice for each topic, by key; the default where they have not chosen. One query."""
    rows = _stored(user)
    return {topic.key: rows.get(topic.key, topic.when) for topic in topics}


def kinds_chosen_by(user: User) -> dict[str, When]:
    """A person's choices for kinds that differ from their topics or may do so one day, by key. One query."""
    return {key: when for key, when in _stored(user).items() if kinds.get(key) is not None}


def choose(user: User, choices: Mapping[str, When | None]) -> None:
    """Store choices, by the key of a topic or a kind; mail that waits follows them when it is due.

    None ends a kind's own choice: it follows its topic again.
    """
    rows = [
        MailPreference(user=user, **_place(key), when=when) for key, when in sorted(choices.items()) if when is not None
    ]
    followers = [key for key, when in choices.items() if when is None and kinds.get(key) is not None]
    with transaction.atomic():
        MailPreference.objects.bulk_create(
            rows, update_conflicts=True, update_fields=["when"], unique_fields=["user", "topic", "kind"]
        )
        MailPreference.objects.filter(user=user, kind__in=followers).delete()


def unsubscribe(user: User, key: str) -> None:
    """No more mail about a kind, or about a topic with all its kinds; for ``EVERY_DAY`` about all of the daily mail."""
    if key == EVERY_DAY:
        ended = [each for each, when in (chosen_by(user) | kinds_chosen_by(user)).items() if when == When.DIGEST]
        choose(user, dict.fromkeys(ended, When.NEVER))
        return
    kind = kinds.get(key)
    if kind is not None and len(_kinds_of(kind.topic.key)) == 1:
        key = kind.topic.key  # the page has no field for the kind
    choose(user, {key: When.NEVER, **dict.fromkeys(_kinds_of(key))})


def _stored(user: User) -> dict[str, When]:
    rows = MailPreference.objects.filter(user=user).values_list("topic", "kind", "when")
    return {topic or kind: When(when) for topic, kind, when in rows}


def _place(key: str) -> dict[str, str]:
    return {"kind": key} if topics.get(key) is None else {"topic": key}


def _kinds_of(topic: str) -> list[str]:
    return [kind.key for kind in kinds if kind.topic.key == topic]


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """A topic on the page: its field, those of its kinds (none if it has only one), and how many of them differ."""

    topic: Topic
    field: BoundField
    kinds: list[BoundField]
    differ: int


class PreferencesForm(forms.Form):
    """A choice for each topic, and for each kind of a topic that has several."""

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        chosen, differ = chosen_by(user), kinds_chosen_by(user)
        own = [(LIKE_ITS_TOPIC, _("as above")), *When.choices]
        self.of_topic: dict[str, list[Kind]] = {topic.key: [] for topic in topics}
        for kind in kinds:
            self.of_topic[kind.topic.key].append(kind)
        for topic in topics:
            self.fields[topic.key] = forms.ChoiceField(
                label=topic.name, choices=When.choices, initial=chosen[topic.key]
            )
            for kind in self._several(topic):
                self.fields[OF_KIND + kind.key] = forms.ChoiceField(
                    label=kind.name, choices=own, required=False, initial=differ.get(kind.key, LIKE_ITS_TOPIC)
                )

    def groups(self) -> Iterator[Group]:
        """The topics with their kinds, for the page."""
        for topic in topics:
            fields = [self[OF_KIND + kind.key] for kind in self._several(topic)]
            differ = sum(bool(field.value()) for field in fields)
            yield Group(topic=topic, field=self[topic.key], kinds=fields, differ=differ)

    def choices(self) -> dict[str, When | None]:
        """The choices of a valid form, by the key of a topic or a kind."""
        return {name.removeprefix(OF_KIND): When(value) if value else None for name, value in self.cleaned_data.items()}

    def _several(self, topic: Topic) -> list[Kind]:
        found = self.of_topic[topic.key]
        return found if len(found) > 1 else []
