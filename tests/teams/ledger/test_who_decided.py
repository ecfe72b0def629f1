"""The entries of a team's creation are its coach's; the commissioner only approved them."""

from __future__ import annotations

from django.db import transaction
from django.utils.html import strip_tags

from rules.journal import GoldMoved
from teams.ledger import ledger
from teams.ledger.audit import audit
from teams.models import JournalEntry
from tests.leagues.cast import Cast, signed_in
from tests.teams import team_builders


def test_a_founded_team_names_its_coach_and_the_commissioner(cast: Cast) -> None:
    team = team_builders.approved_team(cast.league, cast.coach, by=cast.commissioner)
    assert set(JournalEntry.objects.filter(team=team).values_list("decided_by", "by")) == {
        (cast.coach.pk, cast.commissioner.pk)
    }
    page = signed_in(cast.coach).get(f"/teams/{team.public_id}/history/").content.decode()
    assert "coach, approved by commissioner" in strip_tags(page)


def test_entries_with_and_without_a_decider_are_proven_by_the_chain(cast: Cast) -> None:
    team = team_builders.approved_team(cast.league, cast.coach, by=cast.commissioner)
    given = {"team": team, "ruleset": team.ruleset.rules(), "source": "word", "by": cast.commissioner}
    with transaction.atomic():
        fact = ledger.Fact(GoldMoved(amount=10_000, source="word", target="treasury"))
        ledger.append(**given, expected=team.state_row.seq, facts=[fact])
    last = JournalEntry.objects.filter(team=team).latest("seq")
    assert (last.by, last.decided_by) == (cast.commissioner, None)
    assert [finding.differences for finding in audit()] == [()]
