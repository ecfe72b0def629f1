"""For strangers a private league does not exist: pages do not differ from those of an unknown league."""

import re

from django.test import Client
from django.urls import reverse

from leagues.models import League
from tests.leagues.cast import Cast, create_league, create_user, signed_in


def names_on_the_list(client: Client) -> str:
    return client.get(reverse("leagues:list")).content.decode()


def test_only_members_see_a_private_league_on_their_list(cast: Cast) -> None:
    for name, shown in (
        ("visitor", False),
        ("stranger", False),
        ("elsewhere", False),
        ("coach", True),
        ("commissioner", True),
        ("staff", True),
    ):
        page = names_on_the_list(signed_in(cast[name]))
        assert ("Hidden Cup" in page) == shown, name
        assert "Old World Sunday League" in page


def test_a_stranger_gets_the_same_page_for_a_private_league_and_for_none(cast: Cast) -> None:
    client = signed_in(cast.stranger)
    addresses = [reverse("leagues:members", args=[slug]) for slug in (cast.private.slug, "no-such-league")]
    private, nothing = (client.get(address) for address in addresses)
    assert private.status_code == nothing.status_code == 404
    pages = [
        without_own_address(answer.content, address)
        for answer, address in zip((private, nothing), addresses, strict=True)
    ]
    assert without_token(pages[0]) == without_token(pages[1])


def without_own_address(page: bytes, address: str) -> bytes:
    """The page without the address that was asked for, to which the form of light and dark sends the reader back."""
    own = f'<input type="hidden" name="next" value="{address}">'.encode()
    assert page.count(own) == 1
    return page.replace(own, b"")


def without_token(page: bytes) -> bytes:
    """The page without the form token, which is always different."""
    return re.sub(rb'name="csrfmiddlewaretoken" value="\w+"', b"", page)


def test_a_league_made_private_disappears_for_strangers_at_once(cast: Cast) -> None:
    url, stranger = reverse("leagues:members", args=[cast.league.slug]), signed_in(cast.stranger)
    assert stranger.get(url).status_code == 200
    League.objects.filter(pk=cast.league.pk).update(public=False)
    assert stranger.get(url).status_code == 404


def test_archived_leagues_stay_on_their_members_list_only(cast: Cast) -> None:
    from leagues.services import archive_league

    archive_league(league=cast.league, by=cast.commissioner, reason="Over")
    assert "Old World Sunday League" not in names_on_the_list(Client())
    assert "archived" in names_on_the_list(signed_in(cast.coach))


def test_pages_of_signed_in_users_are_not_for_shared_caches(cast: Cast) -> None:
    answer = signed_in(cast.coach).get(reverse("leagues:members", args=[cast.private.slug]))
    assert "private" in answer["Cache-Control"]


def test_a_page_for_visitors_is_asked_for_again_and_not_guessed_to_be_fresh(cast: Cast) -> None:
    """A cache may guess by Last-Modified, which a feed has, and go on showing a league that is private by now."""
    for url in (reverse("news:feed", args=[cast.league.slug]), reverse("leagues:members", args=[cast.league.slug])):
        assert Client().get(url).headers["Cache-Control"] == "no-cache", url


def test_what_people_type_is_shown_as_text(cast: Cast) -> None:
    hostile = "<script>alert(1)</script>{{ settings }}"
    by = create_user("mallory", display_name=hostile)
    league = create_league("A league", by=by, description=hostile)
    League.objects.filter(pk=league.pk).update(name=hostile)
    for route in ("leagues:members", "leagues:house_rules", "leagues:log", "leagues:settings", "leagues:list"):
        args = [] if route == "leagues:list" else [league.slug]
        page = signed_in(by).get(reverse(route, args=args)).content.decode()
        assert "<script>alert" not in page and "&lt;script&gt;" in page


def test_numbers_too_large_for_the_database_are_not_found(cast: Cast) -> None:
    for number in (0, 2**31, 2**63, 10**40):
        for route in ("leagues:appoint", "leagues:revoke_invitation", "leagues:answer_request"):
            url = reverse(route, args=[cast.league.slug, 1]).replace("/1/", f"/{number}/")
            assert signed_in(cast.commissioner).post(url).status_code == 404
