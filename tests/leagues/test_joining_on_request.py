"""Asking to be let in, where the commissioner allows it."""

from django.urls import reverse

from leagues.models import JoinRequest, League
from tests.leagues.cast import Cast, filled, signed_in


def open_doors(cast: Cast) -> None:
    League.objects.filter(pk=cast.league.pk).update(joining=League.Joining.REQUEST)


def ask(cast: Cast, message: str = "Orcs, please"):
    url = reverse("leagues:ask", args=[cast.league.slug])
    return signed_in(cast.stranger).post(url, filled(message=message))


def answer(cast: Cast, accept: str) -> int:
    asked = JoinRequest.objects.get()
    url = reverse("leagues:answer_request", args=[cast.league.slug, asked.pk])
    return signed_in(cast.commissioner).post(url, filled(accept=accept)).status_code


def test_a_stranger_asks_and_is_let_in(cast: Cast) -> None:
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


def test_where_only_invitations_count_asking_is_refused(cast: Cast) -> None:
    refused = ask(cast)
    assert refused.status_code == 422 and "by invitation only" in refused.content.decode()


def test_a_member_cannot_ask(cast: Cast) -> None:
    open_doors(cast)
    url = reverse("leagues:ask", args=[cast.league.slug])
    assert signed_in(cast.coach).post(url, filled(message="")).status_code == 422


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


def test_requests_and_links_are_shown_to_commissioners_alone(cast: Cast) -> None:
    open_doors(cast)
    ask(cast, "For their eyes")
    for person in ("visitor", "stranger", "coach"):
        page = signed_in(cast[person]).get(reverse("leagues:members", args=[cast.league.slug])).content.decode()
        assert "For their eyes" not in page and "Invitation links" not in page
