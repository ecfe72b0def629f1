"""The addresses of trophies, play-offs, and of what happens to members, teams and seasons: part of the room's."""

from django.urls import URLPattern, path

from competitions.rulings import removal_views, withdrawal_views, won_unplayed_views
from competitions.season_end import play_off_views, season_views, team_end_views
from competitions.season_end import views as season_end_views
from competitions.trophies import views

urlpatterns: list[URLPattern] = [
    path("leagues/<slug:slug>/members/<row:membership>/remove/", removal_views.remove, name="remove_member"),
    path("leagues/<slug:slug>/champions/", views.champions, name="champions"),
    path("leagues/<slug:slug>/trophies/", views.cabinet, name="cabinet"),
    path("leagues/<slug:slug>/trophies/new/", views.make, name="make_trophy"),
    path("leagues/<slug:slug>/trophies/<slug:trophy>/", views.trophy, name="trophy"),
    path("leagues/<slug:slug>/trophies/<slug:trophy>/picture/", views.picture, name="trophy_picture"),
    path("leagues/<slug:slug>/trophies/<slug:trophy>/change/", views.change, name="change_trophy"),
    path("leagues/<slug:slug>/trophies/<slug:trophy>/hand-over/", views.award, name="hand_over"),
    path("leagues/<slug:slug>/trophies/<slug:trophy>/best-player/", views.best_player, name="best_player"),
    path("leagues/<slug:slug>/seasons/<row:season>/play-offs/", play_off_views.draw, name="play_offs"),
    path("competitions/<slug:competition>/teams/", withdrawal_views.teams, name="entrants"),
    path("competitions/<slug:competition>/teams/<slug:team>/leave/", withdrawal_views.leave, name="leave"),
    path(
        "competitions/<slug:competition>/teams/<slug:team>/leave/preview/",
        withdrawal_views.preview,
        name="preview_leave",
    ),
    path("leagues/<slug:slug>/seasons/<row:season>/end/", season_end_views.close, name="end_season"),
    path("leagues/<slug:slug>/seasons/<row:season>/next/", season_end_views.carry_on, name="carry_on"),
    path("leagues/<slug:slug>/seasons/<row:season>/take-back/", season_views.take_end_back, name="take_end_back"),
    path("season-ends/<row:team_end>/", team_end_views.team_end, name="team_end"),
    path("won-unplayed/<row:won_unplayed>/", won_unplayed_views.won_unplayed, name="won_unplayed"),
    path("holdings/<row:holding>/gifts/", views.gifts_page, name="gifts"),
    path("holdings/<row:holding>/take-back/", views.revoke, name="take_back_trophy"),
]
