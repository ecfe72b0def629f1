"""Teams of every edition can arrive elsewhere as they left, hurt players included; also by their files."""

from itertools import count

import pytest

from rules import editions
from rules.book.edition import Edition
from rules.journal import fold
from rules.team.arriving.arrivals import arrival_of, entries, judge
from teams.team_json import TeamFile, as_json, team_in
from tests.editions.seasons import every_season, name_of, season_of


@pytest.mark.parametrize(("edition", "seed"), every_season(), ids=name_of)
def test_hurt_players_arrive_as_they_left(edition: Edition, seed: int) -> None:
    found = season_of(edition, seed)
    for club in found.clubs:
        arrival = arrival_of(found.rules, club.sheet)
        assert judge(found.rules, arrival).violations == ()
        mint = count(1).__next__
        sheet = fold(entries(found.rules, arrival, mint))
        for was, now in zip(club.sheet.players, sheet.players, strict=True):
            assert (was.profile, was.conditions, was.misses) == (now.profile, now.conditions, now.misses)
        if edition in editions.EDITIONS:  # a file knows the deeds of these
            file = as_json(TeamFile(name="Travellers", arrival=arrival, names=("",) * len(arrival.players)))
            assert team_in(file).arrival.players == arrival.players
