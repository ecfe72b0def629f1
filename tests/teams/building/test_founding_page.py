"""The founding of a team asks its coach before it is submitted: by form, with dice by the server or typed."""

from __future__ import annotations

import random
import re
from dataclasses import replace

import pytest
from django.urls import reverse

from leagues import services
from leagues.models import League
from rules import editions
from rules.book.edition import Edition
from rules.book.rows.words import QuestionText, StepWords
from rules.journal import CharacteristicRaised
from rules.team.drafting import draft
from rules.team.founding_run import FoundingRun
from teams.building import approval, drafting
from teams.building.drafts import Draft
from teams.building.founding import OPEN_QUESTIONS, answer_founding
from teams.ledger import ledger
from teams.models import Team, TeamAnswer
from tests.editions.modern import MODERN
from tests.leagues.cast import PEOPLE, Cast, add_member, signed_in
from tests.matches.forms import visit
from tests.web.hostile_forms import attack, forms_on
from tests.web.hostile_values import guard as guard  # an autouse fixture
from web.errors import Refusal


def roll_star(run: FoundingRun) -> None:
    """The player with the lowest number may be a star, on a 4 or more."""
    star = min(run.sheet.players, key=lambda line: line.number)
    args = (("player", star.player), ("number", star.number))
    (die,) = run.asking.roll(run.side, "lucky", 6, args=args, **run.source("squad"))
    if die >= 4:
        run.record(CharacteristicRaised(player=star.player, characteristic="MA", cost=0))


def with_a_roll() -> Edition:
    """The made-up edition without patrons, and with a roll at its founding after the choice of a captain."""
    words = MODERN.book.words
    book = replace(
        MODERN.book,
        words=replace(
            words,
            steps={**words.steps, "lucky": StepWords(key="lucky", name="Luck")},
            questions={
                **words.questions,
                "lucky.roll": QuestionText(key="lucky.roll", title="Is {who} a star?", help="Roll a {dice}."),
            },
        ),
    )
    steps = [(step, run) for step, run in MODERN.founding if step != "patron"]
    return replace(MODERN, book=book, founding=(*steps, ("lucky", roll_star)))


LUCKY = with_a_roll()


