"""The addresses of this room. `new` and `join` cannot be slugs of leagues (`models.RESERVED_SLUGS`). A league's front
page, `leagues/<slug>/`, is in `competitions`."""

from django.urls import URLPattern, URLResolver, path

from leagues import views
from leagues.agreements import views as agreement_views
from leagues.members import enquiry_views
from leagues.members import views as member_views
from leagues.own_lists import views as own_list_views
from leagues.simulation import views as simulation_views

app_name = "leagues"

urlpatterns: list[URLPattern | URLResolver] = [
    path("leagues/", views.index, name="list"),
    path("leagues/new/", views.create, name="create"),
    path("leagues/join/<str:token>/", member_views.join, name="join"),
    path("leagues/join/<str:token>/accept/", member_views.accept, name="accept"),
    path("leagues/join/<str:token>/contact/", enquiry_views.contact_by_link, name="contact_by_link"),
    path("enquiries/<row:enquiry>/", enquiry_views.mine, name="my_enquiry"),
    path("simulations/new/", simulation_views.simulate, name="simulate"),
    path("simulations/<slug:public_id>/", simulation_views.simulation, name="simulation"),
    path("simulations/<slug:public_id>/figures.csv", simulation_views.figures, name="simulation_figures"),
    path("leagues/<slug:slug>/settings/", views.settings, name="settings"),
    path("leagues/<slug:slug>/settings/crest/", views.crest, name="crest"),
    path("leagues/<slug:slug>/archive/", views.archive, name="archive"),
    path("leagues/<slug:slug>/restore/", views.restore, name="restore"),
    path("leagues/<slug:slug>/rules/", views.house_rules, name="house_rules"),
    path("leagues/<slug:slug>/rules/change/", views.change_house_rules, name="change_house_rules"),
    path("leagues/<slug:slug>/rules/add/", views.add_book, name="add_book"),
    path("leagues/<slug:slug>/rules/lists/", own_list_views.as_text, name="own_lists"),
    path("leagues/<slug:slug>/rules/lists/list/", own_list_views.as_form, name="own_list"),
    path("leagues/<slug:slug>/log/", views.log, name="log"),
    path("leagues/<slug:slug>/members/", member_views.members, name="members"),
    path("leagues/<slug:slug>/members/<row:membership>/", member_views.member, name="member"),
    path("leagues/<slug:slug>/members/<row:membership>/appoint/", member_views.appoint, name="appoint"),
    path("leagues/<slug:slug>/members/<row:membership>/dismiss/", member_views.dismiss, name="dismiss"),
    path("leagues/<slug:slug>/invite/", member_views.invite, name="invite"),
    path("leagues/<slug:slug>/invitations/<row:invitation>/", member_views.invitation, name="invitation"),
    path(
        "leagues/<slug:slug>/invitations/<row:invitation>/revoke/",
        member_views.revoke_invitation,
        name="revoke_invitation",
    ),
    path("leagues/<slug:slug>/ask/", member_views.ask, name="ask"),
    path("leagues/<slug:slug>/contact/", enquiry_views.contact, name="contact"),
    path("leagues/<slug:slug>/enquiries/<row:enquiry>/", enquiry_views.enquiry, name="enquiry"),
    path("leagues/<slug:slug>/ask/withdraw/", member_views.withdraw_request, name="withdraw_request"),
    path("leagues/<slug:slug>/requests/<row:join_request>/", member_views.answer_request, name="answer_request"),
    path("leagues/<slug:slug>/agreements/<row:agreement>/agree/", agreement_views.agree, name="agree"),
    path(
        "leagues/<slug:slug>/agreements/<row:agreement>/withdraw/", agreement_views.withdraw, name="withdraw_agreement"
    ),
    path("leagues/<slug:slug>/leave/", member_views.leave, name="leave"),
]
