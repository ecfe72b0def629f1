"""The cast with a team each, as fixtures."""

import copy
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest
from django.test import Client
from pytest_django import DjangoDbBlocker

from accounts.models import User
from leagues.models import League
from matches.models import Match
from teams.models import Team
from tests.leagues.cast import Cast, gather, signed_in
from tests.leagues.standing import changes_for_good, standing
from tests.matches.forms import Page, visit
from tests.matches.scene import founded


@dataclass
class Ground:
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
        """Somebody's browser, in which he signs in once."""
        if user.pk not in self.browsers:
            self.browsers[user.pk] = signed_in(user)
        return self.browsers[user.pk]

    def typed_dice(self) -> None:
        """From now on coaches type in their dice."""
        League.objects.filter(pk=self.league.pk).update(dice=League.Dice.TYPED)

    def page(self, who: Client, match: Match, name: str = "") -> Page:
        """A page of a match as somebody sees it."""
        return visit(who, f"/matches/{match.public_id}/{name}")


def laid() -> Ground:
    """Two teams ready to play each other."""
    cast = gather()
    home = founded(cast.league, cast.coach, "Ironside Orcs", "Orc", staff=(("apothecary", 1),))
    away = founded(cast.league, cast.other_coach, "Harbour Humans", "Human", fan_factor=5, rerolls=1)
    return Ground(cast, home, away)


@pytest.fixture(scope="module")
def standing_ground(
    request: pytest.FixtureRequest, django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> Iterator[Ground | None]:
    """The ground in a transaction around the tests of a module; None where one of them commits."""
    if changes_for_good(request):
        yield None
        return
    with standing(django_db_blocker):
        yield laid()


@pytest.fixture
def ground(standing_ground: Ground | None, db: None) -> Ground:
    """Two teams ready to play each other, as if founded for this test alone."""
    return laid() if standing_ground is None else copy.deepcopy(standing_ground)
