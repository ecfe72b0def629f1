"""Which routes accept a post, and who attacks them: a new one is entered here, or says why it is not attacked.

`tests/web/test_post_routes.py` compares these lists with all routes of the site. The tests named here attack what they
are to attack, and fail for a route that none of their pages shows.
"""

from __future__ import annotations

ATTACKED: dict[str, frozenset[str]] = {
    "tests/competitions/test_hostile_fields.py": frozenset({
        "competitions:accept_friendly", "competitions:add_fixture", "competitions:adjust",
        "competitions:answer_challenge", "competitions:best_player", "competitions:bring_in",
        "competitions:bring_in_anew", "competitions:bulk", "competitions:call_off_challenge",
        "competitions:call_off_friendly", "competitions:carry_on", "competitions:change",
        "competitions:change_ranking", "competitions:change_trophy", "competitions:conferences",
        "competitions:create", "competitions:date_fixture", "competitions:deadlines",
        "competitions:deal_conferences", "competitions:decide_fixture", "competitions:decline_friendly",
        "competitions:delete_fixture", "competitions:draw", "competitions:draw_lots",
        "competitions:end_season", "competitions:enter", "competitions:entrants", "competitions:feeds",
        "competitions:finish", "competitions:finish_played", "competitions:friendly",
        "competitions:gifts", "competitions:groups", "competitions:hand_over", "competitions:leave",
        "competitions:make_trophy", "competitions:move_fixture", "competitions:offer_friendly",
        "competitions:open_season", "competitions:order", "competitions:pair",
        "competitions:pair_again", "competitions:play_offs", "competitions:preview_leave",
        "competitions:print_rosters", "competitions:print_standings", "competitions:remove_feed",
        "competitions:remove_member", "competitions:rename_season", "competitions:reopen_season",
        "competitions:report_game", "competitions:resume", "competitions:send_on", "competitions:start",
        "competitions:start_group", "competitions:swap_fixture", "competitions:take_back",
        "competitions:take_back_decision", "competitions:take_back_trophy",
        "competitions:take_end_back",
        "competitions:take_back_word", "competitions:withdraw", "competitions:withdraw_adjustment",
        "competitions:withdraw_friendly", "competitions:write_challenge", "teams:accept_trade",
        "teams:approve", "teams:approve_legal", "teams:approve_trade", "teams:arrival", "teams:bring",
        "teams:build", "teams:change_list", "teams:correct", "teams:create", "teams:crest", "teams:decline_takeover",
        "teams:draw_names", "teams:end_loan", "teams:judge", "teams:offer_team", "teams:offer_trade",
        "teams:refuse_trade", "teams:rename", "teams:retire", "teams:send_back", "teams:submit",
        "teams:submit_arrival", "teams:take_over", "teams:withdraw", "teams:withdraw_takeover",
        "teams:withdraw_trade",
    }),
    "tests/matches/test_hostile_fields.py": frozenset({
        "matches:accept_correction", "matches:ask_anew", "matches:begin_annulment",
        "matches:begin_correction", "matches:begin_correction_anew", "matches:begin_report_anew",
        "matches:call_off", "matches:check", "matches:close_purchase", "matches:confirm",
        "matches:correct_report", "matches:correction", "matches:decide_correction", "matches:dispute",
        "matches:give_up_correction", "matches:open", "matches:play_card", "matches:post_match",
        "matches:pre_match", "matches:preview_correction", "matches:print_roster",
        "matches:print_sheet", "matches:propose_correction", "matches:refuse_correction", "matches:report",
        "matches:save_correction", "matches:save_report", "matches:settle", "matches:story",
        "matches:strike_play", "matches:take_back", "matches:undo_opening",
    }),
    "tests/web/test_hostile_posts.py": frozenset({
        "account_change_password", "account_confirm_email", "account_email", "account_login",
        "account_logout", "account_reauthenticate", "account_reset_password",
        "account_reset_password_from_key", "account_signup", "accounts:delete", "accounts:preferences",
        "accounts:theme",
        "leagues:accept", "leagues:agree", "leagues:answer_request", "leagues:appoint",
        "leagues:archive", "leagues:ask", "leagues:change_house_rules", "leagues:contact",
        "leagues:contact_by_link", "leagues:create", "leagues:dismiss", "leagues:enquiry", "leagues:invite",
        "leagues:crest", "leagues:leave", "leagues:own_list", "leagues:own_lists", "leagues:restore",
        "leagues:revoke_invitation", "leagues:settings", "leagues:simulate", "leagues:withdraw_agreement",
        "leagues:withdraw_request", "news:comment", "news:decide", "news:delete", "news:edit", "news:remove_comment",
        "news:report_comment", "news:write", "notices:preferences", "notices:read", "notices:unsubscribe",
    }),
    "tests/stats/honours/test_hall_fields.py": frozenset({
        "stats:induct_coach", "stats:induct_player", "stats:induct_team", "stats:inductee", "stats:remove_inductee",
    }),
    "tests/competitions/season_end/test_team_ends.py": frozenset({"competitions:team_end"}),
    "tests/competitions/rulings/test_won_unplayed.py": frozenset({"competitions:won_unplayed"}),
    "tests/teams/building/test_founding_page.py": frozenset({"teams:founding", "teams:submit_founded"}),
    "tests/teams/building/test_own_rules.py": frozenset({"teams:own_rules"}),
}  # fmt: skip
"""Routes by the test that attacks them."""
NOT_ATTACKED = {
    "stats:print_almanac": "its form has no fields: tests/stats/almanac/test_almanac.py",
    "matches:other_book": "it has a form only if the league has another book: tests/matches/pages/test_other_book.py",
    "leagues:add_book": "it has a form only if there is another book: tests/leagues/house_rules/test_books.py",
    "jobs:cancel": "its form has no fields: tests/jobs/test_cancelling.py",
    "account_set_password": "everybody has a password, so it only leads elsewhere",
    "account_confirm_login_code": "nobody signs in by a code, so it only leads elsewhere",
}
VISITORS_POST = {
    "account_login": "limits by person and by source",
    "account_logout": "a visitor has nothing to leave",
    "account_signup": "a limit by source",
    "account_reset_password": "limits by source and by address",
    "account_reset_password_from_key": "the key is the right, and there is a limit by source",
    "account_confirm_email": "the key is the right; it writes one row",
    "account_confirm_login_code": "it only leads elsewhere",
    "accounts:theme": "it sets one cookie of three values",
    "notices:unsubscribe": "the token is the right; it writes one row",
}
"""What people may post who have not signed in, and what keeps them from taking the server for themselves.

All others are limited by the processor time that they use (`web.fair_use`)."""
