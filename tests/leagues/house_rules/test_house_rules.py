"""A change of house rules makes a new ruleset; older rulesets stay unchanged."""

import re
import uuid

import pytest
from django.urls import reverse
from django.utils.html import escape

from leagues import log, services
from leagues.log import date_words
from leagues.models import League, LogEntry, Ruleset
from leagues.options import option_rows
from tests.leagues.cast import Cast, signed_in
from tests.web.league_forms import fields_in
from web.errors import Refusal, StaleVersion
from web.written_once import WrittenOnceError


def change(cast: Cast, **options: object) -> Ruleset:
    cast.league.refresh_from_db()
    return services.change_house_rules(
        league=cast.league, by=cast.commissioner, expected=cast.league.ruleset_id, options=options, reason="Voted"
    )


def test_a_change_makes_a_new_row_and_leaves_the_old_one(cast: Cast) -> None:
    before = cast.league.ruleset
    after = change(cast, mvp="coach")
    cast.league.refresh_from_db()
    before.refresh_from_db()
    assert cast.league.ruleset == after != before
    assert (before.values["mvp"], after.values["mvp"]) == ("random", "coach")


def test_saving_without_a_change_is_refused(cast: Cast) -> None:
    with pytest.raises(Refusal) as refused:
        change(cast)
    assert refused.value.id == "leagues.nothing_changed"


def test_a_change_from_an_older_ruleset_is_refused_with_the_newer_one(cast: Cast) -> None:
    older = cast.league.ruleset_id
    newer = change(cast, mvp="coach")
    with pytest.raises(StaleVersion) as stale:
        services.change_house_rules(
            league=cast.league, by=cast.commissioner, expected=older, options={"free_fan_factor": True}
        )
    assert stale.value.current == newer


def test_the_page_shows_rules_in_force_and_all_changes(cast: Cast) -> None:
    change(cast, mvp="coach", excluded_inducements=["wizard", "bribe"])
    change(cast, mvp="coach", excluded_inducements=["wizard"], starting_treasury=1_100_000)
    page = signed_in(None).get(reverse("leagues:house_rules", args=[cast.league.slug])).content.decode()
    text = " ".join(page.split())
    assert text.count("Changed by commissioner") == 2 and text.count("First set by commissioner") == 1
    assert "Starting treasury: 1,000,000 → 1,100,000" in text
    assert "Inducements switched off: Wizard, Bribe → Wizard" in text
    assert "Voted" in text
    assert text.count(">differs</span>") == 3


def test_the_house_rules_page_explains_each_option(cast: Cast) -> None:
    page = signed_in(cast.coach).get(reverse("leagues:house_rules", args=[cast.league.slug])).content.decode()
    options = cast.league.ruleset.book.options.values()
    assert [option.name for option in options if escape(option.help) not in page] == []


def test_the_form_starts_from_the_rules_in_force_and_marks_what_differs(cast: Cast) -> None:
    change(cast, mvp="coach", excluded_inducements=["wizard", "bribe"])
    page = signed_in(cast.commissioner).get(reverse("leagues:change_house_rules", args=[cast.league.slug]))
    fields = fields_in(page.content.decode())
    assert fields["option_mvp"] == "coach"
    assert page.content.decode().count("differs from the book") == 2


@pytest.mark.parametrize("page", ["create", "change"])
def test_the_form_marks_each_choice_that_is_not_the_books(cast: Cast, page: str) -> None:
    url = (
        reverse("leagues:create")
        if page == "create"
        else reverse("leagues:change_house_rules", args=[cast.league.slug])
    )
    text = signed_in(cast.commissioner).get(url).content.decode()
    labels = dict(re.findall(r'for="(id_option_\w+_\d+)" class="form-check-label">(.*?)</label>', text, re.DOTALL))
    options = cast.league.ruleset.book.options.values()
    chosen = {
        f"id_option_{option.name}_{nth}": choice != option.default
        for option in options
        if option.type == "choice"
        for nth, (choice, _label) in enumerate(option.choices)
    }
    assert {name: "house rule" in labels[name] for name in chosen} == chosen
    assert list(chosen.values()).count(False) == sum(option.type == "choice" for option in options)


