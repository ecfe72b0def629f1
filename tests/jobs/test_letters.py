"""Letters are declared as data: text and condition. None that waits is ever lost."""

from __future__ import annotations

from typing import Any

import pytest
from django.conf import settings
from django.core import mail
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from competitions.models import FriendlyOffer
from jobs.kinds import kind_named
from jobs.letters import Letter, Letters, while_in
from jobs.models import Job, Scope, State
from jobs.runner import run_waiting
from tests.competitions.competition_builders import bare_team
from tests.leagues.cast import Cast, create_user
from tests.leagues.shared_cast import cast, shared_cast

__all__ = ["cast", "shared_cast"]

QUEUED_EVER = {
    "tell_of_friendly": ("offer", ("offered", "accepted", "declined", "withdrawn", "called_off")),
    "tell_of_challenge": (
        "challenge",
        (
            *("challenged", "named", "willing", "unwilling", "accepted"),
            *("refused", "lapsed", "substituted", "declined", "called_off"),
        ),
    ),
    "tell_of_friendly_match": ("match", ("arranged", "called_off")),
    "tell_of_report": ("report", ("asked", "soon", "lapsed")),
}
"""What jobs of letters were called in any release, and their params: some may still wait when a newer one starts."""


def words_of(user: User) -> dict[str, str]:
    return {"name": user.name}


def path_of(user: User, what: str) -> str:
    return f"/{what}/{user.username}/"


LETTERS = Letters(
    kind="test_letters",
    title="A letter of a test",
    about="user",
    things=User.objects.all(),
    letters={
        "came": Letter(subject=_("%(name)s\ncame"), text=_("%(name)s is here, 100%%.")),
        "asks": Letter(
            subject="%(name)s asks",
            text="%(name)s asks.",
            applies=lambda user, reader: user.is_active and user != reader,
        ),
    },
    words=words_of,
    page=path_of,
)


@pytest.mark.django_db
def test_a_letter_greets_its_reader_says_what_happened_and_links_to_its_page() -> None:
    grim, zug = create_user("grim"), create_user("zug")
    LETTERS.send(grim.pk, "came", [zug.pk, None, zug.pk], version=3, scope=Scope("user", "grim"))
    job = Job.objects.get()
    assert (job.kind, job.params) == ("test_letters", {"user": grim.pk, "what": "came", "to": zug.pk})
    assert (job.version, job.scope) == ("3", Scope("user", "grim"))
    assert run_waiting() == 1
    (letter,) = mail.outbox
    assert (letter.to, letter.subject) == ([zug.email], "[Dugout] grim came")
    assert letter.body == f"Hello zug,\n\ngrim is here, 100%.\n\n{settings.ADDRESS}/came/grim/\n"


@pytest.mark.django_db
def test_a_letter_about_a_settled_question_is_not_sent() -> None:
    grim, zug = create_user("grim"), create_user("zug")
    LETTERS.send(grim.pk, "asks", [grim.pk, zug.pk], version=1)
    User.objects.filter(pk=grim.pk).update(is_active=False)
    LETTERS.send(grim.pk, "asks", [zug.pk], version=2)
    run_waiting()
    assert mail.outbox == []
    assert not Job.objects.exclude(state=State.DONE).exists()


@pytest.mark.django_db
def test_no_letter_is_sent_about_a_deleted_thing_or_to_a_deleted_reader() -> None:
    grim = create_user("grim")
    for thing, reader in ((0, grim.pk), (grim.pk, 0)):
        LETTERS.send(thing, "came", [reader], version=1)
    run_waiting()
    assert mail.outbox == []
    assert not Job.objects.exclude(state=State.DONE).exists()


def test_a_letter_is_sent_only_while_its_thing_is_in_a_state() -> None:
    applies = while_in(FriendlyOffer.State.OFFERED)
    assert applies(FriendlyOffer(state="offered"), User()) is True
    assert applies(FriendlyOffer(state="declined"), User()) is False


@pytest.mark.parametrize(
    "params",
    [
        {},
        {"user": 1, "what": "came"},
        {"user": "1", "what": "came", "to": 1},
        {"user": 1, "what": "came", "to": True},
        {"user": 1, "what": "went", "to": 1},
        {"user": 1, "what": "came", "to": 1, "more": 1},
    ],
)
def test_other_params_are_refused(params: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="params should be 'user', 'what' and 'to'"):
        LETTERS.parse(params)


def test_two_rooms_cannot_have_letters_of_one_kind() -> None:
    def words(user: User) -> dict[str, str]:
        return {}

    with pytest.raises(ValueError, match=r"'test_letters' is registered already, by tests\.jobs\.test_letters"):
        Letters(
            kind="test_letters",
            title="",
            about="user",
            things=User.objects.all(),
            letters={},
            words=words,
            page=path_of,
        )


@pytest.mark.parametrize(
    ("kind", "what"), [(kind, what) for kind, (_about, each) in QUEUED_EVER.items() for what in each]
)
def test_letters_queued_by_older_releases_are_still_known(kind: str, what: str) -> None:
    about = QUEUED_EVER[kind][0]
    assert kind_named(kind).parse({about: 7, "what": what, "to": 3}) == (7, what, 3)


def test_date_letters_queued_by_older_releases_are_still_known() -> None:
    assert kind_named("tell_of_date").parse({"fixture": 7}) == 7


def test_a_letter_that_waited_during_an_upgrade_is_sent(cast: Cast) -> None:
    teams = {"offering": bare_team(cast.league, "Anvils", cast.coach)}
    teams |= {"asked": bare_team(cast.league, "Badgers", cast.other_coach)}
    offer = FriendlyOffer.objects.create(league=cast.league, offered_by=cast.coach, **teams)
    params = {"offer": offer.pk, "what": "offered", "to": cast.other_coach.pk}
    Job.objects.create(kind="tell_of_friendly", lane="server:tell_of_friendly", params=params)
    assert run_waiting() == 1
    (letter,) = mail.outbox
    assert (letter.to, letter.subject) == ([cast.other_coach.email], "[Dugout] Anvils offers Badgers a friendly")
