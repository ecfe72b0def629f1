"""The room's addresses: a league's front page and seasons under the league, competitions and fixtures by their ids."""

from django.urls import URLPattern, URLResolver, path

from competitions import schedule_urls, season_urls
from competitions.dashboard import views
from competitions.formats import schedule_views, setup_views
from competitions.friendlies import fixture_views
from competitions.prints import views as print_views
from competitions.rulings import decision_views
from competitions.season_end import season_views
from competitions.setup import ranking_views
from competitions.setup.adjustments import adjustment_views

app_name = "competitions"

urlpatterns: list[URLPattern | URLResolver] = [
    *schedule_urls.urlpatterns,
    path("leagues/<slug:slug>/", views.league, name="league"),
    path("leagues/<slug:slug>/fixtures/", views.league_fixtures, name="league_fixtures"),
    path("leagues/<slug:slug>/competitions/", views.competitions, name="competitions"),
    path("leagues/<slug:slug>/seasons/open/", season_views.open_season, name="open_season"),
    path("leagues/<slug:slug>/seasons/<row:season>/", views.season, name="season"),
    path("leagues/<slug:slug>/seasons/<row:season>/rename/", season_views.rename_season, name="rename_season"),
    path("leagues/<slug:slug>/seasons/<row:season>/reopen/", season_views.reopen_season, name="reopen_season"),
    path("leagues/<slug:slug>/seasons/<row:season>/competitions/new/", setup_views.create, name="create"),
    path("leagues/<slug:slug>/seasons/<row:season>/rosters/", print_views.print_rosters, name="print_rosters"),
    path("leagues/<slug:slug>/friendly/", fixture_views.friendly, name="friendly"),
    path("competitions/<slug:competition>/", views.competition, name="competition"),
    path("competitions/<slug:competition>/table/", views.table, name="table"),
    path("competitions/<slug:competition>/fixtures/", views.fixtures, name="fixtures"),
    path("competitions/<slug:competition>/players/", views.players, name="players"),
    path("competitions/<slug:competition>/paper/", views.paper, name="paper"),
    path("competitions/<slug:competition>/print/", print_views.print_standings, name="print_standings"),
    path("competitions/<slug:competition>/manage/", setup_views.manage, name="manage"),
    path("competitions/<slug:competition>/settings/", setup_views.change, name="change"),
    path("competitions/<slug:competition>/ranking/", ranking_views.change, name="change_ranking"),
    path("competitions/<slug:competition>/adjust/", adjustment_views.adjust, name="adjust"),
    path("competitions/<slug:competition>/lots/", adjustment_views.draw_lots, name="draw_lots"),
    path("adjustments/<row:adjustment>/withdraw/", adjustment_views.withdraw, name="withdraw_adjustment"),
    path("competitions/<slug:competition>/enter/", setup_views.enter, name="enter"),
    path("competitions/<slug:competition>/withdraw/", setup_views.withdraw, name="withdraw"),
    path("competitions/<slug:competition>/draw/", setup_views.draw, name="draw"),
    path("competitions/<slug:competition>/start/", setup_views.start, name="start"),
    path("competitions/<slug:competition>/take-back/", setup_views.take_back, name="take_back"),
    path("competitions/<slug:competition>/finish/", setup_views.finish, name="finish"),
    path("competitions/<slug:competition>/resume/", setup_views.resume, name="resume"),
    path("competitions/<slug:competition>/pair/", schedule_views.pair, name="pair"),
    path("competitions/<slug:competition>/pair/again/", schedule_views.pair_again, name="pair_again"),
    path("competitions/<slug:competition>/bracket/", schedule_views.bracket, name="bracket"),
    path("competitions/<slug:competition>/bracket/<row:tie>/", schedule_views.send_on, name="send_on"),
    path(
        "competitions/<slug:competition>/bracket/<row:tie>/back/", schedule_views.take_back_word, name="take_back_word"
    ),
    path("competitions/<slug:competition>/fixtures/add/", fixture_views.add, name="add_fixture"),
    *season_urls.urlpatterns,
    path("fixtures/<row:fixture>/", fixture_views.show, name="fixture"),
    path("fixtures/<row:fixture>/date/", fixture_views.date, name="date_fixture"),
    path("fixtures/<row:fixture>/move/", fixture_views.move, name="move_fixture"),
    path("fixtures/<row:fixture>/swap/", fixture_views.swap, name="swap_fixture"),
    path("fixtures/<row:fixture>/delete/", fixture_views.delete, name="delete_fixture"),
    path("fixtures/<row:fixture>/decide/", decision_views.decide, name="decide_fixture"),
    path("fixtures/<row:fixture>/decide/back/", decision_views.revoke, name="take_back_decision"),
]