def test_a_refused_form_marks_what_was_typed(cast: Cast) -> None:
    client, url = signed_in(cast.commissioner), reverse("leagues:change_house_rules", args=[cast.league.slug])
    form = fields_in(client.get(url).content.decode())
    typed = {"option_several_teams_per_coach": "on", "option_spiralling_breakpoint": "1000000", "option_trades": "off"}
    answer = client.post(url, {**form, **typed, "option_spiralling_step": "0", "command_id": str(uuid.uuid4())})
    assert answer.status_code == 422
    assert answer.content.decode().count("differs from the book") == 4


def test_a_new_league_plays_by_the_book(cast: Cast) -> None:
    client = signed_in(cast.coach)
    form = fields_in(client.get(reverse("leagues:create")).content.decode())
    assert client.post(reverse("leagues:create"), {**form, "name": "By the book"}).status_code == 302
    league = League.objects.get(name="By the book")
    assert league.ruleset.values["trades"] == "free"
    assert league.ruleset.rules().house.changed() == {}


def test_the_log_names_the_options_as_the_edition_does(cast: Cast) -> None:
    change(cast, mvp="coach")
    page = signed_in(cast.coach).get(reverse("leagues:log", args=[cast.league.slug])).content.decode()
    assert "commissioner changed the house rules: Most Valuable Player." in page


def test_rulesets_and_log_entries_are_written_once(cast: Cast) -> None:
    ruleset, entry = cast.league.ruleset, LogEntry.objects.first()
    ruleset.values = {}
    attempts = (
        ruleset.save,
        ruleset.delete,
        entry.save,
        entry.delete,
        lambda: Ruleset.objects.update(edition="x"),
        lambda: Ruleset.objects.filter(pk=1).delete(),
        lambda: Ruleset.objects.bulk_update([ruleset], ["values"]),
        lambda: cast.league.log.all().delete(),
        lambda: LogEntry.objects.update_or_create(pk=entry.pk, defaults={"kind": "x"}),
    )
    for attempt in attempts:
        with pytest.raises(WrittenOnceError):
            attempt()
    assert Ruleset.objects.get(pk=ruleset.pk).values["mvp"] == "random"


def test_options_of_another_edition_or_out_of_bounds_leave_the_rules_alone(cast: Cast) -> None:
    client, url = signed_in(cast.commissioner), reverse("leagues:change_house_rules", args=[cast.league.slug])
    form = fields_in(client.get(url).content.decode())
    for bad in ({"option_spiralling_step": "0"}, {"option_mvp": ""}, {"version": "0"}, {"version": "x"}):
        answer = client.post(url, {**form, **bad, "command_id": str(uuid.uuid4())})
        assert answer.status_code == 422
    cast.league.refresh_from_db()
    assert cast.league.ruleset.values["spiralling_step"] == 200_000


def test_rules_written_under_older_data_of_the_edition_can_still_be_read(cast: Cast) -> None:
    """An option that came later shows the book's value, one that is gone what was stored."""
    now = cast.league.ruleset
    values = {name: value for name, value in now.values.items() if name != "mvp"}
    older = Ruleset.objects.create(edition=now.edition, revision="older", values={**values, "free_beer": 7})
    oldest = Ruleset.objects.create(edition=now.edition, revision="oldest", values={**values, "free_beer": 6})
    for ruleset in (oldest, older):
        log.record(log.HOUSE_RULES_CHANGED, league=cast.league, by=cast.commissioner, ruleset=ruleset, options=["mvp"])
    League.objects.filter(pk=cast.league.pk).update(ruleset=older)
    response = signed_in(None).get(reverse("leagues:house_rules", args=[cast.league.slug]))
    assert response.status_code == 200
    rows = [row for group in response.context["groups"] for row in group["rows"] if row["option"].name == "mvp"]
    assert [(row["value"], row["differs"]) for row in rows] == [(rows[0]["default"], False)]
    changes = [each["changes"] for each in response.context["history"]]
    assert changes[0] == [{"label": "free_beer", "before": "6", "after": "7"}]
    assert changes[1] == [{"label": "free_beer", "before": "–", "after": "6"}]


