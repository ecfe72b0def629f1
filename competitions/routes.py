"""Who may use the routes of this room, and which tab of a league each belongs to (`web.policy`, `web.tabs`)."""

from django.utils.translation import gettext_lazy as _

from matches.routes import PLAYERS
from teams.routes import TEAM
from web.policy import COMMISSIONER, MEMBER, OPEN, league
from web.tabs import NO_TAB, RowLink, Tab

ROLES = ("fixture_coach", "entrant_coach", "challenge_coach")
"""The coach of a team in the fixture, in the competition, or in the challenge."""

TABS = (
    Tab("league", _("Overview"), "competitions:league", bar=_("League")),
    Tab("fixtures", _("Fixtures"), "competitions:league_fixtures", bar=_("Fixtures"), listed=False),
    Tab("competitions", _("Competitions"), "competitions:competitions"),
)

ROWS = {
    "league": (RowLink("trophies", _("Trophies"), "competitions:cabinet", 1),),
    "records": (
        RowLink("champions", _("Champions"), "competitions:champions", 2),
        RowLink("trophies", _("Trophies"), "competitions:cabinet", 4),
    ),
}

LEAGUE_ROUTES = {
    "members": {"competitions:remove_member": COMMISSIONER},
    "fixtures": {"competitions:league_fixtures": OPEN},
    "competitions": {"competitions:competitions": OPEN, "competitions:season": OPEN},
    "records": {
        "competitions:champions": OPEN,
        "competitions:cabinet": OPEN,
        "competitions:trophy": OPEN,
        "competitions:make_trophy": COMMISSIONER,
        "competitions:change_trophy": COMMISSIONER,
        "competitions:hand_over": COMMISSIONER,
        "competitions:take_back_trophy": COMMISSIONER,
        "competitions:gifts": TEAM,
    },
    "league": {
        "competitions:best_player": COMMISSIONER,
        "competitions:play_offs": COMMISSIONER,
        "competitions:entrants": COMMISSIONER,
        "competitions:end_season": COMMISSIONER,
        "competitions:carry_on": COMMISSIONER,
        "competitions:team_end": TEAM,
        "competitions:won_unplayed": TEAM,
        "competitions:leave": COMMISSIONER,
        "competitions:preview_leave": COMMISSIONER,
        "competitions:league": OPEN,
        "competitions:competition": OPEN,
        "competitions:table": OPEN,
        "competitions:fixtures": OPEN,
        "competitions:players": OPEN,
        "competitions:paper": OPEN,
        "competitions:bracket": OPEN,
        "competitions:send_on": COMMISSIONER,
        "competitions:take_back_word": COMMISSIONER,
        "competitions:pair": COMMISSIONER,
        "competitions:pair_again": COMMISSIONER,
        "competitions:bulk": COMMISSIONER,
        "competitions:deadlines": COMMISSIONER,
        "competitions:owed": COMMISSIONER,
        "competitions:owed_in_season": COMMISSIONER,
        "competitions:groups": COMMISSIONER,
        "competitions:order": COMMISSIONER,
        "competitions:conferences": COMMISSIONER,
        "competitions:deal_conferences": COMMISSIONER,
        "competitions:feeds": COMMISSIONER,
        "competitions:remove_feed": COMMISSIONER,
        "competitions:bring_in": COMMISSIONER,
        "competitions:bring_in_anew": COMMISSIONER,
        "competitions:ladder": OPEN,
        "competitions:report_game": league("commissioner", "entrant_coach"),
        "competitions:challenges": OPEN,
        "competitions:write_challenge": league("commissioner", "entrant_coach"),
        "competitions:challenge": OPEN,
        "competitions:answer_challenge": league("commissioner", "challenge_coach"),
        "competitions:call_off_challenge": COMMISSIONER,
        "competitions:print_standings": league("user"),
        "competitions:print_rosters": league("user"),
        "competitions:open_season": COMMISSIONER,
        "competitions:rename_season": COMMISSIONER,
        "competitions:reopen_season": COMMISSIONER,
        "competitions:take_end_back": COMMISSIONER,
        "competitions:create": COMMISSIONER,
        "competitions:change": COMMISSIONER,
        "competitions:change_ranking": COMMISSIONER,
        "competitions:adjust": COMMISSIONER,
        "competitions:withdraw_adjustment": COMMISSIONER,
        "competitions:draw_lots": COMMISSIONER,
        "competitions:manage": COMMISSIONER,
        "competitions:enter": COMMISSIONER,
        "competitions:withdraw": COMMISSIONER,
        "competitions:draw": COMMISSIONER,
        "competitions:start": COMMISSIONER,
        "competitions:start_group": COMMISSIONER,
        "competitions:finish_played": COMMISSIONER,
        "competitions:take_back": COMMISSIONER,
        "competitions:finish": COMMISSIONER,
        "competitions:resume": COMMISSIONER,
        "competitions:add_fixture": COMMISSIONER,
        "competitions:move_fixture": COMMISSIONER,
        "competitions:swap_fixture": COMMISSIONER,
        "competitions:delete_fixture": COMMISSIONER,
        "competitions:decide_fixture": COMMISSIONER,
        "competitions:take_back_decision": COMMISSIONER,
        "competitions:friendly": COMMISSIONER,
        "competitions:friendlies": MEMBER,
        "competitions:offer_friendly": MEMBER,
        "competitions:friendly_offer": league("offering_coach", "asked_coach", "commissioner"),
        "competitions:accept_friendly": league("asked_coach"),
        "competitions:decline_friendly": league("asked_coach"),
        "competitions:withdraw_friendly": league("offering_coach"),
        "competitions:call_off_friendly": PLAYERS,
        "competitions:fixture": OPEN,  # leads to the match; without one, only those who can set its date see it
        "competitions:date_fixture": league("commissioner", "fixture_coach"),
    },
    NO_TAB: {"competitions:trophy_picture": OPEN},  # a picture
}
