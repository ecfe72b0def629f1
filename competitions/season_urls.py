"""The addresses of trophies, play-offs and of what happens to teams and seasons; part of ``competitions.urls``."""

from django.urls import URLPattern, path

from competitions import play_off_views, season_end_views, trophy_views, withdrawal_views

urlpatterns: list[URLPattern] = [
    path("leagues/<slug:slug>/trophies/", trophy_views.cabinet, name="cabinet"),
    path("leagues/<slug:slug>/trophies/new/", trophy_views.make, name="make_trophy"),
    path("leagues/<slug:slug>/trophies/<slug:trophy>/", trophy_views.trophy, name="trophy"),
    path("leagues/<slug:slug>/trophies/<slug:trophy>/picture/", trophy_views.picture, name="trophy_picture"),
    path("leagues/<slug:slug>/trophies/<slug:trophy>/change/", trophy_views.change, name="change_trophy"),
    path("leagues/<slug:slug>/trophies/<slug:trophy>/hand-over/", trophy_views.hand_over, name="hand_over"),
    path("leagues/<slug:slug>/trophies/<slug:trophy>/best-player/", trophy_views.best_player, name="best_player"),
    path("leagues/<slug:slug>/seasons/<row:season>/play-offs/", play_off_views.draw, name="play_offs"),
    path("competitions/<slug:competition>/teams/", withdrawal_views.teams, name="entrants"),
    path("competitions/<slug:competition>/teams/<slug:team>/leave/", withdrawal_views.leave, name="leave"),
    path("leagues/<slug:slug>/seasons/<row:season>/end/", season_end_views.close, name="end_season"),
    path("leagues/<slug:slug>/seasons/<row:season>/next/", season_end_views.carry_on, name="carry_on"),
    path("holdings/<row:holding>/gifts/", trophy_views.gifts_page, name="gifts"),
    path("holdings/<row:holding>/take-back/", trophy_views.take_back, name="take_back_trophy"),
]
