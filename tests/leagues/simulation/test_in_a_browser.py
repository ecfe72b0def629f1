"""Simulations in a real browser: accessible, readable on a phone, with and without JavaScript, and cancelled."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from jobs.models import Job, State
from jobs.runner import run_waiting
from tests.browser_pages import DESK, PHONE, Open

pytestmark = [pytest.mark.browser, pytest.mark.costly, pytest.mark.django_db(transaction=True)]

SIDEWAYS = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
ADDRESS = (
    "/simulations/new/?edition=pbbl-1.10&against=pbbl-1.10&b=starting_treasury%3D1200000&teams=4&rounds=3&seasons=10"
)


def faults(page) -> list[str]:
    """What is wrong with a page when everything on it is unfolded."""
    page.evaluate("document.querySelectorAll('main details').forEach(folded => { folded.open = true; })")
    sideways = ["it scrolls sideways"] if page.evaluate(SIDEWAYS) else []
    violations = Axe().run(page).response["violations"]
    return [*sideways, *(f"{one['id']} {one['nodes'][0]['html'][:160]}" for one in violations)]


@pytest.mark.parametrize(("size", "night"), [(PHONE, False), (PHONE, True), (DESK, False)])
def test_the_form_and_the_result_are_accessible_and_fit_the_window(opened: Open, size, night: bool) -> None:
    page = opened(ADDRESS, size=size, night=night)
    assert faults(page) == []
    page.get_by_role("button", name="Play the seasons").click()
    expect(page.get_by_role("button", name="Cancel this job")).to_be_visible()
    run_waiting()
    expect(page.get_by_role("heading", name="What these rules do")).to_be_visible()
    assert "/simulations/" in page.url
    assert faults(page) == []


def test_it_works_without_javascript(opened: Open) -> None:
    page = opened(ADDRESS, script=False)
    page.get_by_role("button", name="Play the seasons").click()
    run_waiting()
    page.get_by_role("link", name="Refresh").click()
    expect(page.get_by_role("heading", name="What these rules do")).to_be_visible()
    page.get_by_role("link", name="Change and play again").click()
    expect(page.get_by_label("Rounds")).to_have_value("3")


def test_a_person_cancels_and_changes_what_they_asked_for(opened: Open) -> None:
    page = opened(ADDRESS)
    page.get_by_role("button", name="Play the seasons").click()
    page.get_by_role("button", name="Cancel this job").click()
    expect(page.get_by_text("It was cancelled.")).to_be_visible()
    assert Job.objects.get().state == State.CANCELLED
    page.get_by_role("link", name="Back, to try again").click()
    expect(page.get_by_label("Seasons")).to_have_value("10")
