"""A commissioner gives team lists other tiers: the form, the page of house rules, the choice of a list."""

import uuid

import pytest
from django.urls import reverse

from leagues.models import League
from leagues.services import Details, create_league
from tests.competitions.competition_builders import competition_in
from tests.leagues.cast import Cast, add_member, signed_in
from tests.web.league_forms import fields_in

FIELD = "option_tiers"


@pytest.fixture
def league(cast: Cast) -> League:
    made = create_league(by=cast.commissioner, details=Details(name="Old World League"), edition="bb2020")
    add_member(made, cast.coach)
    return made


def send(cast: Cast, league: League, typed: str) -> tuple[int, str]:
    client, url = signed_in(cast.commissioner), reverse("leagues:change_house_rules", args=[league.slug])
    form = fields_in(client.get(url).content.decode())
    answer = client.post(url, {**form, FIELD: typed, "reason": "Voted", "command_id": str(uuid.uuid4())})
    return answer.status_code, answer.content.decode()


def test_what_is_typed_is_kept_in_new_rules_and_shown(cast: Cast, league: League) -> None:
    before = league.ruleset
    assert send(cast, league, "orc; 3\r\nAmazon;2\r\n")[0] == 302
    league.refresh_from_db()
    before.refresh_from_db()
    assert (before.values["tiers"], league.ruleset.values["tiers"]) == ([], ["Amazon; 2", "Orc; 3"])
    member = signed_in(cast.coach)
    page = member.get(reverse("leagues:house_rules", args=[league.slug])).content.decode()
    assert "<strong>Amazon; 2 | Orc; 3</strong>" in page and "None → Amazon; 2 | Orc; 3" in page
    page = member.get(reverse("teams:create", args=[league.slug])).content.decode()
    orcs = page[page.index("<strong>Orc</strong>") :]
    assert "tier 3" in orcs[: orcs.index("</li>")]


def test_tiers_for_which_the_pack_of_a_competition_has_no_row_are_refused(cast: Cast, league: League) -> None:
    rows = "".join(f"\n\n[[tiers]]\ntier = {tier}\nskills = 6" for tier in (1, 2, 3))
    competition_in(league, name="Spring Cup", pack=f'name = "Spring Cup"{rows}')
    status, page = send(cast, league, "Orc; 4")
    assert status == 409 and "Spring Cup are built by a pack that does not fit these rules" in page
    assert "there is no row for tier 4 (Orc)" in page and send(cast, league, "Orc; 3")[0] == 302


def test_a_wrong_line_is_named_and_stays_as_it_was_typed(cast: Cast, league: League) -> None:
    status, page = send(cast, league, "Orc; 3\nOrks; 2")
    assert status == 422 and "Orc; 3\nOrks; 2</textarea>" in page
    assert "Line 2: there is no team list &quot;Orks&quot;" in page
