"""A league of the Competition Rules with two teams, whose coaches play through its pages."""

from __future__ import annotations

from typing import Any

from django.test import Client

from leagues import services
from leagues.models import League
from matches.models import Match
from rules.team.founding import Choice
from teams.building import approval, drafting
from teams.building.drafts import Draft
from teams.ledger import ledger
from teams.models import Team, TeamState
from tests.leagues.cast import add_member, create_user, signed_in
from tests.matches import match_builders
from tests.matches.forms import Page, visit
from tests.matches.match_builders import scheduled_match

HUMANS = Choice(team_list="Human", players=("Lineman",) * 11, rerolls=2, staff=(("apothecary", 1),))
ORCS = Choice(team_list="Orc", players=("Blitzer",) * 4 + ("Black Orc Blocker",) * 4 + ("Lineman",) * 3, rerolls=3)
DICE = {"weather": [3, 4], "fans": [3, 4], "winnings": [4], "fan_factor": [2, 2, 2]}


class Played:
    """A league with two teams, and how their coaches see its pages."""

    def __init__(self) -> None:
        self.runs, coach, other = (create_user(name) for name in ("runs", "coach", "other"))
        details = services.Details(name="The Old World")
        self.league = services.create_league(by=self.runs, details=details, edition="crp", options={"trades": "off"})
        League.objects.filter(pk=self.league.pk).update(dice=League.Dice.TYPED)
        self.league.refresh_from_db()
        self.teams = [self._found(coach, HUMANS), self._found(other, ORCS)]
        self.clients: dict[str, Client] = {"home": signed_in(coach), "away": signed_in(other)}

    def _found(self, coach: Any, choice: Choice) -> Team:
        add_member(self.league, coach)
        team = drafting.draft_team(
            league=self.league, coach=coach, name=f"The {choice.team_list}s", team_list=choice.team_list
        )
        names = tuple(f"{choice.team_list} {nth}" for nth in range(1, 12))
        wanted = Draft(choice=choice, names=names)
        team = drafting.save_draft(team=team, expected=team.version, draft=wanted, name=team.name)
        team = approval.submit_team(team=team, expected=team.version, by=coach)
        return approval.approve_team(team=team, expected=team.version, by=self.runs)

    def page(self, side: str, match: Match, name: str = "") -> Page:
        return visit(self.clients[side], f"/matches/{match.public_id}/{name}")

    def opened(self) -> Match:
        match = scheduled_match(*self.teams)
        self.page("home", match).press("Open the match")
        return match

    def go_through(self, match: Match, name: str, **typed: dict[str, Any]) -> list[str]:
        """Both coaches answer what they are asked: with what is typed by side and key, else with the least they can."""
        seen: list[str] = []
        for _round in range(60):
            asked = [(side, page) for side in self.clients for page in [self.page(side, match, name)] if page.keys]
            if not asked:
                return seen
            side, page = asked[0]
            key = page.keys[0]
            after = answered(page, key, typed.get(f"{side}_{key.split('.')[0]}"))
            assert after.status == 200, after.text[:2000]
            assert key not in after.keys, f"{key}: {after.text[:3000]}"
            seen.append(f"{side} {key}")
        raise AssertionError("the sequence does not end")


def answered(page: Page, key: str, typed: dict[str, Any] | None) -> Page:
    form, changes = page.form_of(key), dict(typed or {})
    if typed is None:
        faces = DICE.get(key.split(".")[0], [3, 4, 1])
        changes |= {f"die{nth}": str(face) for nth, face in enumerate(faces) if f"die{nth}" in form.options}
        if not changes and form.options.get("choice"):
            changes["choice"] = form.options["choice"][0]
    skip = [label for name, value, label in form.buttons if typed is None and (name == "nothing" or value == "keep")]
    go_on = [label for name, _value, label in form.buttons if not name]
    return page.send(form, (skip or go_on or [""])[0], **changes)


def sheet_of(team: Team) -> Any:
    """A team's sheet as it is stored."""
    return ledger.sheet_in(TeamState.objects.get(team=team))


def all_answered(match: Match, **values: Any) -> Match:
    """The match after everything that it asks is answered, as is said or with the least."""
    match_builders.answer_all(match, **values)
    return Match.objects.get(pk=match.pk)
