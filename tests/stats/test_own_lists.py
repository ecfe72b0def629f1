"""Players of a list of the league's own wear the shirt of their position wherever the league remembers them."""

from __future__ import annotations

from django.urls import reverse

from competitions.models import Competition
from leagues.own_lists.stored import save_lists
from stats.honours.hall import Candidate, induct
from teams.models import Team
from tests.competitions.competition_builders import add_player_line, commissioner_of, matches_of
from tests.leagues.cast import signed_in
from tests.rules.book.own_lists import FROGS


def test_a_giant_of_an_own_list_wears_a_giants_shirt(division: Competition) -> None:
    league, fixture = division.season.league, matches_of(division)[0]
    by = commissioner_of(league)
    told = {"ruleset": league.ruleset, "expected": league.ruleset_id, "reason": ""}
    save_lists(league=league, by=by, texts=(FROGS,), **told)
    league.refresh_from_db()
    Team.objects.filter(pk=fixture.home_id).update(team_list="Frogs")
    team = Team.objects.get(pk=fixture.home_id)
    toad = team.players.create(name="Toad of Toads")
    add_player_line(fixture, "home", toad, position="Toad", number=7, died=True, touchdowns=5, casualties=5)
    induct(league=league, by=by, candidate=Candidate(name=toad.name, team=team, player=toad), citation="Big.")
    addresses = [reverse(f"stats:{name}", args=[league.slug]) for name in ("records", "graveyard", "hall")]
    for address in (*addresses, reverse("stats:team_record", args=[team.public_id]), f"/teams/{team.public_id}/"):
        page = signed_in(None).get(address).content.decode()
        assert "Toad of Toads" in page and 'href="#shirt-giant-' in page, address
