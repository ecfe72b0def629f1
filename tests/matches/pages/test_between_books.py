"""A team of every edition goes on by every other: previewed, made, approved and shown, whatever the two books have."""

import re

import pytest
from django.urls import reverse

from leagues import books, services
from rules.book.edition import Edition
from teams.building import approval, elsewhere
from teams.models import Team, TeamOrigin
from tests.editions.every import EVERY, others_than, registered
from tests.editions.league import drafted
from tests.leagues.cast import Cast, add_member, form_data, signed_in

pytestmark = [pytest.mark.once, pytest.mark.costly]


def words(page: bytes) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", page.decode()).split())


@pytest.mark.parametrize("source", EVERY, ids=lambda edition: edition.key)
def test_a_team_goes_on_by_every_other_book(cast: Cast, source: Edition) -> None:
    with registered(*EVERY):
        league = services.create_league(
            by=cast.commissioner, details=services.Details(name="Between books"), edition=source.key
        )
        add_member(league, cast.coach)
        team = drafted(league, cast.commissioner, cast.coach, next(iter(source.book.lists)))
        for target in others_than(source):
            books.add_book(league=league, by=cast.commissioner, edition=target.key)
            _goes_on(cast, team, target)


def _goes_on(cast: Cast, team: Team, target: Edition) -> None:
    """Preview and make the draft of a team by a book, and approve it if the book finds nothing to fix in it."""
    coach, page = signed_in(cast.coach), reverse("matches:other_book", args=[team.public_id])
    called, lists = f"By {target.key}", target.book.lists
    chosen = "" if team.team_list in lists else next(iter(lists))
    sent = {"book": target.key, "name": called, "team_list": chosen}
    shown = coach.post(page, form_data(**sent, preview="1"))
    assert shown.status_code == 200 and f"Preview: {target.book.name}" in words(shown.content)
    if target.book.worth is None:
        assert "known once" not in words(shown.content)
    made = coach.post(page, form_data(**sent), follow=True)
    assert made.status_code == 200 and f"Brought over from {team.book.name}" in words(made.content)
    draft = Team.objects.get(name=called)
    assert TeamOrigin.objects.get(team=draft).source == team
    if not elsewhere.judged(draft.league_rules.rules(), elsewhere.team_file_of(draft)).legal:
        return
    sent_in = approval.submit_team(team=draft, expected=draft.version, by=cast.coach)
    if sent_in.state == Team.State.SUBMITTED:
        waiting = signed_in(cast.commissioner).get(reverse("teams:approvals", args=[team.league.slug]))
        assert f"Brought over from {team.book.name}" in words(waiting.content)
        approval.approve_team(team=sent_in, expected=sent_in.version, by=cast.commissioner)
    for route in ("matches:team", "teams:history", "teams:roster_text", "matches:export_team"):
        assert coach.get(reverse(route, args=[draft.public_id])).status_code == 200, route
