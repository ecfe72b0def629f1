"""Double clicks, reloads and stale pages, through the pages themselves."""

import re
import uuid

from django.urls import reverse

from leagues.models import Invitation, League, LogEntry
from tests.leagues.cast import Cast, form_data, signed_in
from tests.web.league_forms import DETAILS, fields_in, founding_form


def settings_url(cast: Cast) -> str:
    return reverse("leagues:settings", args=[cast.league.slug])


def test_a_double_click_creates_one_league(cast: Cast) -> None:
    client, before = signed_in(cast.stranger), League.objects.count()
    form = founding_form(client, name="Twice")
    first, second = (client.post(reverse("leagues:create"), form) for _ in range(2))
    assert first.status_code == second.status_code == 302
    assert first["Location"] == second["Location"]
    assert League.objects.count() == before + 1


def test_a_form_drawn_by_the_page_carries_an_id_and_keeps_it_while_it_is_refused(cast: Cast) -> None:
    client = signed_in(cast.commissioner)
    drawn = command_id_in(client.get(settings_url(cast)).content.decode())
    refused = client.post(settings_url(cast), {"command_id": drawn, "version": 1, **DETAILS, "name": "X"})
    assert refused.status_code == 422
    assert command_id_in(refused.content.decode()) == drawn
    assert 'value="X"' in refused.content.decode()


def test_the_id_of_another_form_is_refused_with_a_new_id_and_what_was_typed(cast: Cast) -> None:
    client, sent = signed_in(cast.commissioner), form_data(version=1, **DETAILS, name="First name")
    assert client.post(settings_url(cast), sent).status_code == 302
    answer = client.post(settings_url(cast), {**sent, "version": 2, "name": "Second name"})
    page = answer.content.decode()
    assert answer.status_code == 422 and "already sent this form" in page and 'value="Second name"' in page
    assert command_id_in(page) != sent["command_id"]
    cast.league.refresh_from_db()
    assert cast.league.name == "First name"


def test_a_form_without_an_id_does_nothing_and_can_be_sent_again(cast: Cast) -> None:
    client = signed_in(cast.commissioner)
    for damaged in ({}, {"command_id": "x"}):
        answer = client.post(settings_url(cast), {**damaged, "version": 1, **DETAILS, "name": "Kept name"})
        page = answer.content.decode()
        assert answer.status_code == 422 and "id is missing or damaged" in page and 'value="Kept name"' in page
        assert uuid.UUID(command_id_in(page))


def test_the_second_to_save_sees_both_and_keeps_their_values(cast: Cast) -> None:
    client = signed_in(cast.commissioner)
    first = client.post(settings_url(cast), form_data(version=1, **DETAILS, name="Theirs"))
    assert first.status_code == 302
    second = form_data(version=1, **{**DETAILS, "dice": "typed"}, name="Mine")
    answer = client.post(settings_url(cast), second)
    page = answer.content.decode()
    assert answer.status_code == 409
    assert "Theirs" in page and 'value="Mine"' in page and "This was changed in the meantime" in page
    assert 'name="version" value="2"' in page
    again = client.post(settings_url(cast), {**second, "version": 2})
    assert again.status_code == 302
    cast.league.refresh_from_db()
    assert (cast.league.name, cast.league.dice, cast.league.version) == ("Mine", "typed", 3)


def test_house_rules_made_from_an_older_ruleset_are_shown_beside_the_newer_one(cast: Cast) -> None:
    client = signed_in(cast.commissioner)
    url = reverse("leagues:change_house_rules", args=[cast.league.slug])
    page = client.get(url).content.decode()
    form = {**fields_in(page), "option_mvp": "coach"}
    assert client.post(url, form).status_code == 302
    late = {**form, "command_id": str(uuid.uuid4()), "option_mvp": "random_survivor"}
    answer = client.post(url, late)
    shown = answer.content.decode()
    assert answer.status_code == 409 and "The coach chooses" in shown and "This was changed in the meantime" in shown
    assert client.post(url, {**late, "version": fields_in(shown)["version"]}).status_code == 302
    cast.league.refresh_from_db()
    assert cast.league.ruleset.values["mvp"] == "random_survivor"


def test_a_button_pressed_twice_writes_one_line_in_the_log(cast: Cast) -> None:
    client, sent = signed_in(cast.commissioner), form_data()
    membership = cast.league.memberships.get(user=cast.coach)
    url = reverse("leagues:appoint", args=[cast.league.slug, membership.pk])
    assert [client.post(url, sent).status_code for _ in range(2)] == [302, 302]
    assert LogEntry.objects.filter(kind="leagues.appointed").count() == 1


def test_the_same_form_shows_a_link_again_if_its_answer_was_lost(cast: Cast) -> None:
    client = signed_in(cast.commissioner)
    sent = form_data(note="", role="coach", days=7, max_uses=3)
    url = reverse("leagues:invite", args=[cast.league.slug])
    pages = [client.post(url, sent, follow=True).content.decode() for _ in range(2)]
    links = [re.search(r"/leagues/join/[\w-]+/", page)[0] for page in pages]
    assert links[0] == links[1]
    assert Invitation.objects.count() == 1


def command_id_in(page: str) -> str:
    return fields_in(page)["command_id"]
