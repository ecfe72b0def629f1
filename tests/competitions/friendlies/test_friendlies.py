"""Coaches arrange friendlies: they offer, answer, withdraw and call off; and what is refused."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import strip_tags

from competitions.friendlies import friendlies
from competitions.friendlies.letters import OFFER_LETTERS
from competitions.models import FriendlyOffer
from leagues.members.memberships import leave_league
from leagues.models import League
from leagues.services import archive_league
from matches.models import Match
from matches.sequence.opening import open_match
from teams.ledger import ledger
from teams.models import Team
from teams.roster.retiring import retire_team
from tests.competitions.competition_builders import bare_team, competition_in, matches_of
from tests.leagues.cast import Cast, add_member, form_data, signed_in
from tests.notices.mails import mails_to
from tests.teams.team_builders import team_from_list
from web.errors import Refusal, StaleVersion

State = FriendlyOffer.State


@pytest.fixture
def teams(cast: Cast) -> tuple[Team, Team]:
    """A team of the coach and one of the other coach."""
    return bare_team(cast.league, "Anvils", cast.coach), bare_team(cast.league, "Badgers", cast.other_coach)


@pytest.fixture
def offer(cast: Cast, teams: tuple[Team, Team]) -> FriendlyOffer:
    return offered(cast, *teams)


def offered(cast: Cast, offering: Team, asked: Team, **given: Any) -> FriendlyOffer:
    given = {"by": cast.coach, "at_home": True} | given
    return friendlies.offer_friendly(offering=offering, asked=asked, **given)


def accepted(cast: Cast, offer: FriendlyOffer) -> Match:
    row = friendlies.accept_friendly(offer=offer, by=cast.other_coach, expected=offer.version)
    assert row.match is not None
    return row.match


def pressed(client: Client, route: str, part: object, **fields: Any) -> int:
    return client.post(reverse(f"competitions:{route}", args=[part]), form_data(**fields)).status_code


def test_a_friendly_is_offered_accepted_and_played_like_any_match(cast: Cast) -> None:
    home = team_from_list(cast.league, cast.coach, "Ironside Orcs", "Orc")
    away = team_from_list(cast.league, cast.other_coach, "Harbour Humans", "Human")
    coach, other = signed_in(cast.coach), signed_in(cast.other_coach)
    page = reverse("competitions:offer_friendly", args=[cast.league.slug])
    fields = {"offering": home.public_id, "asked": away.public_id, "at_home": "no", "note": "Thursday at the club?"}
    answer = coach.post(page, form_data(**fields))
    row = FriendlyOffer.objects.get()
    assert answer.url == reverse("competitions:friendly_offer", args=[row.pk])
    assert (row.home, row.away, row.state) == (away, home, State.OFFERED)
    assert "Answer Ironside Orcs, which offers Harbour Humans a friendly" in other.get("/").content.decode()
    assert "Answer Ironside Orcs" not in coach.get("/").content.decode()
    assert "Thursday at the club?" in other.get(answer.url).content.decode()
    assert pressed(other, "accept_friendly", row.pk, version=row.version) == 302
    match = FriendlyOffer.objects.get().match
    assert [side.team for side in match.sides.order_by("-side")] == [away, home]
    assert open_match(match=match, by=cast.coach).state == Match.State.PRE_MATCH
    entry = cast.league.log.get(kind="competitions.friendly_agreed")
    assert (entry.by, entry.about, entry.args) == (
        cast.other_coach,
        cast.coach,
        {"match": "Harbour Humans – Ironside Orcs"},
    )
    log = coach.get(reverse("leagues:log", args=[cast.league.slug])).content.decode()
    assert "other_coach accepted the friendly offered by coach: Harbour Humans – Ironside Orcs." in strip_tags(log)


def test_an_offer_ends_when_it_is_declined_or_withdrawn(cast: Cast, teams: tuple[Team, Team]) -> None:
    first = offered(cast, *teams)
    declined = friendlies.decline_friendly(offer=first, by=cast.other_coach, expected=first.version)
    assert (declined.state, declined.answered_by, declined.match) == (State.DECLINED, cast.other_coach, None)
    second = offered(cast, *teams)
    friendlies.withdraw_friendly(offer=second, by=cast.coach, expected=second.version)
    for row in (first, second):
        with pytest.raises(Refusal, match="is no longer open"):
            friendlies.accept_friendly(offer=row, by=cast.other_coach, expected=row.version)
        with pytest.raises(Refusal, match="You can make a new offer"):
            friendlies.withdraw_friendly(offer=row, by=cast.coach, expected=row.version)
    assert not Match.objects.exists()


def test_only_the_coach_of_a_team_can_offer_or_answer_for_it(
    cast: Cast, offer: FriendlyOffer, teams: tuple[Team, Team]
) -> None:
    given = {"offer": offer, "expected": offer.version}
    with pytest.raises(Refusal, match="Badgers is not your team"):
        friendlies.accept_friendly(**given, by=cast.coach)
    with pytest.raises(Refusal, match="Badgers is not your team"):
        friendlies.decline_friendly(**given, by=cast.commissioner)
    with pytest.raises(Refusal, match="Anvils is not your team"):
        friendlies.withdraw_friendly(**given, by=cast.other_coach)
    with pytest.raises(Refusal, match="Badgers is not your team"):
        offered(cast, teams[1], teams[0])


def test_a_coach_cannot_arrange_a_friendly_with_themselves(cast: Cast, teams: tuple[Team, Team]) -> None:
    second = bare_team(cast.league, "Comets", cast.coach)
    for own in (teams[0], second):
        with pytest.raises(Refusal, match=r"is your team too.*Choose a team of another coach"):
            offered(cast, teams[0], own)


@pytest.mark.parametrize("state", ["draft", "submitted", "retired"])
@pytest.mark.parametrize("which", [0, 1])
def test_a_team_that_is_not_active_plays_no_friendly(
    cast: Cast, teams: tuple[Team, Team], which: int, state: str
) -> None:
    waiting = offered(cast, *teams)
    Team.objects.filter(pk=teams[which].pk).update(state=state)
    teams[which].refresh_from_db()
    with pytest.raises(Refusal, match=rf"{teams[which].name} cannot play a friendly.*choose an active team"):
        accepted(cast, waiting)
    with pytest.raises(Refusal, match="it is not an active team of the league"):
        offered(cast, *teams)


@pytest.mark.parametrize("which", [0, 1])
def test_teams_are_checked_as_they_are_now_and_not_as_they_were_read(
    cast: Cast, teams: tuple[Team, Team], which: int
) -> None:
    Team.objects.filter(pk=teams[which].pk).update(state=Team.State.RETIRED)
    with pytest.raises(Refusal, match=f"{teams[which].name} cannot play a friendly"):
        offered(cast, *teams)
    with pytest.raises(Refusal, match=f"{teams[which].name} is not an active team"):
        arranged(cast, *teams)


def test_a_former_coach_cannot_offer_for_the_team(cast: Cast, teams: tuple[Team, Team]) -> None:
    Team.objects.filter(pk=teams[0].pk).update(coach=cast.commissioner)
    with pytest.raises(Refusal, match="Anvils is not your team"):
        offered(cast, *teams)


@pytest.mark.parametrize("which", [0, 1])
def test_offers_to_or_from_a_retired_team_leave_the_to_do_list(
    cast: Cast, teams: tuple[Team, Team], which: int
) -> None:
    waiting, kept = offered(cast, *teams), bare_team(cast.league, "Comets", cast.other_coach)
    offered(cast, bare_team(cast.league, "Dragons", cast.coach), kept)
    team = teams[which]
    retire_team(team=team, expected=team.version, by=team.coach)
    shown = signed_in(cast.other_coach).get("/").content.decode()
    assert "Answer Dragons, which offers Comets a friendly" in shown
    assert "Answer Anvils" not in shown
    gone = friendlies.decline_friendly(offer=waiting, by=cast.other_coach, expected=waiting.version)
    assert gone.state == State.DECLINED


def test_a_team_of_another_league_cannot_be_asked(cast: Cast, teams: tuple[Team, Team]) -> None:
    with pytest.raises(Refusal, match="Dragons cannot play a friendly"):
        offered(cast, teams[0], bare_team(cast.private, "Dragons", cast.other_coach))


@pytest.mark.parametrize("why", ["no coach", "left", "stranger"])
def test_a_team_without_a_coach_in_the_league_cannot_be_asked(cast: Cast, teams: tuple[Team, Team], why: str) -> None:
    if why == "left":
        cast.league.memberships.get(user=cast.other_coach).delete()
    else:
        Team.objects.filter(pk=teams[1].pk).update(coach=None if why == "no coach" else cast.stranger)
    asked = Team.objects.get(pk=teams[1].pk)
    with pytest.raises(Refusal, match=r"has no active coach.*ask a commissioner"):
        offered(cast, teams[0], asked)
    page = reverse("competitions:offer_friendly", args=[cast.league.slug])
    assert "Badgers" not in signed_in(cast.coach).get(page).content.decode()


def test_an_offer_from_a_coach_who_has_left_the_league_cannot_be_accepted(cast: Cast, offer: FriendlyOffer) -> None:
    leave_league(league=cast.league, user=cast.coach)
    with pytest.raises(Refusal, match="Anvils has no active coach"):
        accepted(cast, offer)
    assert not Match.objects.exists()
    assert friendlies.decline_friendly(offer=offer, by=cast.other_coach, expected=offer.version).state == State.DECLINED


def test_a_team_must_finish_its_match_before_it_accepts_an_offer(cast: Cast) -> None:
    home = team_from_list(cast.league, cast.coach, "Ironside Orcs", "Orc")
    away = team_from_list(cast.league, cast.other_coach, "Harbour Humans", "Human")
    waiting = offered(cast, home, away)
    ledger.hold(home, "match:another")
    with pytest.raises(Refusal, match=r"Ironside Orcs is in a match that is not over\. Finish that match"):
        accepted(cast, waiting)
    assert FriendlyOffer.objects.get().state == State.OFFERED
    ledger.release(home, "match:another")
    assert accepted(cast, waiting).state == Match.State.SCHEDULED


def test_two_teams_have_one_offer_and_one_friendly_at_a_time(
    cast: Cast, offer: FriendlyOffer, teams: tuple[Team, Team]
) -> None:
    with pytest.raises(Refusal, match="already an open offer"):
        offered(cast, *teams)
    with pytest.raises(Refusal, match="Answer or withdraw it"):
        offered(cast, teams[1], teams[0], by=cast.other_coach)
    match = accepted(cast, offer)
    with pytest.raises(Refusal, match="already have a friendly to play"):
        offered(cast, *teams)
    friendlies.call_off_friendly(match=match, by=cast.coach)
    assert offered(cast, *teams).state == State.OFFERED


def test_a_team_can_only_have_so_many_open_offers(cast: Cast, teams: tuple[Team, Team]) -> None:
    others = [bare_team(cast.league, f"Others {number}", cast.other_coach) for number in range(21)]
    for other in others[:-1]:
        offered(cast, teams[0], other)
    with pytest.raises(Refusal, match=r"already has 20 open offers.*Withdraw one of them first"):
        offered(cast, teams[0], others[-1])


def test_a_league_can_let_only_commissioners_arrange_friendlies(cast: Cast, teams: tuple[Team, Team]) -> None:
    waiting = offered(cast, *teams)
    League.objects.filter(pk=cast.league.pk).update(friendlies_by_coaches=False)
    with pytest.raises(Refusal, match=r"only commissioners arrange friendlies.*Ask one of them"):
        offered(cast, *teams)
    with pytest.raises(Refusal, match="only commissioners arrange friendlies"):
        accepted(cast, waiting)
    coach = signed_in(cast.coach)
    for route in ("friendlies", "offer_friendly"):
        shown = coach.get(reverse(f"competitions:{route}", args=[cast.league.slug])).content.decode()
        assert "only commissioners arrange friendlies" in shown
        assert "Offer friendly" not in shown
    friendlies.withdraw_friendly(offer=waiting, by=cast.coach, expected=waiting.version)
    fields = {"home": teams[0].public_id, "away": teams[1].public_id}
    assert pressed(signed_in(cast.commissioner), "friendly", cast.league.slug, **fields) == 302


def test_in_an_archived_league_nothing_is_offered_or_answered(cast: Cast, offer: FriendlyOffer) -> None:
    archive_league(league=cast.league, by=cast.commissioner, reason="Winter.")
    coach, other = signed_in(cast.coach), signed_in(cast.other_coach)
    assert pressed(other, "accept_friendly", offer.pk, version=1) == 422
    assert pressed(coach, "withdraw_friendly", offer.pk, version=1) == 422
    shown = other.get(reverse("competitions:friendly_offer", args=[offer.pk])).content.decode()
    assert "Decline" not in shown
    assert other.get(reverse("competitions:friendlies", args=[cast.league.slug])).status_code == 200


def test_an_answer_to_an_older_version_is_refused(cast: Cast, offer: FriendlyOffer) -> None:
    FriendlyOffer.objects.filter(pk=offer.pk).update(version=7)
    with pytest.raises(StaleVersion):
        friendlies.accept_friendly(offer=offer, by=cast.other_coach, expected=1)
    assert not Match.objects.exists()


def test_an_answer_sent_twice_is_given_once(cast: Cast, offer: FriendlyOffer) -> None:
    other = signed_in(cast.other_coach)
    page = reverse("competitions:accept_friendly", args=[offer.pk])
    sent = form_data(version=1)
    assert [other.post(page, sent).status_code for _time in range(2)] == [302, 302]
    assert Match.objects.count() == 1
    assert other.post(page, form_data(version=1)).status_code == 409


@pytest.mark.parametrize("who", ["coach", "other_coach", "commissioner"])
def test_an_unopened_friendly_is_called_off(cast: Cast, offer: FriendlyOffer, who: str) -> None:
    match = accepted(cast, offer)
    assert pressed(signed_in(cast[who]), "call_off_friendly", match.public_id) == 302
    assert Match.objects.get().state == Match.State.DROPPED
    page = signed_in(cast.coach).get(reverse("competitions:friendly_offer", args=[offer.pk])).content.decode()
    assert "(called off)" in page
    assert cast.league.log.get(kind="competitions.friendly_called_off").args == {"match": "Anvils – Badgers"}
    with pytest.raises(Refusal, match="has been opened, played or called off"):
        friendlies.call_off_friendly(match=match, by=cast.coach)


def arranged(cast: Cast, home: Team, away: Team) -> Match:
    """By a commissioner."""
    return friendlies.arrange_friendly(league=cast.league, by=cast.commissioner, home=home, away=away)


def test_coaches_get_a_mail_about_a_friendly_that_a_commissioner_arranges(cast: Cast, teams: tuple[Team, Team]) -> None:
    match = arranged(cast, *teams)
    for coach in (cast.coach, cast.other_coach):
        (letter,) = mails_to(coach, "friendlies")
        assert letter.startswith("[Dugout] Anvils and Badgers: a friendly\n")
        assert "with Anvils at home" in letter and f"/leagues/{cast.league.slug}/friendlies/" in letter
    assert mails_to(cast.commissioner, "friendlies") == []
    friendlies.call_off_friendly(match=match, by=cast.commissioner)
    assert not [letter for letter in mails_to(cast.coach, "friendlies") if "has arranged" in letter]


@pytest.mark.parametrize("who", ["coach", "other_coach", "commissioner"])
def test_calling_off_a_commissioners_friendly_mails_all_others(cast: Cast, teams: tuple[Team, Team], who: str) -> None:
    second = add_member(cast.league, cast.stranger, "commissioner").user
    match = arranged(cast, *teams)
    answer = signed_in(cast[who]).post(
        reverse("competitions:call_off_friendly", args=[match.public_id]), form_data(), follow=True
    )
    assert "The others concerned get a mail." in answer.content.decode()
    people = {"coach": cast.coach, "other_coach": cast.other_coach, "commissioner": cast.commissioner, "second": second}
    assert mails_to(people.pop(who), "friendlies") == []
    for other in people.values():
        (letter,) = mails_to(other, "friendlies")
        assert letter.startswith("[Dugout] The friendly of Anvils and Badgers is called off\n")
        assert f"/matches/{match.public_id}/" in letter


def test_commissioners_get_no_mail_about_friendlies_of_coaches(cast: Cast, offer: FriendlyOffer) -> None:
    friendlies.call_off_friendly(match=accepted(cast, offer), by=cast.coach)
    assert mails_to(cast.commissioner, "friendlies") == []
    assert "is called off" in mails_to(cast.other_coach, "friendlies")[-1]


def test_a_commissioner_who_coaches_one_of_the_teams_gets_one_mail(cast: Cast, teams: tuple[Team, Team]) -> None:
    Team.objects.filter(pk=teams[0].pk).update(coach=cast.commissioner)
    match = arranged(cast, *teams)
    assert (mails_to(cast.commissioner, "friendlies"), len(mails_to(cast.other_coach, "friendlies"))) == ([], 1)
    friendlies.call_off_friendly(match=match, by=cast.other_coach)
    assert len(mails_to(cast.commissioner, "friendlies")) == 1


@pytest.mark.parametrize("state", ["pre_match", "reported", "closed"])
def test_an_open_friendly_cannot_be_called_off_here(cast: Cast, offer: FriendlyOffer, state: str) -> None:
    match = accepted(cast, offer)
    Match.objects.filter(pk=match.pk).update(state=state)
    with pytest.raises(Refusal, match="A commissioner can call off an opened match on its page"):
        friendlies.call_off_friendly(match=match, by=cast.coach)


def test_a_match_of_a_competition_is_not_a_friendly(cast: Cast) -> None:
    sides = [bare_team(cast.league, "Comets", cast.coach), bare_team(cast.league, "Dragons", cast.other_coach)]
    fixture = matches_of(competition_in(cast.league, sides, started=True))[0]
    assert pressed(signed_in(cast.coach), "call_off_friendly", fixture.match.public_id) == 409
    assert Match.objects.get(pk=fixture.match_id).state == Match.State.SCHEDULED


@pytest.mark.parametrize(
    ("who", "sees"),
    [("coach", 200), ("other_coach", 200), ("commissioner", 200), ("staff", 200), ("stranger", 403), ("visitor", 302)],
)
def test_only_its_coaches_and_commissioners_see_an_offer(cast: Cast, offer: FriendlyOffer, who: str, sees: int) -> None:
    client = signed_in(cast[who])
    assert client.get(reverse("competitions:friendly_offer", args=[offer.pk])).status_code == sees
    assert client.get(reverse("competitions:friendlies", args=[cast.league.slug])).status_code == sees
    assert client.get(reverse("competitions:offer_friendly", args=[cast.league.slug])).status_code == sees


def test_a_member_who_is_not_involved_does_not_see_an_offer(cast: Cast, offer: FriendlyOffer) -> None:
    add_member(cast.league, cast.stranger)
    client = signed_in(cast.stranger)
    assert client.get(reverse("competitions:friendly_offer", args=[offer.pk])).status_code == 403
    assert "Anvils" not in client.get(reverse("competitions:friendlies", args=[cast.league.slug])).content.decode()
    shown = client.get(reverse("competitions:offer_friendly", args=[cast.league.slug])).content.decode()
    assert "You have no active team" in shown
    assert reverse("teams:create", args=[cast.league.slug]) in shown


@pytest.mark.parametrize("who", ["coach", "other_coach", "commissioner"])
def test_the_page_of_friendlies_lists_those_of_the_reader(
    cast: Cast, offer: FriendlyOffer, teams: tuple[Team, Team], who: str
) -> None:
    page, client = reverse("competitions:friendlies", args=[cast.league.slug]), signed_in(cast[who])
    assert "Anvils offers Badgers a friendly" in client.get(page).content.decode()
    accepted(cast, offer)
    shown = client.get(page).content.decode()
    assert "Call off" in shown and "Anvils – Badgers" in shown
    assert "Waiting for an answer" not in shown


def test_typed_text_stays_when_an_offer_is_refused(cast: Cast, offer: FriendlyOffer) -> None:
    page = reverse("competitions:offer_friendly", args=[cast.league.slug])
    fields = {"offering": offer.offering.public_id, "asked": offer.asked.public_id, "at_home": "yes"}
    answer = signed_in(cast.coach).post(page, form_data(**fields, note="Any day."))
    shown = answer.content.decode()
    assert answer.status_code == 409
    assert "already an open offer" in shown and 'value="Any day."' in shown
    for odd in ("no one", offer.offering.public_id, "\x00"):
        answer = signed_in(cast.coach).post(page, form_data(**{**fields, "asked": odd}))
        assert answer.status_code == 422


def test_coaches_get_mails_about_their_friendlies(cast: Cast, teams: tuple[Team, Team]) -> None:
    waiting = offered(cast, *teams, note="Bring the dice.")
    (letter,) = mails_to(cast.other_coach, "friendlies")
    assert letter.startswith("[Dugout] Anvils offers Badgers a friendly\n")
    assert "coach offers your team Badgers a friendly against Anvils" in letter
    assert "with Anvils at home" in letter and "“Bring the dice.”" in letter
    assert f"/friendlies/{waiting.pk}/" in letter
    match = accepted(cast, waiting)
    assert mails_to(cast.other_coach, "friendlies") == []  # answered: nothing is left to do
    (letter,) = mails_to(cast.coach, "friendlies")
    assert "Badgers has accepted your friendly" in letter
    friendlies.call_off_friendly(match=match, by=cast.other_coach)
    assert "is called off" in mails_to(cast.coach, "friendlies")[-1]
    assert mails_to(cast.other_coach, "friendlies") == []


def test_declined_and_withdrawn_offers_are_mailed_too(cast: Cast, teams: tuple[Team, Team]) -> None:
    first = offered(cast, *teams)
    friendlies.decline_friendly(offer=first, by=cast.other_coach, expected=1)
    assert "has declined" in mails_to(cast.coach, "friendlies")[0]
    second = offered(cast, *teams)
    friendlies.withdraw_friendly(offer=second, by=cast.coach, expected=1)
    assert "You do not need to do anything" in mails_to(cast.other_coach, "friendlies")[-1]
    shown = {each.pk: strip_tags(signed_in(cast.coach).get(f"/friendlies/{each.pk}/").text) for each in (first, second)}
    assert f"answered by {cast.other_coach.name}" in shown[first.pk] and "withdrawn by" not in shown[first.pk]
    assert f"withdrawn by {cast.coach.name}" in shown[second.pk] and "answered by" not in shown[second.pk]


@pytest.mark.parametrize(
    "params", [{}, {"offer": 1, "what": "offered"}, {"offer": "1", "what": "offered", "to": 1}, {"what": "x"}]
)
def test_the_params_of_a_job_are_an_offer_a_letter_and_a_coach(params: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="params should be 'offer', 'what' and 'to'"):
        OFFER_LETTERS.parse(params)
