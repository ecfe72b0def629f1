"""Requests to join, if the league allows them."""

from django.urls import reverse

from leagues.models import JoinRequest, League
from tests.leagues.cast import Cast, form_data, signed_in


def open_doors(cast: Cast) -> None:
    League.objects.filter(pk=cast.league.pk).update(joining=League.Joining.REQUEST)


def ask(cast: Cast, message: str = "Orcs, please"):
    url = reverse("leagues:ask", args=[cast.league.slug])
    return signed_in(cast.stranger).post(url, form_data(message=message))


def answer(cast: Cast, accept: str) -> int:
    asked = JoinRequest.objects.get()
    url = reverse("leagues:answer_request", args=[cast.league.slug, asked.pk])
    return signed_in(cast.commissioner).post(url, form_data(accept=accept)).status_code


def test_a_stranger_asks_and_is_accepted(cast: Cast) -> None:
    open_doors(cast)
    assert ask(cast, "Orcs <script>").status_code == 302
    members = signed_in(cast.commissioner).get(reverse("leagues:members", args=[cast.league.slug])).content.decode()
    assert "Orcs &lt;script&gt;" in members
    assert answer(cast, "yes") == 302
    assert cast.league.memberships.get(user=cast.stranger).role == "coach"


def test_a_stranger_asks_and_is_refused_and_may_ask_again(cast: Cast) -> None:
    open_doors(cast)
    ask(cast)
    assert answer(cast, "no") == 302
    assert not cast.league.memberships.filter(user=cast.stranger).exists()
    assert ask(cast).status_code == 302


def test_asking_twice_is_refused(cast: Cast) -> None:
    open_doors(cast)
    ask(cast)
    again = ask(cast, "Please!")
    assert again.status_code == 422 and "has not answered yet" in again.content.decode()
    assert "Please!" in again.content.decode()


def test_asking_to_join_an_invitation_only_league_is_refused(cast: Cast) -> None:
    refused = ask(cast)
    assert refused.status_code == 422 and "by invitation only" in refused.content.decode()


def test_a_member_cannot_ask(cast: Cast) -> None:
    open_doors(cast)
    url = reverse("leagues:ask", args=[cast.league.slug])
    assert signed_in(cast.coach).post(url, form_data(message="")).status_code == 422


def test_a_request_is_answered_once(cast: Cast) -> None:
    open_doors(cast)
    ask(cast)
    assert [answer(cast, "no"), answer(cast, "yes")] == [302, 422]
    assert not cast.league.memberships.filter(user=cast.stranger).exists()


def test_an_answer_that_is_neither_yes_nor_no_is_refused(cast: Cast) -> None:
    open_doors(cast)
    ask(cast)
    assert answer(cast, "maybe") == 400
    assert JoinRequest.objects.get().state == JoinRequest.State.PENDING


def test_only_commissioners_see_requests_and_links(cast: Cast) -> None:
    open_doors(cast)
    ask(cast, "For their eyes")
    for person in ("visitor", "stranger", "coach"):
        page = signed_in(cast[person]).get(reverse("leagues:members", args=[cast.league.slug])).content.decode()
        assert "For their eyes" not in page and "Invitation links" not in page


def test_people_see_their_own_request_and_can_withdraw_it(cast: Cast) -> None:
    open_doors(cast)
    stranger = signed_in(cast.stranger)
    pages = [reverse(f"leagues:{page}", args=[cast.league.slug]) for page in ("members", "ask")]
    pages += [reverse("competitions:league", args=[cast.league.slug])]
    ask_url, withdraw_url = pages[1], reverse("leagues:withdraw_request", args=[cast.league.slug])
    for page in (pages[0], pages[2]):
        before = stranger.get(page).text
        assert ask_url in before and withdraw_url not in before
    ask(cast)
    for page in pages:
        shown = stranger.get(page).text
        assert "You asked on" in shown and withdraw_url in shown and f'href="{ask_url}"' not in shown
        assert "You asked" not in signed_in(cast.elsewhere).get(page).text
    assert cast.league.name in stranger.get("/").text and "you asked on" in stranger.get("/").text
    assert "you asked to join" in stranger.get(reverse("leagues:list")).text
    assert stranger.post(withdraw_url, form_data()).status_code == 302
    assert JoinRequest.objects.get().state == "withdrawn"
    assert ask_url in stranger.get(pages[2]).text and "you asked on" not in stranger.get("/").text
    assert ask(cast, "after all").status_code == 302


def test_a_request_that_was_withdrawn_cannot_be_answered(cast: Cast) -> None:
    open_doors(cast)
    ask(cast)
    signed_in(cast.stranger).post(reverse("leagues:withdraw_request", args=[cast.league.slug]), form_data())
    assert answer(cast, "yes") == 422
    assert not cast.league.memberships.filter(user=cast.stranger).exists()


def test_only_an_open_request_can_be_withdrawn(cast: Cast) -> None:
    open_doors(cast)
    url = reverse("leagues:withdraw_request", args=[cast.league.slug])
    assert signed_in(cast.stranger).post(url, form_data()).status_code == 422
    ask(cast)
    answer(cast, "no")
    refused = signed_in(cast.stranger).post(url, form_data())
    assert refused.status_code == 422 and "no open request to join" in refused.text


def test_commissioners_find_open_requests_on_their_dashboard(cast: Cast) -> None:
    open_doors(cast)
    ask(cast)
    members = reverse("leagues:members", args=[cast.league.slug])
    assert f'<a href="{members}">1 coach asks to join</a>' in signed_in(cast.commissioner).get("/").text
    assert "asks to join" not in signed_in(cast.coach).get("/").text
