"""The cast with a team each, as fixtures."""

import copy
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from playwright.sync_api import Browser
from pytest_django import DjangoDbBlocker

from accounts.models import User
from leagues.models import League, Ruleset
from matches.models import Match
from matches.sequence import answering
from matches.sequence.sequences import MatchState
from teams.models import Team
from tests.browser_pages import Open, opening
from tests.leagues.cast import Cast, create_cast, signed_in
from tests.leagues.shared_cast import has_committing_test, shared_writes
from tests.matches import match_builders
from tests.matches.forms import Page, visit
from tests.teams.team_builders import team_from_list


@dataclass
class TwoTeams:
    """A league with two teams: the coach's Orcs at home, the other coach's Humans away."""

    cast: Cast
    home: Team
    away: Team
    browsers: dict[int, Client] = field(default_factory=dict)

    @property
    def league(self) -> League:
        return self.cast.league

    @property
    def coach(self) -> Client:
        """The home coach's browser."""
        return self.browser_of(self.cast.coach)

    @property
    def other(self) -> Client:
        """The away coach's browser."""
        return self.browser_of(self.cast.other_coach)

    @property
    def commissioner(self) -> Client:
        return self.browser_of(self.cast.commissioner)

    def browser_of(self, user: User) -> Client:
        """A user's browser, signed in once."""
        if user.pk not in self.browsers:
            self.browsers[user.pk] = signed_in(user)
        return self.browsers[user.pk]

    def typed_dice(self) -> None:
        """Coaches type their dice from now on."""
        League.objects.filter(pk=self.league.pk).update(dice=League.Dice.TYPED)

    def use_cards(self, mode: str = "budget", budget: int = 200_000) -> None:
        """The league plays with cards from now on, and coaches type in what they draw."""
        rules = self.league.ruleset
        values = {**rules.values, "special_play_cards": mode, "card_budget": budget}
        with transaction.atomic():
            new = Ruleset.objects.create(edition=rules.edition, revision=rules.revision, values=values)
        League.objects.filter(pk=self.league.pk).update(ruleset=new)
        self.typed_dice()
        self.home.league.refresh_from_db()
        self.away.league.refresh_from_db()

    def page(self, who: Client, match: Match, name: str = "") -> Page:
        """A page of a match as a user sees it."""
        return visit(who, f"/matches/{match.public_id}/{name}")


def create_two_teams() -> TwoTeams:
    """Two teams ready to play each other."""
    cast = create_cast()
    home = team_from_list(cast.league, cast.coach, "Ironside Orcs", "Orc", staff=(("apothecary", 1),))
    away = team_from_list(cast.league, cast.other_coach, "Harbour Humans", "Human", fan_factor=5, rerolls=1)
    return TwoTeams(cast, home, away)


@pytest.fixture(scope="module")
def shared_two_teams(
    request: pytest.FixtureRequest, django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> Iterator[TwoTeams | None]:
    """The two teams, made once for a module; None where a test of the module commits."""
    if has_committing_test(request):
        yield None
        return
    with shared_writes(django_db_blocker):
        yield create_two_teams()


@pytest.fixture
def two_teams(shared_two_teams: TwoTeams | None, db: None) -> TwoTeams:
    """Two teams ready to play each other, as if made for this test alone."""
    return create_two_teams() if shared_two_teams is None else copy.deepcopy(shared_two_teams)


@pytest.fixture
def deal_cards(two_teams: TwoTeams) -> Any:
    """Opens a match, in which the sides draw cards of the named decks; then it can be played."""

    def open_with_cards(*, mode: str = "budget", **hands: list[tuple[str, str]]) -> Match:
        two_teams.use_cards(mode)
        match = match_builders.opened_match(two_teams.home, two_teams.away)
        while questions := (
            state := MatchState(Match.objects.select_related("league", "ruleset").get(pk=match.pk))
        ).questions():
            question = questions[0]
            word, _, nth = question.key.partition(".")
            cards = hands.get(question.side, [])
            value: Any = None
            if word == "cards":
                value = cards[int(nth) - 1][0] if int(nth) <= len(cards) else ""
            elif word == "drawn":
                value = cards[int(nth) - 1][1]
            elif question.kind == "roll":
                value = [3, 4]
            given = answering.Given(side=question.side, key=question.key, value=value)
            answering.answer(match=state.match, given=[given], by=two_teams.cast.coach)
        return Match.objects.get(pk=match.pk)

    return open_with_cards


@pytest.fixture
def open_page(chromium: Browser, live_server, two_teams: TwoTeams) -> Iterator[Open]:
    """Opens an address in a real browser as the home coach, or as another client."""
    with opening(chromium, live_server.url) as open_as:

        def open_page(address: str, *, who: Client | None = None, **look: Any) -> Any:
            return open_as(who or two_teams.coach, address, **look)

        yield open_page
