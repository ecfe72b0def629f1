"""The hash chain of a league's commands."""

from __future__ import annotations

import uuid
from threading import Thread

import pytest
from django.db import connection
from django.urls import reverse

from leagues import command_chain
from leagues.members import memberships
from leagues.models import CommandChain, CommandLink, League, Membership
from tests.leagues.cast import Cast, create_league, create_user, form_data, signed_in
from tests.web.league_forms import founding_form
from web.commands import once
from web.errors import Message, Refusal
from web.models import Command

NO = Message(id="tests.no", text="No.")


def differences() -> list[str]:
    return [each for finding in command_chain.audit() for each in finding.differences]


def command(cast: Cast, league: League, answer: object = 1) -> None:
    once(
        user=cast.coach,
        command_id=uuid.uuid4(),
        kind="test",
        body={},
        work=lambda: answer,
        league=lambda: league,
    )


@pytest.fixture
def chained(cast: Cast) -> League:
    """A league with three commands."""
    for answer in (1, {"deep": ["ł", None]}, None):
        command(cast, cast.league, answer)
    return cast.league


def test_every_column_of_a_command_is_chained() -> None:
    assert set(command_chain.COLUMNS) == {field.attname for field in Command._meta.concrete_fields} - {"id"}


def test_commands_on_a_leagues_pages_are_chained_there(cast: Cast) -> None:
    League.objects.filter(pk=cast.league.pk).update(joining="request")
    client, sent = signed_in(cast.stranger), form_data(message="Please")
    for _again in range(2):
        client.post(reverse("leagues:ask", args=[cast.league.slug]), sent)
    client.post(reverse("leagues:withdraw_request", args=[cast.league.slug]), form_data())
    assert CommandLink.objects.filter(league=cast.league).count() == Command.objects.count() == 2
    assert not CommandLink.objects.exclude(league=cast.league).exists()
    assert differences() == []


def test_a_new_leagues_chain_begins_with_its_creation_and_goes_on_with_who_joined(cast: Cast) -> None:
    client = signed_in(cast.coach)
    client.post(reverse("leagues:create"), founding_form(client, name="Newcomers"))
    league = League.objects.get(name="Newcomers")
    made = memberships.invite(
        league=league, by=cast.coach, seed=uuid.uuid4(), role=Membership.Role.COACH, days=7, max_uses=1
    )
    token = memberships.token_of(made)
    signed_in(cast.stranger).post(reverse("leagues:accept", args=[token]), form_data())
    kinds = CommandLink.objects.filter(league=league).order_by("number").values_list("command__kind", flat=True)
    assert list(kinds) == ["create_league", "join_by_invitation"]
    assert differences() == []


def test_a_refused_command_leaves_the_chain_as_it_was(cast: Cast, chained: League) -> None:
    def refused() -> None:
        raise Refusal(NO)

    with pytest.raises(Refusal):
        once(user=None, command_id=uuid.uuid4(), kind="no", body={}, work=refused, league=lambda: chained)
    assert CommandChain.objects.get(league=chained).length == 3
    assert differences() == []


@pytest.mark.parametrize("column", ["kind", "body_hash", "user"])
def test_a_falsified_command_is_found(cast: Cast, chained: League, column: str) -> None:
    second = Command.objects.get(link__league=chained, link__number=2)
    value = cast.commissioner if column == "user" else "other"
    Command.objects.filter(pk=second.pk).update(**{column: value})
    assert differences() == ["command 2 is not the one that the chain proves"]


def test_a_command_that_was_taken_away_is_found(chained: League) -> None:
    CommandLink.objects.filter(league=chained, number=2)._raw_delete("default")
    assert "command 2 is missing in the chain" in differences()


def test_a_last_command_that_was_taken_away_is_found(chained: League) -> None:
    CommandLink.objects.filter(league=chained, number=3)._raw_delete("default")
    assert differences() == ["the chain ends with command 2, not with command 3 as it was kept"]


@pytest.mark.django_db(transaction=True)
def test_many_commands_at_the_same_moment_stand_in_one_chain() -> None:
    user, together, failed = create_user("coach"), 8, []
    league = create_league("Busy", by=user)

    def send() -> None:
        try:
            once(
                user=user,
                command_id=uuid.uuid4(),
                kind="busy",
                body={},
                work=lambda: 1,
                league=lambda: league,
            )
        except Exception as why:
            failed.append(why)
        finally:
            connection.close()

    threads = [Thread(target=send) for _ in range(together)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []
    assert list(CommandLink.objects.values_list("number", flat=True)) == list(range(1, together + 1))
    assert differences() == []
