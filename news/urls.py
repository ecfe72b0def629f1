"""The addresses of this room."""

from django.urls import URLPattern, path
from django.views.decorators.http import require_safe

from news import comment_views, views
from news.feeds import NewsFeed

app_name = "news"

urlpatterns: list[URLPattern] = [
    path("leagues/<slug:slug>/news/", views.index, name="list"),
    path("leagues/<slug:slug>/news/feed.atom", require_safe(NewsFeed()), name="feed"),
    path("leagues/<slug:slug>/news/write/", views.write, name="write"),
    path("leagues/<slug:slug>/news/<row:story>/", views.story, name="story"),
    path("leagues/<slug:slug>/news/<row:story>/edit/", views.edit, name="edit"),
    path("leagues/<slug:slug>/news/<row:story>/delete/", views.delete, name="delete"),
    path("leagues/<slug:slug>/news/<row:story>/comment/", comment_views.comment, name="comment"),
    path("leagues/<slug:slug>/news/comments/<row:comment>/", comment_views.decide, name="decide"),
    path("leagues/<slug:slug>/news/comments/<row:comment>/remove/", comment_views.remove, name="remove_comment"),
    path("leagues/<slug:slug>/news/comments/<row:comment>/report/", comment_views.report, name="report_comment"),
]
