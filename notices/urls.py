from django.urls import path

from notices import views

app_name = "notices"

urlpatterns = [
    path("inbox/", views.inbox, name="inbox"),
    path("inbox/read/", views.read, name="read"),
    path("preferences/mail/", views.preferences, name="preferences"),
    path("unsubscribe/<str:token>/", views.unsubscribe_by_link, name="unsubscribe"),
]
