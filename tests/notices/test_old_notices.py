"""Old notices are deleted once they were read or wait no more, and nothing is told again because of it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from leagues.members.memberships import answer_request
from leagues.models import JoinRequest
from notices import old
from notices.models import Happening, Notice
from notices.old import delete_old_notices
from notices.telling import follow
from tests.leagues.cast import Cast
from tests.notices.requests_to_join import stranger_asks


def age(days: int) -> None:
    """All that happened until now happened so many days ago."""
    Happening.objects.update(at=timezone.now() - timedelta(days=days))


def read_all() -> None:
    Notice.objects.update(read_at=timezone.now())


@pytest.fixture
def accepted(cast: Cast) -> JoinRequest:
    """A request that was accepted: the stranger has news of it, and the commissioner's notice waits no more."""
    asked = stranger_asks(cast)
    return answer_request(join_request=asked, by=cast.commissioner, accept=True)


def left() -> list[str]:
    return sorted(str(each.reader) for each in Notice.objects.select_related("reader"))


def test_what_was_read_or_waits_no_more_is_deleted_when_it_is_old(cast: Cast, accepted: JoinRequest) -> None:
    read_all()
    age(179)
    assert delete_old_notices() == 0
    age(181)
    assert delete_old_notices() == 2
    assert not Notice.objects.exists()


def test_news_that_nobody_has_read_stays(cast: Cast, accepted: JoinRequest) -> None:
    age(10_000)
    assert delete_old_notices() == 1
    assert left() == [str(cast.stranger)]


def test_what_still_waits_is_never_deleted(cast: Cast) -> None:
    stranger_asks(cast)
    read_all()
    age(10_000)
    assert delete_old_notices() == 0
    assert left() == [str(cast.commissioner)]


def test_the_site_says_after_how_many_days(cast: Cast, accepted: JoinRequest, settings: Any) -> None:
    settings.NOTICE_DAYS = 30
    read_all()
    age(31)
    assert delete_old_notices() == 2


def test_news_told_long_ago_is_not_told_again_when_its_thing_is_followed(cast: Cast, accepted: JoinRequest) -> None:
    read_all()
    age(181)
    delete_old_notices()
    follow(accepted, by=cast.commissioner)
    assert not Notice.objects.exists()


def test_a_longer_time_set_later_tells_nothing_again(cast: Cast, accepted: JoinRequest, settings: Any) -> None:
    read_all()
    age(181)
    delete_old_notices()
    settings.NOTICE_DAYS = 1_000
    follow(accepted, by=cast.commissioner)
    assert not Notice.objects.exists()


def test_what_waits_again_is_told_again_as_of_today(cast: Cast) -> None:
    asked = stranger_asks(cast)
    Notice.objects.update(done_at=timezone.now())
    age(181)
    assert delete_old_notices() == 1
    follow(asked)
    follow(asked)
    again = Notice.objects.select_related("happening").get()
    assert (again.reader, again.done_at, again.happening.number) == (cast.commissioner, None, 2)
    assert again.happening.at > timezone.now() - timedelta(days=1)


def test_they_go_in_batches_and_the_next_day_does_the_rest(
    cast: Cast, accepted: JoinRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(old, "BATCH", 1)
    monkeypatch.setattr(old, "MOST_BATCHES", 1)
    read_all()
    age(181)
    assert [delete_old_notices() for _day in range(3)] == [1, 1, 0]


def test_following_a_thing_reads_its_notices_with_one_query(
    cast: Cast, accepted: JoinRequest, django_assert_num_queries: Any
) -> None:
    with django_assert_num_queries(1) as queries:
        follow(accepted, by=cast.commissioner)
    assert "notices_happening" in queries[0]["sql"]