def house_rules_page(cast: Cast, query: str = "") -> str:
    page = signed_in(None).get(reverse("leagues:house_rules", args=[cast.league.slug]) + query)
    assert page.status_code == 200
    return " ".join(page.content.decode().split())


def test_earlier_rules_are_shown_beside_the_current_ones(cast: Cast) -> None:
    first = cast.league.log.get(kind="leagues.created")
    assert "In force since" not in house_rules_page(cast)
    change(cast, mvp="coach")
    today = house_rules_page(cast)
    assert "In force since" in today and 'href="#how-they-came-about"' in today
    assert f'<a href="?set={first.pk}">' in today and today.count("?set=") == 1
    then = house_rules_page(cast, f"?set={first.pk}")
    assert "They have changed since." in then and "In this league then" in then
    assert then.count(">changed</span>") == 1 and ">changed</span>" not in today
    latest = cast.league.log.latest("pk")
    assert "They are in force today." in house_rules_page(cast, f"?set={latest.pk}")


@pytest.mark.parametrize("asked", ["0", "-1", "x", "9" * 400, "1\x00", "٣", "1.0"])
def test_rules_that_never_existed_are_not_found(cast: Cast, asked: str) -> None:
    url = reverse("leagues:house_rules", args=[cast.league.slug])
    assert signed_in(None).get(url, {"set": asked}).status_code == 404


def test_rules_of_another_league_are_not_found(cast: Cast) -> None:
    other = cast.private.log.get(kind="leagues.created")
    url = reverse("leagues:house_rules", args=[cast.league.slug])
    assert signed_in(None).get(url, {"set": other.pk}).status_code == 404


@pytest.mark.parametrize(
    ("details", "says"),
    [
        ({}, "A report stays open until the other coach confirms or disputes it"),
        ({"confirm_days": 1}, "counts as confirmed after 1 day."),
        ({"confirm_days": 5}, "counts as confirmed after 5 days."),
        ({"friendlies_by_coaches": False}, "Only commissioners arrange friendlies"),
        ({"friendlies_by_coaches": True}, "Coaches may arrange friendlies among themselves"),
        ({"dice": "typed"}, "Coaches enter the rolls of their own dice"),
        ({"teams_need_approval": False}, "New teams need no approval"),
    ],
)
def test_coaches_see_the_other_settings_of_their_league(cast: Cast, details: dict[str, object], says: str) -> None:
    League.objects.filter(pk=cast.league.pk).update(**details)
    page = signed_in(cast.coach).get(reverse("leagues:house_rules", args=[cast.league.slug])).content.decode()
    assert says in page.replace("'", "&#x27;")


def test_values_on_the_house_rules_page_begin_with_a_capital(cast: Cast) -> None:
    rows = [row for group in option_rows(cast.league.ruleset) for row in group["rows"]]
    assert {"Yes", "No", "None"} <= {row["value"] for row in rows}
    assert [row["value"] for row in rows if row["value"][0].islower()] == []


def test_the_log_shows_stored_dates_as_other_pages_do(cast: Cast) -> None:
    entry = LogEntry(league=cast.league)
    assert date_words("2026-12-06 20:00 GMT", entry) == "Sun 6 Dec, 20:00 GMT".replace(" ", "\u00a0")
    assert date_words("soon", entry) == "soon"


def test_the_log_names_the_reason_of_a_change(cast: Cast) -> None:
    change(cast, mvp="coach")
    page = signed_in(cast.coach).get(reverse("leagues:log", args=[cast.league.slug])).content.decode()
    assert "Reason: <q>Voted</q>" in page
