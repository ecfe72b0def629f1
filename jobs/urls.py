from django.urls import path

from jobs import views

app_name = "jobs"

urlpatterns = [
    path("jobs/", views.list_jobs, name="list"),
    path("jobs/<slug:public_id>/", views.show, name="show"),
    path("jobs/<slug:public_id>/progress/", views.progress, name="progress"),
    path("jobs/<slug:public_id>/cancel/", views.cancel, name="cancel"),
    path("jobs/<slug:public_id>/download/", views.download, name="download"),
]
