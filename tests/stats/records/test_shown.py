"""Those who had a record before, as its line of succession names them."""

from __future__ import annotations

from stats.records.shown import Holder, ShownReign
from tests.competitions.tables import team


def holder(name: str, *, of_player: bool, team_name: str = "Reds & Co") -> Holder:
    return Holder(
        name=name,
        url="/teams/abc/",
        team=team(team_name),
        where='v <i>"Us"</i>',
        match_url="/matches/abc/",
        of_player=of_player,
        lasting=False,
    )


def test_a_line_of_succession_names_the_team_of_a_player_and_escapes_every_word() -> None:
    reign = ShownReign(
        figure="3",
        holders=[holder("<b>Al", of_player=True), holder("Reds & Co", of_player=False)],
        more=0,
        since="1 May 2026",
        since_url="/matches/abc/",
    )
    match = '<a href="/matches/abc/">v &lt;i&gt;&quot;Us&quot;&lt;/i&gt;</a></span>'
    player, of_team = reign.named.removeprefix("<span>").split("<span>")
    assert player == f'<a href="/teams/abc/">&lt;b&gt;Al</a>,\n          Reds &amp; Co · {match}'
    assert of_team == f'<a href="/teams/abc/">Reds &amp; Co</a> · {match}'
