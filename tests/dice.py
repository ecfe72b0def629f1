"""The server's dice while tests run: as random as ever, and the same for the same test each time.

A test in which the server rolls must hold however the dice fall. One that does not would fail once in a while, and of
that nobody learns anything. So each test has dice of its own: it fails always, or never. DUGOUT_DICE, with any words in
it, gives all of them others.

What is drawn only to be unlike anything else (the identifier of a form or a team, a token in a page) is from a seed
too: a test that takes three letters of one for a word on the page must not do so once in a thousand runs.
"""

import os
import secrets
import sys
import uuid
from random import Random

from django.utils import crypto

from web.submission import CommandForm

ROOMS = ("accounts", "leagues", "teams", "matches", "competitions")
OTHERS = os.environ.get("DUGOUT_DICE", "")


class Dice:
    """What the rooms use of `secrets`, from a seed. What must be a secret still comes from there."""

    def __init__(self) -> None:
        self._chance = Random()

    def seed(self, name: str) -> None:
        """Fall from now on as for this name."""
        self._chance.seed(f"{OTHERS}{name}")

    def randbelow(self, end: int) -> int:
        return self._chance.randrange(end)

    def choice(self, of: list) -> object:
        return self._chance.choice(of)

    def token_hex(self, size: int) -> str:
        return self._chance.randbytes(size).hex()

    def uuid4(self) -> uuid.UUID:
        return uuid.UUID(bytes=self._chance.randbytes(16), version=4)

    def SystemRandom(self) -> Random:
        return self._chance

    def __getattr__(self, name: str) -> object:
        return getattr(secrets, name)


DICE = Dice()
UNLIKE = Dice()
"""What identifiers are drawn from: apart from the dice, which a page with one token more must not turn."""
ROLLING = {
    "competitions.formats.knock_out.manual_advance",
    "competitions.setup.conferences",
    "competitions.rulings.decisions",
    "competitions.formats.draws",
    "competitions.formats.qualification.refresh",
    "competitions.formats.qualification.qualification",
    "competitions.trophies.gifts",
    "competitions.setup.group_stage",
    "competitions.setup.lot_drawing",
    "competitions.season_end.play_offs",
    "teams.asking.server_dice",
}
"""The modules that roll or draw; others, in ROOMS, use `secrets` for what nobody may guess."""
GUARDED = {"accounts.account_deletion", "accounts.known_devices", "teams.models.team"}
"""Those: also from a seed, but not from the dice."""
UNSEEDED = {"competitions.standings.kept_back"}
"""What a process holds must not seem to be of a later test: its marks come from no seed."""


def give_to_the_rooms() -> None:
    """From now on they roll with these dice, and identify by what is drawn from a seed."""
    for name in ROLLING & set(sys.modules):
        sys.modules[name].secrets = DICE
    for name in GUARDED & set(sys.modules):
        sys.modules[name].secrets = UNLIKE
    uuid.uuid4, crypto.secrets = UNLIKE.uuid4, UNLIKE
    CommandForm.base_fields["command_id"].initial = UNLIKE.uuid4


def seed(name: str) -> None:
    """All chance from now on is as for this name."""
    DICE.seed(name)
    UNLIKE.seed(name)


def users_of_secrets() -> set[str]:
    """Every module of the rooms that was read so far and uses `secrets`."""
    return {
        name
        for name, module in list(sys.modules.items())
        if name.split(".")[0] in ROOMS and getattr(module, "secrets", None) in (secrets, DICE, UNLIKE)
    }
