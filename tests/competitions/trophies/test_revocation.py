"""Revoking a mistaken award removes all its effects, by entries that name them."""

from __future__ import annotations

import html

import pytest

from competitions.models import Holding, Trophy
from competitions.trophies import gifts, revocation
from competitions.trophies.page import honours_of
from rules.journal import GoldMoved, PointsEarned
from rules.sheet.sheet import counts
from teams.ledger import ledger
from teams.models import JournalEntry, Team, TeamState
from teams.roster import retiring
from tests.audits import audit
from tests.competitions.trophies.trophy_builders import hand, major, own, sheet
from tests.leagues.cast import Cast, form_data, signed_in
from tests.matches import match_builders
from tests.teams import team_builders
from web.errors import Refusal, StaleVersion

WHY = "The final was won by the others."


def back(cast: Cast, holding: Holding, why: str = WHY) -> Holding:
    trophy = Trophy.objects.get(pk=holding.trophy_id)
    return revocation.revoke(holding=holding, by=cast.commissioner, expected=trophy.version, reason=why)


def figures(team: Team) -> tuple[object, int]:
    return sheet(team), TeamState.objects.get(team=team).value


@pytest.mark.rules("L1")
def test_a_revoked_major_returns_to_its_previous_holder(cast: Cast, orcs: Team, humans: Team) -> None:
    hand(cast, major(cast, "blood_bowl"), orcs)
    before = figures(orcs), figures(humans)
    wrong = hand(cast, major(cast, "blood_bowl"), humans, prize=60_000, runner_up=orcs, runner_up_prize=20_000)
    assert (figures(orcs), figures(humans)) != before
    gone = back(cast, wrong)
    assert (figures(orcs), figures(humans)) == before
    assert gone.taken_back_at and gone.taken_back_why == WHY and gone.taken_back_by == cast.commissioner
    holder = Holding.objects.get(trophy__key="blood_bowl", role="holder", ended_at__isnull=True)
    assert holder.team == orcs
    runner_up = Holding.objects.get(role="runner_up")
    assert runner_up.taken_back_at is not None
    entry = JournalEntry.objects.filter(team=humans).order_by("-seq")[0]
    assert (entry.kind, entry.source, entry.reason_row.text) == ("correction", "taken_back:blood_bowl", WHY)
    assert JournalEntry.objects.filter(team=humans, kind="trophy_won").exists()  # removed by an entry, never deleted
    assert cast.league.log.filter(kind="competitions.hand_over_returned", reason=WHY).count() == 1
    assert honours_of(humans) == [] and len(honours_of(orcs)) == 1
    assert not any(found.differences for found in audit())


@pytest.mark.rules("L1")
def test_gifts_and_the_skill_of_the_best_player_are_revoked_with_the_trophy(cast: Cast, orcs: Team) -> None:
    before = figures(orcs)
    held = hand(cast, major(cast, "chaos_cup"), orcs)
    drawn = gifts.favour(holding=held, by=cast.coach, expected=held.version, typed=None)
    chosen = dict.fromkeys(drawn.gift_players, "Stab")
    given = gifts.give_gifts(holding=drawn, by=cast.coach, expected=drawn.version, chosen=chosen)
    assert figures(orcs) != before
    back(cast, given)
    assert figures(orcs) == before
    best = team_builders.add_entry(
        orcs, 3, lambda player: PointsEarned(player=player, spp=9, deeds=counts(touchdowns=3))
    )
    before, spike = figures(orcs), major(cast, "spike")
    award = {"by": cast.commissioner, "expected": 1, "season": None}
    named = gifts.award_best_player(trophy=spike, player=orcs.players.get(pk=best), **award)
    assert sheet(orcs).player(best).skills[-1] == "Fan Favourite"
    back(cast, named)
    assert figures(orcs) == before


def test_only_the_latest_award_is_revoked_and_only_once(cast: Cast, orcs: Team, humans: Team) -> None:
    first = hand(cast, major(cast, "spike"), orcs)
    with pytest.raises(StaleVersion):
        revocation.revoke(holding=first, by=cast.commissioner, expected=99, reason=WHY)
    second = hand(cast, major(cast, "spike"), humans)
    first.refresh_from_db()
    with pytest.raises(Refusal, match="Reavers has been awarded the Spike! Magazine Trophy since"):
        back(cast, first)
    back(cast, second)
    with pytest.raises(Refusal, match="already revoked"):
        back(cast, second)
    back(cast, first)
    assert (sheet(orcs).trophies, sheet(humans).trophies) == ((), ())
    hand(cast, major(cast, "spike"), humans)
    assert sheet(humans).trophies == ("spike",)


