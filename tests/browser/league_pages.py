"""From signing up to a season with fixtures: each function is one thing that a person does, page by page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from playwright.sync_api import expect

from competitions.models import Competition
from jobs import workers
from jobs.runner import run_waiting
from tests.browser.visitors import LARGER_PHONE, PICTURES, Person, Visitors
from tests.printing.reading import page_texts

PASSWORD = "eleven-orcs-and-a-snotling"
NOTHING: Mapping[str, str] = {}


def sign_up(person: Person) -> None:
    """From the front page, or from any page with the button."""
    person.follow("Sign up")
    person.field("Sign-in name").fill(person.name)
    person.field("E-mail address").fill(f"{person.name}@example.org")
    person.fill(Password=PASSWORD)
    person.page.get_by_label("Password (again)").fill(PASSWORD)
    person.press("Sign up")


def create_league(person: Person, name: str) -> None:
    """A league whose coaches type their dice, with a house rule of its own."""
    person.go("/")
    person.follow("Create a league")
    person.fill(Name=name)
    person.page.get_by_label("Description").fill("Thursdays at the Drowned Rat.")
    person.page.get_by_role("radio", name="own dice").check()
    person.page.get_by_text("House rules: as in the rulebook").click()
    person.page.get_by_label("Starting treasury").fill("1100000")
    person.press("Create league")
    person.sees("Getting started")


def create_league_by(
    person: Person, name: str, book: str, *, choices: Mapping[str, str] = NOTHING, amounts: Mapping[str, str] = NOTHING
) -> None:
    """A league by this book's card, whose coaches type their dice.

    Its house rules: ``choices`` by their headings, and ``amounts`` by their labels.
    """
    person.go("/")
    person.follow("Create a league")
    card = person.page.get_by_role("article").filter(has=person.page.get_by_role("heading", name=book, exact=True))
    person.leave(card.get_by_role("button", name="Choose").click)
    person.sees(f"Rulebook: {book}")
    person.fill(Name=name)
    person.page.get_by_role("radio", name="own dice").check()
    if choices or amounts:
        person.page.get_by_text("House rules: as in the rulebook").click()
    for heading, choice in choices.items():
        person.page.get_by_role("group", name=heading).get_by_label(choice).check()
    for label, amount in amounts.items():
        person.page.get_by_label(label).fill(amount)
    person.picture("create-by-book")
    person.press("Create league")
    person.sees("Getting started")


def two_members(visitors: Visitors, name: str, book: str, **house_rules: Mapping[str, str]) -> tuple[Person, Person]:
    """Two people with phones in a new league; the first one made it, with house rules as in ``create_league_by``."""
    anna, bruno = (visitors.person(who, size=LARGER_PHONE) for who in ("Anna", "Bruno"))
    anna.go("/")
    sign_up(anna)
    create_league_by(anna, name, book, **house_rules)
    join(bruno, invitation(anna, people=1))
    return anna, bruno


def invitation(person: Person, people: int) -> str:
    """A link for that many people."""
    person.follow("Invite coaches")
    person.fill(Maximum_uses=str(people))
    person.press("Create link")
    return person.field("Link").input_value()


def join(person: Person, link: str) -> None:
    """With a link, without an account."""
    person.go(link)
    sign_up(person)
    person.press("Join the league")


def build_team(person: Person, name: str, team_list: str, squad: dict[str, int]) -> None:
    """From the league's page: choose a list, buy players and goods until no rule is broken, submit."""
    person.follow("Build a team")
    person.field("Team's name").fill(name)
    person.page.get_by_role("radio", name=team_list, exact=True).check(force=True)  # its label covers it
    person.press("Continue")
    for what, count in squad.items():
        person.field(f"{what}, how many").fill(str(count))
    star = next(iter(squad))
    person.field(f"Name of {star} 1").fill(f"Star of {name}")
    person.settle()
    expect(person.page.locator("#to-mend")).to_have_count(0)
    person.picture("build")
    person.press("Submit")
    person.sees("waiting for approval")


def approve_all(person: Person, names: Sequence[str]) -> None:
    """The commissioner approves each submitted team."""
    person.follow("Teams")
    person.follow(f"{len(names)} teams to approve")
    for name in names:
        person.press(f"Approve {name}")
    person.sees("Nothing to approve")


def start_season(person: Person, name: str, cup: str, meetings: str = "") -> None:
    """A season with a started round robin of all teams; ``meetings`` is the choice of how often two teams meet."""
    person.follow("League")
    person.follow("Open a season")
    person.fill(Name=name)
    person.press("Open season")
    person.follow("Create a competition")
    person.fill(Name=cup)
    if meetings:
        person.page.get_by_role("group", name="Two teams meet").get_by_label(meetings).check()
    person.press("Create competition")
    for box in person.page.get_by_role("group", name="Teams").get_by_role("checkbox").all():
        box.check()
    person.press("Enter teams")
    person.fill(Seed="lamplight")
    person.press("Draw fixtures")
    person.press("Start competition")
    person.sees("Under way")


def go_to(person: Person, competition: str, page: str) -> None:
    """A page of the newest competition of this name: its table or its fixtures."""
    found = Competition.objects.filter(name=competition).latest("pk")
    person.go(f"/competitions/{found.public_id}/{page}/")


def award(person: Person, competition: str, pairing: str, winner: str) -> None:
    """A commissioner awards the only open match to one side."""
    go_to(person, competition, "fixtures")
    person.follow("Date and changes")
    person.sees(pairing)
    person.unfold("Change or decide the match")
    person.follow("Decide without play")
    person.page.get_by_role("radio", name=f"to {winner}").check()
    person.page.get_by_label("Reason").fill("They missed the last ferry.")
    person.picture("decide")
    person.press("Save decision")


def standings(person: Person) -> list[tuple[str, ...]]:
    """The whole table as it is read: rank, team and points, from the first to the last."""
    rows = person.page.get_by_role("table").first.locator("tbody tr:not(.why-line)")
    return [tuple(row.locator(cell).first.inner_text() for cell in (".pl b", "th a", ".pts")) for row in rows.all()]


def printed(person: Person, button: str) -> bytes:
    """The file after pressing a button; this process does the work of the worker."""
    run_waiting()  # mails about what happened before come first
    workers.sign("journey")
    for menu in person.page.locator(".print-menu:not([open]) > summary:visible").all()[:1]:
        menu.click()
    person.press(button)
    person.sees("Yours is next")
    run_waiting()
    link = person.page.get_by_role("link", name="Download")
    expect(link).to_be_visible()
    expect(person.page.get_by_text("You may leave this page")).to_have_count(0)
    person.look()
    person.picture("print")
    with person.page.expect_download() as download:
        link.click()
    made = Path(download.value.path()).read_bytes()
    if PICTURES:
        (Path(PICTURES) / download.value.suggested_filename).write_bytes(made)
    return made


def printed_roster(person: Person, league: str, team: str) -> str:
    """The text of the roster that a coach prints from their team's page; ``league`` is the address of the league."""
    person.go(league)
    person.follow(team)
    person.picture("printed-team")
    return "\n".join(page_texts(printed(person, "Print roster")))
