"""Which teams can be challenged, and why the others cannot."""

from __future__ import annotations

from django.db import transaction
from django.urls import reverse

from competitions.challenges import answers, challenges
from competitions.challenges.offers import opponents_of
from competitions.formats import draws
from competitions.models import Competition
from competitions.rulings.withdrawals import leave
from competitions.setup.shape import Shape
from teams.models import Team
from tests.competitions.competition_builders import bare_team, bare_teams, competition_in
from tests.leagues.cast import Cast, signed_in
from tests.matches.forms import visit
from web.errors import Refusal


def ladder(cast: Cast) -> Competition:
    """Anvils on top, then Badgers, Comets, Dragons, Eagles, Falcons; challenges reach two places up."""
    teams = bare_teams(cast.league, 6)
    Team.objects.filter(name__in=["Badgers", "Dragons"]).update(coach=cast.coach)
    made = competition_in(cast.league, teams, shape=Shape(scheduling="ladder", options={"reach": 2}))
    return draws.start_competition(competition=made, by=cast.commissioner, expected=made.version)


def all_of(found: Competition) -> list[Team]:
    return list(Team.objects.filter(entries__competition=found).order_by("name"))


def whys(found: Competition, challenger: str) -> dict[str, str]:
    teams = all_of(found)
    mine = next(team for team in teams if team.name == challenger)
    return {each.team.name: each.why_not for each in opponents_of(found, mine, teams)}


def refused(cast: Cast, found: Competition, challenger: Team, challenged: Team) -> bool:
    """Whether such a challenge is refused; it is rolled back."""
    try:
        with transaction.atomic():
            challenges.write_challenge(
                competition=found, by=cast.commissioner, challenger=challenger, challenged=challenged, own=None
            )
            raise Refusal(answers.ANSWERED, state="taken back")
    except Refusal as refusal:
        return refusal.message is not answers.ANSWERED


def test_each_team_that_cannot_be_challenged_has_a_reason(cast: Cast) -> None:
    assert whys(ladder(cast), "Eagles") == {
        "Anvils": "is 4 places above, but a challenge reaches only 2 places",
        "Badgers": "is 3 places above, but a challenge reaches only 2 places",
        "Comets": "",
        "Dragons": "",
        "Falcons": "is below Eagles on the ladder",
    }


def test_exactly_the_offered_teams_can_be_challenged(cast: Cast) -> None:
    found = ladder(cast)
    leave(
        competition=found, by=cast.commissioner, expected=found.version,
        team=Team.objects.get(name="Comets"), how="kept", reason="Moved away.",
    )  # fmt: skip
    found = Competition.objects.get(pk=found.pk)
    one, other = (Team.objects.get(name=name) for name in ("Eagles", "Badgers"))
    challenges.write_challenge(competition=found, by=cast.commissioner, challenger=one, challenged=other, own=None)
    for challenger in all_of(found):
        if challenger.name in ("Comets", "Eagles"):  # has left; has written one this week
            continue
        for each in opponents_of(found, challenger, all_of(found)):
            assert bool(each.why_not) == refused(cast, found, challenger, each.team), (challenger, each)
    assert whys(found, "Comets") == {}
    assert whys(found, "Badgers")["Anvils"] == ""
    assert whys(found, "Dragons")["Badgers"] == "has the same coach"
    assert whys(found, "Falcons")["Comets"] == "was withdrawn from the competition"
    assert whys(found, "Eagles")["Badgers"] == "has an open challenge with Eagles"


def test_the_page_offers_teams_in_reach_and_explains_the_others(cast: Cast) -> None:
    found = ladder(cast)
    Team.objects.filter(name="Eagles").update(coach=cast.other_coach)
    url = reverse("competitions:write_challenge", args=[found.public_id])
    page = visit(signed_in(cast.other_coach), url)
    ids = dict(Team.objects.values_list("name", "public_id"))
    assert page.form_with("Send challenge").options["challenged"] == ["", ids["Comets"], ids["Dragons"]]
    assert "Falcons is below Eagles on the ladder" in page.text
    page = page.press("Send challenge", challenged=ids["Anvils"])  # as if the ladder had changed meanwhile
    assert "may challenge teams up to 2 places above it" in page.text
    assert page.form_with("Send challenge").fields["challenged"] == [ids["Anvils"]]


def test_a_coach_of_several_teams_chooses_one_first(cast: Cast) -> None:
    found = ladder(cast)
    url = reverse("competitions:write_challenge", args=[found.public_id])
    browser, ids = signed_in(cast.coach), dict(Team.objects.values_list("name", "public_id"))
    page = visit(browser, url)
    chooser = page.form_with("Choose an opponent")
    assert chooser.method == "get"
    assert chooser.options["challenger"] == [ids["Badgers"], ids["Dragons"]]
    page = visit(browser, f"{url}?challenger={ids['Dragons']}")
    assert page.form_with("Send challenge").options["challenged"] == ["", ids["Comets"]]
    assert page.press("Send challenge", challenged=ids["Comets"]).status == 200
    assert found.written.get().challenger.name == "Dragons"
    for unknown in (ids["Anvils"], "no one"):
        assert visit(browser, f"{url}?challenger={unknown}").form_with("Choose an opponent")


def test_a_team_without_opponents_gets_a_message(cast: Cast) -> None:
    found = ladder(cast)
    Team.objects.filter(name="Anvils").update(coach=cast.other_coach)
    page = visit(signed_in(cast.other_coach), reverse("competitions:write_challenge", args=[found.public_id]))
    assert "Anvils cannot challenge any team now" in page.text
    assert "Badgers is below Anvils on the ladder" in page.text
    assert not any(form.has_button("Send challenge") for form in page.forms)


def test_in_open_play_all_teams_are_in_reach(cast: Cast) -> None:
    teams = [*bare_teams(cast.league, 2), bare_team(cast.league, "Mine", cast.coach)]
    cup = competition_in(cast.league, teams, shape=Shape(scheduling="open", challenges=True))
    cup = draws.start_competition(competition=cup, by=cast.commissioner, expected=cup.version)
    assert whys(cup, "Mine") == {"Anvils": "", "Badgers": ""}
