"""An archived league can be read and not changed, until it is restored."""

import pytest
from django.db.models import ProtectedError
from django.urls import reverse

from leagues import services
from leagues.models import League
from tests.leagues.cast import Cast, form_data, signed_in
from tests.web.league_forms import DETAILS
from web.errors import Refusal


def archive(cast: Cast) -> int:
    url = reverse("leagues:archive", args=[cast.league.slug])
    return signed_in(cast.commissioner).post(url, form_data(reason="The pub has closed")).status_code


def test_an_archived_league_can_be_read_and_not_changed(cast: Cast) -> None:
    assert archive(cast) == 302
    client = signed_in(cast.commissioner)
    for route in ("leagues:members", "leagues:house_rules", "leagues:log", "leagues:settings"):
        page = client.get(reverse(route, args=[cast.league.slug]))
        assert page.status_code == 200
    changes = {
        "leagues:settings": form_data(version=1, **DETAILS, name="Another name"),
        "leagues:invite": form_data(note="", role="coach", days=1, max_uses=1),
        "leagues:leave": form_data(),
        "leagues:archive": form_data(reason="Again"),
    }
    for route, form in changes.items():
        refused = client.post(reverse(route, args=[cast.league.slug]), form)
        assert refused.status_code == 422 and "is archived" in refused.content.decode(), route


def test_a_commissioner_restores_an_archived_league(cast: Cast) -> None:
    archive(cast)
    client, url = signed_in(cast.commissioner), reverse("leagues:restore", args=[cast.league.slug])
    assert client.post(url, form_data()).status_code == 302
    assert not League.objects.get(pk=cast.league.pk).archived
    assert client.post(url, form_data()).status_code == 422


def test_archiving_needs_a_reason_and_the_log_has_it(cast: Cast) -> None:
    url = reverse("leagues:archive", args=[cast.league.slug])
    assert signed_in(cast.commissioner).post(url, form_data(reason="")).status_code == 422
    for reason in ("", " \n"):  # not on the page alone
        with pytest.raises(Refusal, match="needs a reason"):
            services.archive_league(league=cast.league, by=cast.commissioner, reason=reason)
    assert not League.objects.get(pk=cast.league.pk).archived
    archive(cast)
    assert (
        "The pub has closed"
        in signed_in(cast.coach).get(reverse("leagues:log", args=[cast.league.slug])).content.decode()
    )


def test_leagues_and_members_cannot_be_deleted(cast: Cast) -> None:
    for row in (cast.league, cast.coach, cast.commissioner):
        with pytest.raises(ProtectedError):
            row.delete()