@pytest.fixture
def league(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> League:
    monkeypatch.setattr(editions, "EDITIONS", (*editions.EDITIONS, LUCKY))
    found = services.create_league(by=cast.commissioner, details=services.Details(name="Modern Cup"), edition=LUCKY.key)
    for coach in (cast.coach, cast.other_coach):
        add_member(found, coach)
    cast.league = found
    return found


@pytest.fixture
def team(cast: Cast, league: League) -> Team:
    choice = draft(random.Random(1), league.ruleset.rules(), "Townsfolk")
    team = drafting.draft_team(league=league, coach=cast.coach, name="Reavers", team_list="Townsfolk")
    wanted = Draft(choice=choice, names=("Griff",))
    return drafting.save_draft(team=team, expected=team.version, draft=wanted, name=team.name)


def founding(team: Team) -> str:
    return reverse("teams:founding", args=[team.public_id])


def test_submitting_a_draft_leads_to_its_questions_and_then_to_the_team(cast: Cast, team: Team) -> None:
    coach = signed_in(cast.coach)
    page = visit(coach, reverse("teams:build", args=[team.public_id]))
    asked = page.send(page.form_with("Submit"), "Submit")
    assert asked.keys == ["captain"] and "rulebook asks" in asked.text
    assert Team.objects.get(pk=team.pk).state == Team.State.DRAFT
    form = asked.form_of("captain")
    captain = str(form.options["choice"][0])
    rolled = asked.send(form, "Choose", choice=captain)
    assert rolled.keys == ["lucky"] and "a star?" in rolled.text
    done = rolled.send(rolled.form_of("lucky"), "Roll")
    assert done.keys == [] and "Everything is answered" in done.text
    done.send(done.form_with("Submit"), "Submit")
    assert Team.objects.get(pk=team.pk).state == Team.State.SUBMITTED
    waiting = visit(signed_in(cast.commissioner), reverse("teams:approvals", args=[team.league.slug])).text
    said = waiting.partition("Chosen and rolled for its founding")[2]
    assert f"Captain No. {captain}, Towner" in said and "Is no. 1 a star?" in said
    approved = approval.approve_team(
        team=Team.objects.get(pk=team.pk), expected=Team.objects.get(pk=team.pk).version, by=cast.commissioner
    )
    sheet = ledger.sheet_in(approved.state_row)
    ids = [line.player for line in sheet.players]
    assert len(set(ids)) == len(ids) and min(ids) == approved.players.order_by("pk").first().pk
    assert ["Pro" in line.skills for line in sheet.players].count(True) == 1
    assert sheet.players[int(captain) - 1].skills[-1] == "Pro"


def test_a_team_with_open_questions_cannot_be_submitted(cast: Cast, team: Team) -> None:
    with pytest.raises(Refusal) as refused:
        approval.submit_team(team=team, expected=team.version, by=cast.coach)
    assert refused.value.message is OPEN_QUESTIONS


def test_dice_that_were_rolled_stay_when_the_draft_changes(cast: Cast, team: Team) -> None:
    answer_founding(team=team, key="captain", value=["2"], by=cast.coach)
    answer_founding(team=team, key="lucky", value=None, by=cast.coach)
    face = TeamAnswer.objects.get(key="lucky").value
    choice = draft(random.Random(8), team.league.ruleset.rules(), "Townsfolk")
    wanted = Draft(choice=choice, numbers=(None,) * 5 + (1,))
    team = drafting.save_draft(team=team, expected=team.version, draft=wanted, name=team.name)
    page = visit(signed_in(cast.coach), founding(team))
    assert page.keys == []
    assert TeamAnswer.objects.get(key="lucky").value == face


def test_a_decision_that_no_longer_fits_is_asked_again(cast: Cast, team: Team) -> None:
    answer_founding(team=team, key="captain", value=["2"], by=cast.coach)
    players = team.league.ruleset.rules().book.lists["Townsfolk"]
    assert players.position("Bruiser").keywords == ("Ogre", "Big")
    choice = draft(random.Random(1), team.league.ruleset.rules(), "Townsfolk")
    squad = ("Towner", "Bruiser", *("Towner",) * 9)
    wanted = Draft(choice=replace(choice, players=squad, rerolls=0, fan_factor=0, staff=()))
    team = drafting.save_draft(team=team, expected=team.version, draft=wanted, name=team.name)
    assert visit(signed_in(cast.coach), founding(team)).keys == ["captain"]


def test_where_coaches_roll_they_type_the_die(cast: Cast, team: Team) -> None:
    League.objects.filter(pk=team.league_id).update(dice=League.Dice.TYPED)
    coach = signed_in(cast.coach)
    page = visit(coach, founding(team))
    page = page.send(page.form_of("captain"), "Nobody")
    done = page.send(page.form_of("lucky"), "Enter roll", die0="6")
    assert done.keys == []
    assert (TeamAnswer.objects.get(key="lucky").value, TeamAnswer.objects.get(key="lucky").rolled) == ([6], False)


def test_an_answer_that_the_rules_do_not_allow_is_said_at_its_form(cast: Cast, team: Team) -> None:
    page = visit(signed_in(cast.coach), founding(team))
    form = page.form_of("captain")
    after = page.send(form, "Choose", choice=form.options["choice"][:2])
    assert after.status == 422 and "Choose 0 to 1" in after.text
    assert not TeamAnswer.objects.exists()


@pytest.mark.parametrize("person", PEOPLE)
def test_only_the_coach_and_commissioners_answer(cast: Cast, team: Team, person: str) -> None:
    allowed = person in ("coach", "commissioner", "staff")
    seen = signed_in(cast[person]).get(founding(team))
    assert (seen.status_code == 200) == allowed
    sent = {"command_id": "5b1c1f6e-6f0a-4c43-9a3b-0a6f6d8f1a11", "side": "home", "key": "captain", "choice": "2"}
    signed_in(cast[person]).post(founding(team), sent)
    assert TeamAnswer.objects.exists() == allowed


def test_the_same_answer_sent_twice_counts_once_and_a_late_one_is_refused(cast: Cast, team: Team) -> None:
    coach = signed_in(cast.coach)
    page = visit(coach, founding(team))
    form = page.form_of("captain")
    first, again = (page.send(form, "Choose", choice="2") for _ in range(2))
    assert first.keys == again.keys == ["lucky"]
    other = {"command_id": "5b1c1f6e-6f0a-4c43-9a3b-0a6f6d8f1a11", "side": "home", "key": "captain", "choice": "3"}
    assert coach.post(founding(team), other).status_code == 409


def test_no_value_in_its_fields_breaks_the_page(cast: Cast, team: Team) -> None:
    coach, ours = signed_in(cast.coach), re.compile("teams:(founding|submit_founded)")
    for answers in ([], [("captain", ["2"])], [("captain", ["2"]), ("lucky", None)]):
        TeamAnswer.objects.all().delete()
        for key, value in answers:
            answer_founding(team=Team.objects.get(pk=team.pk), key=key, value=value, by=cast.coach)
        for _page, action, form in list(forms_on(coach, founding(team), ours)):
            attack(coach, action, form)
