from django.urls import path

from matches.cards import views as card_views
from matches.correction import draft_views, refusal_views, report_views
from matches.correction import views as correction_views
from matches.pages import match_views, other_book, team_file, team_views
from matches.questions import views as sequence_views
from matches.report import unsent_views, views
from matches.sheet.views import at_table

app_name = "matches"

MATCH, TEAM = "matches/<slug:match>/", "teams/<slug:team>/"

urlpatterns = [
    path(MATCH, match_views.show, name="match"),
    path(f"{MATCH}open/", match_views.open_, name="open"),
    path(f"{MATCH}changed/", match_views.changed, name="changed"),
    path(f"{MATCH}open/undo/", match_views.undo_opening, name="undo_opening"),
    path(f"{MATCH}call-off/", match_views.call_off, name="call_off"),
    path(f"{MATCH}at-the-table/", at_table, name="at_the_table"),
    path(f"{MATCH}pre-match/", sequence_views.pre_match, name="pre_match"),
    path(f"{MATCH}report/", views.report, name="report"),
    path(f"{MATCH}report/check/", views.check, name="check"),
    path(f"{MATCH}report/save/", unsent_views.save, name="save_report"),
    path(f"{MATCH}report/begin-anew/", unsent_views.start_over, name="begin_report_anew"),
    path(f"{MATCH}report/confirm/", views.confirm, name="confirm"),
    path(f"{MATCH}report/dispute/", views.dispute, name="dispute"),
    path(f"{MATCH}report/settle/", views.settle, name="settle"),
    path(f"{MATCH}close-purchase/", sequence_views.close_purchase, name="close_purchase"),
    path(f"{MATCH}post-match/", sequence_views.post_match, name="post_match"),
    path(f"{MATCH}ask-anew/", match_views.ask_again, name="ask_anew"),
    path(f"{MATCH}take-back/", sequence_views.take_back, name="take_back"),
    path(f"{MATCH}story/", match_views.story, name="story"),
    path(f"{MATCH}correct/", correction_views.begin, name="begin_correction"),
    path(f"{MATCH}annul/", correction_views.annul, name="begin_annulment"),
    path(f"{MATCH}correction/", correction_views.correction, name="correction"),
    path(f"{MATCH}correction/report/", report_views.correct_report, name="correct_report"),
    path(f"{MATCH}correction/report/save/", draft_views.save, name="save_correction"),
    path(f"{MATCH}correction/report/begin-anew/", draft_views.start_over, name="begin_correction_anew"),
    path(f"{MATCH}correction/preview/", correction_views.preview, name="preview_correction"),
    path(f"{MATCH}correction/decide/", correction_views.decide, name="decide_correction"),
    path(f"{MATCH}correction/propose/", correction_views.propose, name="propose_correction"),
    path(f"{MATCH}correction/accept/", correction_views.accept, name="accept_correction"),
    path(f"{MATCH}correction/refuse/", refusal_views.refuse, name="refuse_correction"),
    path(f"{MATCH}correction/give-up/", correction_views.discard, name="give_up_correction"),
    path(f"{MATCH}cards/", card_views.cards, name="cards"),
    path(f"{MATCH}cards/play/", card_views.play, name="play_card"),
    path(f"{MATCH}cards/strike/", card_views.undo_card, name="strike_play"),
    path(f"{MATCH}print/", match_views.print_sheet, name="print_sheet"),
    path(f"{MATCH}log/", match_views.log, name="log"),
    path(TEAM, team_views.team, name="team"),
    path(f"{TEAM}players/<row:player>/", team_views.player, name="player"),
    path(f"{TEAM}file/", team_file.export_team, name="export_team"),
    path(f"{TEAM}other-book/", other_book.other_book, name="other_book"),
    path(f"{TEAM}print/", team_views.print_roster, name="print_roster"),
]
