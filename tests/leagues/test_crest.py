"""A league's crest, in the colours of its settings."""

import re

import pytest
from django.urls import reverse

from leagues.models import League, LogEntry
from leagues.services import archive_league, change_crest
from tests.leagues.cast import PEOPLE, Cast, form_data, signed_in
from web.crests.crest import Crest, crest_in
from web.errors import Refusal, StaleVersion

CHOSEN = {"shape": "banner", "pattern": "chief", "emblem": "crown"}


def address(cast: Cast) -> str:
    return reverse("leagues:crest", args=[cast.league.slug])


@pytest.mark.parametrize("person", PEOPLE)
def test_the_commissioners_choose_it(person: str, cast: Cast) -> None:
    runs = person in ("commissioner", "staff")
    client = signed_in(cast[person])
    assert (client.get(address(cast)).status_code == 200) == runs
    client.post(address(cast), form_data(version=cast.league.version, **CHOSEN))
    league = League.objects.get(pk=cast.league.pk)
    assert (league.arms == CHOSEN) == runs
    assert LogEntry.objects.filter(league=league, kind="leagues.changed").exists() == runs


def test_it_wears_the_leagues_colours_and_stands_on_its_front_page(cast: Cast) -> None:
    League.objects.filter(pk=cast.league.pk).update(first_colour="plum", second_colour="sky", arms=CHOSEN)
    crest = crest_in(League.objects.get(pk=cast.league.pk).crest)
    assert crest == Crest(**CHOSEN, first="plum", second="sky")
    html = signed_in(cast["visitor"]).get(f"/leagues/{cast.league.slug}/").content.decode()
    assert f'<use href="#{crest.id}"/>' in html


def test_a_preview_saves_nothing(cast: Cast) -> None:
    sent = form_data(version=cast.league.version, preview="1", **CHOSEN)
    client = signed_in(cast.commissioner)
    html = client.post(address(cast), sent).content.decode()
    assert re.search(r'value="crown"\s+id="choose-emblem-crown" checked', html)
    part = client.post(address(cast), sent, headers={"HX-Request": "true", "HX-Trigger-Name": "shape"})
    assert re.findall(r'id="(options-\w+)"', part.content.decode()) == ["options-pattern"]
    assert League.objects.get(pk=cast.league.pk).arms == {}


def test_what_there_is_not_is_refused(cast: Cast) -> None:
    sent = form_data(version=cast.league.version, **{**CHOSEN, "emblem": "dragon"})
    response = signed_in(cast.commissioner).post(address(cast), sent)
    assert response.status_code == 422 and "There is no dragon here" in response.content.decode()


def test_two_commissioners_do_not_overwrite_each_other_and_an_archived_league_keeps_it(cast: Cast) -> None:
    how = {"league": cast.league, "by": cast.commissioner, "crest": Crest(**CHOSEN)}
    changed = change_crest(version=cast.league.version, **how)
    with pytest.raises(StaleVersion):
        change_crest(version=cast.league.version, **how)
    archive_league(league=changed, by=cast.commissioner, reason="over")
    with pytest.raises(Refusal):
        change_crest(version=changed.version, **how)
