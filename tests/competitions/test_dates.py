"""Two coaches agree when they play: one names a date, the other agrees or names another; each is told."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.core import mail
from django.urls import reverse

from accounts.models import User
from competitions.dashboard.dashboard import desk_of
from competitions.fixtures import dates, deadlines, fixtures
from competitions.fixtures.date_letters import tell_of_date
from competitions.fixtures.deadlines import set_deadline
from competitions.formats.outstanding_matches import debts_of
from competitions.models import Competition, Decision, Fixture
from competitions.names import teams_named
from competitions.rulings import deadline_expiry
from competitions.setup.shape import Shape
from jobs.models import Job
from leagues.models import LogEntry
from teams.models import Team
from tests.competitions.stage import bare_team, competition_in, matches_of
from tests.leagues.cast import Cast, filled, signed_in

SATURDAY = datetime(2031, 3, 8, 19, 0, tzinfo=UTC)
SUNDAY = SATURDAY + timedelta(days=1)


@pytest.fixture
def cup(cast: Cast) -> Competition:
    """One match, Anvils (coach) against Badgers (other coach) or the other way round; walkovers for lapses."""
    teams = [bare_team(cast.league, "Anvils", cast.coach), bare_team(cast.league, "Badgers", cast.other_coach)]
    return competition_in(cast.league, teams, started=True, shape=Shape(when_lapsed="walkover"))


def the_match(cup: Competition) -> Fixture:
    return matches_of(cup)[0]


def name_date(cup: Competition, by: User, when: datetime | None) -> Fixture:
    fixture = the_match(cup)
    return dates.agree_date(fixture=fixture, by=by, expected=fixture.version, when=when)


def side_of(cup: Competition, coach: User) -> str:
    return "home" if the_match(cup).home.coach == coach else "away"


def asked_of(user: User) -> list[str]:
    return [row["text"] for row in desk_of(user)["to_do"]]


def test_a_coachs_date_waits_for_the_other_one_until_he_agrees(cast: Cast, cup: Competition) -> None:
    proposed = name_date(cup, cast.coach, SATURDAY)
    assert (proposed.agreed_for, proposed.date_waits_for) == (SATURDAY, side_of(cup, cast.other_coach))
    agreed = name_date(cup, cast.other_coach, SATURDAY)
    assert (agreed.agreed_for, agreed.date_waits_for) == (SATURDAY, "")
    assert agreed.home_offered and agreed.away_offered
    kinds = list(LogEntry.objects.filter(kind__contains="date").order_by("pk").values_list("kind", flat=True))
    assert kinds == ["competitions.date_proposed", "competitions.date_agreed"]


def test_another_date_waits_for_the_first_coach_again(cast: Cast, cup: Competition) -> None:
    name_date(cup, cast.coach, SATURDAY)
    other = name_date(cup, cast.other_coach, SUNDAY)
    assert (other.agreed_for, other.date_waits_for) == (SUNDAY, side_of(cup, cast.coach))
    taken_away = name_date(cup, cast.coach, None)
    assert (taken_away.agreed_for, taken_away.date_waits_for) == (None, "")


def test_saying_the_same_again_changes_nothing(cast: Cast, cup: Competition) -> None:
    first = name_date(cup, cast.coach, SATURDAY)
    again = name_date(cup, cast.coach, SATURDAY)
    assert again.date_waits_for == first.date_waits_for
    assert LogEntry.objects.filter(kind="competitions.date_proposed").count() == 1


def test_a_commissioners_date_stands_at_once(cast: Cast, cup: Competition) -> None:
    name_date(cup, cast.coach, SATURDAY)
    settled = name_date(cup, cast.commissioner, SUNDAY)
    assert (settled.agreed_for, settled.date_waits_for) == (SUNDAY, "")
    assert settled.home_offered != settled.away_offered


def test_a_commissioner_settles_the_very_date_that_was_proposed(cast: Cast, cup: Competition) -> None:
    name_date(cup, cast.coach, SATURDAY)
    settled = name_date(cup, cast.commissioner, SATURDAY)
    assert (settled.agreed_for, settled.date_waits_for) == (SATURDAY, "")
    assert LogEntry.objects.filter(kind="competitions.fixture_dated").count() == 1


@pytest.mark.parametrize("coached", ["nobody", "the same"])
def test_where_nobody_else_can_be_asked_a_date_stands_at_once(cast: Cast, cup: Competition, coached: str) -> None:
    Team.objects.filter(name="Badgers").update(coach=None if coached == "nobody" else cast.coach)
    assert name_date(cup, cast.coach, SATURDAY).date_waits_for == ""
    assert not Job.objects.filter(kind="tell_of_date").exists()


def test_who_agreed_to_a_date_loses_by_no_walkover_when_the_deadline_lapses(cast: Cast, cup: Competition) -> None:
    deadline = SUNDAY + timedelta(days=1)
    current = Competition.objects.get(pk=cup.pk)
    set_deadline(competition=current, by=cast.commissioner, expected=current.version, number=1, when=deadline)
    name_date(cup, cast.coach, SATURDAY)
    name_date(cup, cast.other_coach, SATURDAY)
    assert deadline_expiry.settle_round(the_match(cup).round, deadline + timedelta(hours=1)) == 0
    assert not Decision.objects.exists()


def test_swapped_sides_take_the_question_with_them(cast: Cast, cup: Competition) -> None:
    name_date(cup, cast.coach, SATURDAY)
    fixture = the_match(cup)
    fixtures.swap_sides(fixture=fixture, by=cast.commissioner, expected=fixture.version)
    assert the_match(cup).date_waits_for == side_of(cup, cast.other_coach)


def test_the_other_coach_is_told_by_mail_and_on_his_home_page(cast: Cast, cup: Competition) -> None:
    name_date(cup, cast.coach, SATURDAY)
    assert Job.objects.filter(kind="tell_of_date", params={"fixture": the_match(cup).pk}).count() == 1
    assert tell_of_date(the_match(cup))
    (letter,) = mail.outbox
    assert letter.to == [cast.other_coach.email]
    assert "coach proposes a date" in letter.body and "Saturday 8 March 2031, 19:00 (UTC)" in letter.body
    assert f"/fixtures/{the_match(cup).pk}/" in letter.body
    asked = [text for text in asked_of(cast.other_coach) if text.startswith("Agree to a date for ")]
    assert len(asked) == 1 and asked[0].endswith("Sat 8 Mar, 19:00 UTC")
    assert not [text for text in asked_of(cast.coach) if text.startswith("Agree")]
    name_date(cup, cast.other_coach, SATURDAY)
    assert not tell_of_date(the_match(cup))
    assert not [text for text in asked_of(cast.other_coach) if text.startswith("Agree")]


def test_the_commissioner_sees_whose_word_is_missing(cast: Cast, cup: Competition) -> None:
    name_date(cup, cast.coach, SATURDAY)
    teams = teams_named(cup.season.league.teams.all(), cast.commissioner)
    (debt,) = debts_of(cup, teams, SATURDAY)
    assert (debt.what, [team.name for team in debt.who]) == (
        "a date was proposed, and waits for an answer",
        ["Badgers"],
    )
    name_date(cup, cast.other_coach, SATURDAY)
    (debt,) = debts_of(cup, teams, SATURDAY)
    assert (debt.what, len(debt.who)) == ("to be played", 2)


def test_both_agree_on_the_fixtures_page(cast: Cast, cup: Competition) -> None:
    address = reverse("competitions:fixture", args=[the_match(cup).pk])
    dated = reverse("competitions:date_fixture", args=[the_match(cup).pk])
    first, second = signed_in(cast.coach), signed_in(cast.other_coach)
    assert "Propose the date" in first.get(address).content.decode()
    answer = first.post(dated, filled(version=the_match(cup).version, agreed_for="2031-03-08T19:00"), follow=True)
    page = answer.content.decode()
    assert "The date is proposed" in page and "waits for Badgers" in page
    assert "Agree to this date" not in page
    page = second.get(address).content.decode()
    assert "Agree to this date" in page and 'value="2031-03-08T19:00:00"' in page
    answer = second.post(dated, filled(version=the_match(cup).version, agreed_for="2031-03-08T19:00:00"), follow=True)
    assert "The date is noted" in answer.content.decode() and "Agreed for" in answer.content.decode()
    assert the_match(cup).date_waits_for == ""


def test_lists_say_that_a_date_is_only_proposed_and_that_it_is_late(cast: Cast, cup: Competition) -> None:
    current = deadlines.set_deadline(
        competition=Competition.objects.get(pk=cup.pk),
        by=cast.commissioner,
        expected=Competition.objects.get(pk=cup.pk).version,
        number=1,
        when=SATURDAY - timedelta(days=1),
    )
    name_date(cup, cast.coach, SATURDAY)
    listed = reverse("competitions:fixtures", args=[current.public_id])
    assert "(proposed)" in signed_in(cast.coach).get(listed).content.decode()
    shown = signed_in(cast.coach).get(reverse("competitions:fixture", args=[the_match(cup).pk])).content.decode()
    assert "after the deadline of its round" in shown
    name_date(cup, cast.other_coach, SATURDAY)
    assert "(proposed)" not in signed_in(cast.coach).get(listed).content.decode()
