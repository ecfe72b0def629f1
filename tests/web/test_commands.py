"""One command, one transaction, one id."""

import uuid
from threading import Barrier, Thread
from typing import Any

import pytest
from django.db import connection

from accounts.models import User
from tests.leagues.cast import create_user
from web.commands import REUSED, once
from web.errors import Message, Refusal
from web.models import Command

NO = Message(id="tests.no", text="No.")


class Work:
    """Counts how often it was done."""

    def __init__(self) -> None:
        self.done = 0

    def __call__(self) -> dict[str, int]:
        self.done += 1
        return {"time": self.done}


@pytest.fixture
def coach(db: None) -> User:
    return create_user("coach")


def test_a_second_submit_gets_the_first_answer(coach: User) -> None:
    work, command = Work(), uuid.uuid4()
    sent = {"user": coach, "command_id": command, "kind": "hire", "body": {"player": 7}, "work": work}
    assert once(**sent) == {"time": 1}
    assert once(**sent) == {"time": 1}
    assert work.done == 1 and Command.objects.count() == 1


def test_the_same_id_with_another_body_or_kind_is_refused(coach: User) -> None:
    work, command = Work(), uuid.uuid4()
    once(user=coach, command_id=command, kind="hire", body={"player": 7}, work=work)
    for kind, body in (("hire", {"player": 8}), ("fire", {"player": 7})):
        with pytest.raises(Refusal) as refused:
            once(user=coach, command_id=command, kind=kind, body=body, work=work)
        assert refused.value.message is REUSED and refused.value.status == 422
    assert work.done == 1


def test_a_refusal_does_not_use_up_the_id(coach: User) -> None:
    work, command = Work(), uuid.uuid4()

    def refused() -> None:
        User.objects.filter(pk=coach.pk).update(display_name="half done")
        raise Refusal(NO)

    with pytest.raises(Refusal):
        once(user=coach, command_id=command, kind="hire", body={"player": 7}, work=refused)
    coach.refresh_from_db()
    assert coach.display_name == "" and not Command.objects.exists()
    assert once(user=coach, command_id=command, kind="hire", body={"player": 8}, work=work) == {"time": 1}


def test_ids_are_each_users_own_and_the_servers(coach: User) -> None:
    command, other = uuid.uuid4(), create_user("other")
    answers = [
        once(user=user, command_id=command, kind="hire", body={}, work=Work()) for user in (coach, other, None, None)
    ]
    assert answers == [{"time": 1}] * 4
    assert Command.objects.count() == 3


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("by_server", [False, True])
def test_of_many_at_the_same_moment_one_is_done_and_all_get_its_answer(by_server: bool) -> None:
    user, command, together = create_user("coach"), uuid.uuid4(), 8
    barrier, answers = Barrier(together), []

    def rename() -> dict[str, int]:
        work_done.append(1)
        return {"time": len(work_done)}

    def send() -> None:
        try:
            barrier.wait()
            sender = None if by_server else user
            answers.append(once(user=sender, command_id=command, kind="rename", body={}, work=rename))
        except BaseException as why:
            answers.append(why)
        finally:
            connection.close()

    work_done: list[int] = []
    run_together(send, together)
    assert answers == [{"time": 1}] * together
    assert work_done == [1] and Command.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_if_the_first_is_refused_the_second_at_the_same_moment_runs() -> None:
    user, command = create_user("coach"), uuid.uuid4()
    barrier, answers, tries = Barrier(2), [], []

    def work() -> str:
        tries.append(1)
        if len(tries) == 1:
            raise Refusal(NO)
        return "done"

    def send() -> None:
        barrier.wait()
        try:
            answers.append(once(user=user, command_id=command, kind="try", body={}, work=work))
        except Refusal as refusal:
            answers.append(refusal.id)
        finally:
            connection.close()

    run_together(send, 2)
    assert sorted(answers) == ["done", "tests.no"]


def run_together(target: Any, count: int) -> None:
    """Run it in threads, each with its own connection."""
    threads = [Thread(target=target) for _ in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
