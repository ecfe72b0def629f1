"""What searches compare is kept beside each player's name, however the name is written."""

from __future__ import annotations

import pytest
from django.core.management import call_command
from django.db import connection

from search import stored_names
from search.asked import query_of
from search.everything import found
from search.results import FEW
from teams.models import Player
from teams.models.folding import LONGEST, searched
from tests.competitions.competition_builders import bare_team
from tests.leagues.cast import Cast
from tests.search.finding import Nobody, names

AS_WRITTEN = {"Jürgen Weiß": " jurgen weiss", "Zug-Zug d’Or": " zug zug dor", "'": "", "": ""}


def kept(player: Player) -> str:
    player.refresh_from_db()
    return player.folded


@pytest.mark.parametrize("name", AS_WRITTEN)
def test_each_way_to_write_a_name_writes_what_searches_compare(cast: Cast, name: str) -> None:
    team = bare_team(cast.league, "Ravens")
    made = team.players.create(name=name)
    (minted,) = Player.objects.bulk_create([Player(team=team, name=name)])
    saved, told, several = (team.players.create(name="Somebody Else") for _each in range(3))
    saved.name = several.name = name
    saved.save(update_fields=["name"])
    Player.objects.bulk_update([several], ["name"])
    Player.objects.filter(pk=told.pk).update(name=name)
    for player in (made, minted, saved, told, several):
        assert kept(player) == AS_WRITTEN[name] == searched(name)
    assert [found for finding in stored_names.audit() for found in finding.differences] == []


def test_a_name_of_odd_signs_fits_its_column() -> None:
    assert len(searched("ﷺ" * 60)) == LONGEST


def test_the_audit_finds_a_wrong_name_and_the_command_writes_it_again(cast: Cast) -> None:
    player = bare_team(cast.league, "Ravens").players.create(name="Zara Zorn")
    with connection.cursor() as cursor:
        cursor.execute("UPDATE teams_player SET folded = ' somebody' WHERE id = %s", [player.pk])
    (finding,) = stored_names.audit()
    assert finding.differences == (f"player {player.pk} is found as “ somebody” instead of “ zara zorn”",)
    assert names(Nobody(), "zara", "players") == []
    call_command("rebuild_figures", verbosity=0)
    assert names(Nobody(), "zara", "players") == ["Zara Zorn"]


def test_names_that_begin_with_the_query_come_first_and_parts_after(cast: Cast) -> None:
    team = bare_team(cast.league, "Ravens")
    for name in ("Nomad", "Old Mád", "Madcap", "mad", "Mad-Eye", "Amadeus", "Mild Cap"):
        team.players.create(name=name)
    assert names(Nobody(), "mad", "players") == ["mad", "Mad-Eye", "Madcap", "Old Mád", "Amadeus", "Nomad"]
    assert names(Nobody(), "cap mad", "players") == ["Madcap"]
    assert names(Nobody(), "eye mad", "players") == ["Mad-Eye"]


def test_players_whom_one_may_not_see_take_no_place_of_others(cast: Cast) -> None:
    hidden, seen = bare_team(cast.private, "Quolls"), bare_team(cast.league, "Ravens")
    Player.objects.bulk_create(Player(team=hidden, name=f"Aab {number}") for number in range(3 * FEW))
    Player.objects.bulk_create(
        Player(team=seen, name=f"{begin} {number}") for begin in ("Aab", "Z aab") for number in (8, 9)
    )
    expected = ["Aab 8", "Aab 9", "Z aab 8", "Z aab 9"]
    assert [hit.name for hit in found(query_of("aab"), Nobody(), None)[0].hits] == expected
    assert names(Nobody(), "ab", "players") == expected
    assert len(names(cast.coach, "aab", "players")) == 3 * FEW + len(expected)
