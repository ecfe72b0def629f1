"""Who may use the routes of this room, and which tab of a league each belongs to (`web.policy`, `web.tabs`).

Matches belong to the tab `league`, which a room above declares.
"""

from web.policy import COMMISSIONER, OPEN, league
from web.tabs import NO_TAB

ROLES = ("home_coach", "away_coach")
COACHES = league("home_coach", "away_coach")
PLAYERS = league("home_coach", "away_coach", "commissioner")

LEAGUE_ROUTES = {
    "teams": {
        "matches:team": OPEN,
        "matches:player": OPEN,
        "matches:print_roster": league("user"),
        "matches:other_book": league("team_coach"),
    },
    "league": {
        "matches:match": OPEN,
        "matches:changed": OPEN,
        "matches:log": OPEN,
        "matches:at_the_table": OPEN,
        "matches:cards": OPEN,
        "matches:play_card": PLAYERS,
        "matches:strike_play": PLAYERS,
        "matches:begin_correction": PLAYERS,
        "matches:begin_annulment": COMMISSIONER,
        "matches:correction": PLAYERS,
        "matches:correct_report": PLAYERS,
        "matches:save_correction": PLAYERS,
        "matches:begin_correction_anew": PLAYERS,
        "matches:decide_correction": PLAYERS,
        "matches:propose_correction": PLAYERS,
        "matches:preview_correction": PLAYERS,
        "matches:accept_correction": PLAYERS,
        "matches:give_up_correction": PLAYERS,
        "matches:refuse_correction": PLAYERS,
        "matches:print_sheet": league("user"),
        "matches:open": PLAYERS,
        "matches:undo_opening": PLAYERS,
        "matches:pre_match": PLAYERS,
        "matches:report": PLAYERS,
        "matches:check": PLAYERS,
        "matches:save_report": PLAYERS,
        "matches:begin_report_anew": PLAYERS,
        "matches:close_purchase": PLAYERS,
        "matches:post_match": PLAYERS,
        "matches:take_back": PLAYERS,
        "matches:confirm": COACHES,
        "matches:dispute": COACHES,
        "matches:story": COACHES,
        "matches:call_off": COMMISSIONER,
        "matches:ask_anew": COMMISSIONER,
        "matches:settle": COMMISSIONER,
    },
    NO_TAB: {"matches:export_team": OPEN},  # a file
}
