"""Who is told of what, once, and how what waits ends."""

from __future__ import annotations

import pytest
from django.db import transaction

from accounts.account_deletion import delete_account
from leagues.members.memberships import (
    answer_request,
    appoint_commissioner,
    dismiss_commissioner,
    leave_league,
    remove_member,
    request_to_join,
    withdraw_request,
)
from leagues.models import JoinRequest, League, Membership
from leagues.notices import ACCEPTED, ASKED
from leagues.services import archive_league, restore_league
from notices.extensions import open_leagues
from notices.inbox import lines_of, news, waiting
from notices.models import Happening, MailPreference, Notice
from notices.telling import follow, tell
from tests.leagues.cast import Cast, add_member, create_user
from tests.notices.requests_to_join import only_notice, stranger_asks


def words(cast: Cast, name: str) -> tuple[list[str], list[str]]:
    user = cast[name]
    return tuple([line.words for line in lines_of(user, rows(user))] for rows in (waiting, news))  # type: ignore[return-value]  # two lists


def test_a_request_waits_for_each_commissioner_until_it_is_answered(cast: Cast) -> None:
    second = create_user("second")
    add_member(cast.league, second, Membership.Role.COMMISSIONER)
    asked = stranger_asks(cast)
    assert {each.reader for each in Notice.objects.all()} == {cast.commissioner, second}
    assert words(cast, "commissioner") == (["stranger asks to join Old World Sunday League"], [])
    answer_request(join_request=asked, by=second, accept=True)
    assert words(cast, "commissioner") == ([], [])
    assert words(cast, "stranger") == ([], ["You are in Old World Sunday League"])


def test_a_person_who_is_refused_is_told_although_they_are_no_member(cast: Cast) -> None:
    answer_request(join_request=stranger_asks(cast), by=cast.commissioner, accept=False)
    assert words(cast, "stranger") == ([], ["Old World Sunday League has refused your request"])


def test_nobody_is_told_about_a_league_that_they_cannot_see(cast: Cast) -> None:
    asked = stranger_asks(cast)
    League.objects.filter(pk=cast.league.pk).update(public=False, joining="invitation")
    asked.league.refresh_from_db()
    JoinRequest.objects.filter(pk=asked.pk).update(state=JoinRequest.State.REFUSED)
    asked.refresh_from_db()
    follow(asked, by=cast.commissioner)
    assert not Notice.objects.filter(reader=cast.stranger).exists()


def test_a_notice_of_a_league_that_became_private_is_not_shown_to_outsiders(cast: Cast) -> None:
    answer_request(join_request=stranger_asks(cast), by=cast.commissioner, accept=False)
    League.objects.filter(pk=cast.league.pk).update(public=False, joining="invitation")
    assert words(cast, "stranger") == ([], [])
    assert all(cast.league.pk not in found(cast.stranger, [cast.league.pk]) for found in open_leagues)


def test_a_withdrawn_request_waits_for_nobody_and_tells_nobody(cast: Cast) -> None:
    stranger_asks(cast)
    withdraw_request(league=cast.league, user=cast.stranger)
    assert only_notice().done_at is not None
    assert words(cast, "commissioner") == ([], [])


def test_a_second_request_is_told_again(cast: Cast) -> None:
    stranger_asks(cast)
    withdraw_request(league=cast.league, user=cast.stranger)
    request_to_join(league=cast.league, user=cast.stranger, message="")
    assert len(words(cast, "commissioner")[0]) == 1


def test_following_the_same_state_twice_tells_nothing_new(cast: Cast) -> None:
    asked = stranger_asks(cast)
    follow(asked)
    follow(asked)
    assert Notice.objects.count() == Happening.objects.count() == 1


def test_news_are_told_once_even_if_they_are_told_twice(cast: Cast) -> None:
    asked = answer_request(join_request=stranger_asks(cast), by=cast.commissioner, accept=True)
    tell(ACCEPTED, asked, by=cast.commissioner)
    assert Notice.objects.filter(reader=cast.stranger).count() == 1


def test_what_waits_cannot_be_told_without_a_state(cast: Cast) -> None:
    with pytest.raises(ValueError, match="belongs to a state"):
        tell(ASKED, stranger_asks(cast))


def test_a_happening_is_undone_with_its_command(cast: Cast) -> None:
    with transaction.atomic():
        stranger_asks(cast)
        transaction.set_rollback(True)
    assert not Happening.objects.exists() and not Notice.objects.exists()


def test_what_waits_for_the_one_who_did_it_is_read_and_not_mailed(cast: Cast) -> None:
    asked = stranger_asks(cast)
    Notice.objects.all().delete()
    follow(asked, by=cast.commissioner)
    notice = only_notice()
    assert notice.read_at is not None and notice.mail == Notice.Mail.NONE
    assert words(cast, "commissioner")[0] == ["stranger asks to join Old World Sunday League"]


def test_a_removed_or_former_member_keeps_no_open_notice(cast: Cast) -> None:
    second = create_user("second")
    membership = add_member(cast.league, second, Membership.Role.COMMISSIONER)
    stranger_asks(cast)
    remove_member(membership=membership, by=cast.commissioner, reason="x")
    assert not Notice.objects.unread(second).exists()
    add_member(cast.league, second, Membership.Role.COMMISSIONER)
    leave_league(league=cast.league, user=cast.commissioner)
    assert not Notice.objects.unread(cast.commissioner).exists()


def test_a_new_commissioner_is_told_what_waits_and_a_dismissed_one_has_nothing_left(cast: Cast) -> None:
    stranger_asks(cast)
    membership = cast.league.memberships.get(user=cast.coach)
    appoint_commissioner(membership=membership, by=cast.commissioner)
    assert words(cast, "coach")[0] == words(cast, "commissioner")[0] != []
    dismiss_commissioner(membership=membership, by=cast.commissioner, reason="x")
    assert words(cast, "coach")[0] == [] != words(cast, "commissioner")[0]


def test_news_reach_people_who_come_later_once(cast: Cast) -> None:
    asked = answer_request(join_request=stranger_asks(cast), by=cast.commissioner, accept=True)
    Notice.objects.filter(reader=cast.stranger).delete()
    for _ in range(2):
        tell(ACCEPTED, asked)
    assert Notice.objects.filter(reader=cast.stranger).count() == 1
    assert Happening.objects.filter(kind=ACCEPTED.key).count() == 1


def test_an_archived_league_waits_for_nobody_until_it_is_restored(cast: Cast) -> None:
    stranger_asks(cast)
    archive_league(league=cast.league, by=cast.commissioner, reason="over")
    assert words(cast, "commissioner") == ([], [])
    assert not Notice.objects.unread(cast.commissioner).exists()
    restore_league(league=cast.league, by=cast.commissioner)
    assert len(words(cast, "commissioner")[0]) == 1


def test_a_deleted_account_keeps_no_notices_and_no_choices(cast: Cast) -> None:
    answer_request(join_request=stranger_asks(cast), by=cast.commissioner, accept=False)
    MailPreference.objects.create(user=cast.stranger, topic="members", when="never")
    delete_account(cast.stranger)
    assert not Notice.objects.filter(reader=cast.stranger).exists()
    assert not MailPreference.objects.exists()
    (line,) = lines_of(cast.commissioner, list(Notice.objects.filter(reader=cast.commissioner)))
    assert line.words.startswith("Former coach asks")


def test_deleting_an_account_ends_what_its_requests_wait_for(cast: Cast) -> None:
    stranger_asks(cast)
    delete_account(cast.stranger)
    assert only_notice().done_at is not None
