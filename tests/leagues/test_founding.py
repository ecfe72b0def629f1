"""Creating a league, and the form of house rules that the edition declares."""

import pytest
from django.urls import reverse
from django.utils.html import escape

from leagues import services
from leagues.models import League, Membership, Ruleset
from leagues.options import offered
from leagues.services import Details
from rules import editions
from rules.book.house_rules import HouseRulesError
from rules.book.rows.options import LISTS
from tests.leagues.cast import EDITION, Cast, create_league, create_user, signed_in
from tests.web.league_forms import founding_form

BOOK = editions.edition(EDITION).book


def test_the_creator_of_a_league_is_its_commissioner(cast: Cast) -> None:
    client = signed_in(cast.stranger)
    answer = client.post(reverse("leagues:create"), founding_form(client, name="Reikland  Cup", zone="Europe/Berlin"))
    league = League.objects.get(slug="reikland-cup")
    assert answer.status_code == 302
    assert (league.name, league.zone, league.version) == ("Reikland Cup", "Europe/Berlin", 1)
    assert league.memberships.get().user == cast.stranger
    assert league.memberships.get().role == Membership.Role.COMMISSIONER


def test_a_new_leagues_ruleset_spells_out_every_option_of_the_edition(cast: Cast) -> None:
    client = signed_in(cast.stranger)
    client.post(reverse("leagues:create"), founding_form(client, name="By the book", option_mvp="coach"))
    ruleset = League.objects.get(slug="by-the-book").ruleset
    assert set(ruleset.values) == set(BOOK.options)
    assert (ruleset.edition, ruleset.revision) == (BOOK.key, BOOK.revision)
    assert ruleset.rules().house.changed() == {"mvp": "coach"}


def test_the_form_asks_for_every_offered_option_with_its_help_default_and_page(cast: Cast) -> None:
    page = signed_in(cast.stranger).get(reverse("leagues:create")).content.decode()
    for option in BOOK.options.values():
        if option.type == LISTS:
            continue  # a league writes them on their own pages, when there is one
        assert (f'name="option_{option.name}"' in page) == option.offered
        if option.offered:
            assert str(escape(option.label)) in page and f"({option.rule},\u00a0p.\u00a0{option.page})" in page


def test_an_option_that_is_not_offered_keeps_its_default_whatever_is_posted(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    rest = {name: option for name, option in offered(BOOK).items() if name != "card_budget"}
    monkeypatch.setattr("leagues.options.offered", lambda book: rest)
    client = signed_in(cast.stranger)
    client.post(reverse("leagues:create"), founding_form(client, name="No cards", option_card_budget="200000"))
    assert League.objects.get(slug="no-cards").ruleset.values["card_budget"] == 100_000


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("field", "typed", "said"),
    [
        ("name", "X", "at least 3"),
        ("name", " \t X \n ", "at least 3"),
        ("name", "X" * 81, "at most 80"),
        ("name", "bad\x00name", "Null characters"),
        ("name", "eugaeL \u202eemaN", "an invisible character, or one that reverses the text (U+202E)"),
        ("name", "\u2800\u3164\u2800", "This name is invisible"),
        ("zone", "Middle-earth/Shire", "no time zone called"),
        ("joining", "bribe", "not one of the available choices"),
        ("option_starting_treasury", "-10000", "must be from 0 to 5000000"),
        ("option_starting_treasury", "1000001", "multiple of 10000"),
        ("option_starting_treasury", "9" * 400, ""),
        ("option_starting_treasury", "a million", "whole number"),
        ("option_mvp", "bribed", "not one of the available choices"),
        ("option_excluded_inducements", "beer", "not one of the available choices"),
        ("edition", "lrb-99", ""),
    ],
)
def test_a_bad_value_is_refused_at_its_field_and_stays_in_the_form(
    cast: Cast, field: str, typed: str, said: str
) -> None:
    client, before = signed_in(cast.stranger), League.objects.count()
    form = founding_form(client, **{"name": "Kept in the form", "description": "And this", field: typed})
    answer = client.post(reverse("leagues:create"), form)
    assert answer.status_code == (404 if field == "edition" else 422)
    assert League.objects.count() == before
    if field != "edition":
        page = answer.content.decode()
        assert said in page and "And this" in page


def test_a_refused_house_rule_is_not_hidden_behind_its_summary(cast: Cast) -> None:
    client = signed_in(cast.stranger)
    form = founding_form(client, name="Open it", option_spiralling_step="1")
    assert '<details class="panel" open>' in client.post(reverse("leagues:create"), form).content.decode()


def test_a_private_league_cannot_be_joined_on_request(cast: Cast) -> None:
    client = signed_in(cast.stranger)
    form = founding_form(client, name="Hidden door", joining="request")
    del form["public"]
    answer = client.post(reverse("leagues:create"), form)
    assert answer.status_code == 422 and "Make the league public" in answer.content.decode()


@pytest.mark.parametrize("name", ["New", "Join", "Ünïcode Äpfel", "東京リーグ", "!!!"])
def test_every_league_gets_an_address_of_its_own(db: None, name: str) -> None:
    by = create_user("somebody")
    slugs = [create_league(name, by=by).slug for _ in range(3)]
    assert len(set(slugs)) == 3
    assert not {"new", "join", ""} & set(slugs)


def test_an_unknown_option_or_edition_is_refused_by_the_service(cast: Cast) -> None:
    details = Details(name="Nowhere")
    with pytest.raises(HouseRulesError):
        services.create_league(by=cast.coach, details=details, edition=EDITION, options={"beer": True})
    with pytest.raises(KeyError):
        services.create_league(by=cast.coach, details=details, edition="lrb-99")
    assert not League.objects.filter(name="Nowhere").exists()
    assert Ruleset.objects.count() == 3


@pytest.mark.parametrize(
    ("name", "address"),
    [("Große Liga", "grosse-liga"), ("Købmænds Łódź", "kobmaends-lodz"), ("Ärger & Übermut", "arger-ubermut")],
)
def test_an_address_keeps_the_letters_of_a_name(cast: Cast, name: str, address: str) -> None:
    client = signed_in(cast.stranger)
    client.post(reverse("leagues:create"), founding_form(client, name=name))
    assert League.objects.get(name=name).slug == address