def test_a_runner_ups_prize_is_revoked_with_the_winners(cast: Cast, orcs: Team, humans: Team) -> None:
    hand(cast, own(cast), orcs, runner_up=humans, runner_up_prize=30_000)
    with pytest.raises(Refusal, match="is revoked together with the winner"):
        back(cast, Holding.objects.get(role="runner_up"))


def test_a_spent_prize_cannot_be_revoked_and_there_is_a_remedy(cast: Cast, orcs: Team) -> None:
    gold = sheet(orcs).treasury
    held = hand(cast, own(cast), orcs, prize=50_000)
    team_builders.append_entries(orcs, GoldMoved(amount=gold + 20_000, source="treasury", target="purchase"))
    with pytest.raises(Refusal, match="cannot be revoked") as refused:
        back(cast, held)
    assert "on the team's page" in str(refused.value)
    page = signed_in(cast.commissioner).get(f"/holdings/{held.pk}/take-back/").content.decode()
    assert html.escape(str(refused.value)) in page  # the page says so before anyone tries
    held.refresh_from_db()
    assert held.taken_back_at is None and sheet(orcs).treasury == 30_000


def test_entries_written_meanwhile_are_checked_before_anything_is_removed(
    cast: Cast, orcs: Team, monkeypatch: pytest.MonkeyPatch
) -> None:
    gold = sheet(orcs).treasury
    held = hand(cast, own(cast), orcs, prize=50_000)

    def overtaken(holding: Holding) -> list[revocation.Undone]:
        found = undone_of(holding)
        team_builders.append_entries(orcs, GoldMoved(amount=gold + 20_000, source="treasury", target="purchase"))
        return found

    undone_of = revocation.undone_of
    monkeypatch.setattr(revocation, "undone_of", overtaken)
    with pytest.raises(StaleVersion):
        back(cast, held)
    held.refresh_from_db()
    assert held.taken_back_at is None
    assert not JournalEntry.objects.filter(team=orcs, kind="correction").exists()


def test_a_team_in_a_match_keeps_its_trophy_until_the_match_is_closed(cast: Cast, orcs: Team, humans: Team) -> None:
    held = hand(cast, major(cast, "spike"), orcs)
    match_builders.opened_match(orcs, humans)
    with pytest.raises(Refusal, match="is in a match that is not closed yet"):
        back(cast, held)
    assert sheet(orcs).trophies == ("spike",)


def test_a_retired_team_gives_it_back(cast: Cast, orcs: Team) -> None:
    held = hand(cast, major(cast, "spike"), orcs)
    orcs.refresh_from_db()
    retiring.retire_team(team=orcs, expected=orcs.version, by=cast.commissioner)
    back(cast, held)
    assert sheet(orcs).trophies == ()


def test_an_old_award_without_recorded_entries_is_refused_with_a_remedy(cast: Cast, orcs: Team) -> None:
    held = hand(cast, major(cast, "spike"), orcs)
    Holding.objects.update(entries=None)
    held.refresh_from_db()
    with pytest.raises(Refusal, match="were not recorded then"):
        back(cast, held)


def test_an_old_award_with_gold_for_the_runner_up_only_is_refused(cast: Cast, orcs: Team, humans: Team) -> None:
    held = hand(cast, own(cast), orcs, runner_up=humans, runner_up_prize=30_000)
    Holding.objects.update(entries=None, beside=None)
    held.refresh_from_db()
    with pytest.raises(Refusal, match="were not recorded then"):
        back(cast, held)


def test_the_page_shows_what_is_removed_and_the_trophys_page_the_revocation(cast: Cast, orcs: Team) -> None:
    held = hand(cast, major(cast, "blood_bowl"), orcs, prize=60_000)
    browser = signed_in(cast.commissioner)
    trophy = f"/leagues/{cast.league.slug}/trophies/blood_bowl/"
    url = f"/holdings/{held.pk}/take-back/"
    listed = browser.get(trophy).content.decode()
    assert url in listed and "60k" in listed, "the prize, too"
    assert url not in signed_in(cast.coach).get(trophy).content.decode()
    shown = browser.get(url).content.decode()
    assert "Gouged Eye" in shown and "60k" in shown and "Blood Bowl" in shown
    wrong = browser.post(url, form_data(version=held.trophy.version, reason=""))
    assert wrong.status_code == 422
    browser.post(url, form_data(version=held.trophy.version, reason=WHY))
    page = browser.get(trophy).content.decode()
    assert "Revoked by" in page and WHY in page and ">Revoke<" not in page
    assert browser.get(url).status_code == 409
    history = browser.get(f"/teams/{orcs.public_id}/history/", follow=True).content.decode()
    assert "Trophy revoked" in history and WHY in history
    assert ledger.sheet_in(TeamState.objects.get(team=orcs)).trophies == ()
