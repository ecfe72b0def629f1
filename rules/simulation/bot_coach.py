"""A computer coach who answers every question of the sequences legally, with random dice and choices.

The coach knows the rulebook and the question, nothing else. The rules must accept every answer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from rules.book.book import Inducement, Position, Staff
from rules.book.edition import Ruleset
from rules.sequence.chance import Chance, happens, pick, roll, shuffled
from rules.sequence.sequence import Answer, Question
from rules.sheet.sheet import value_in

Wish = dict[str, Any]
STEP = 10_000
BAD_DIE = 2


class Coach:
    """Answers the questions of both sides; ``mint`` gives a new player id each time."""

    def __init__(self, chance: Chance, ruleset: Ruleset, mint: Callable[[], int]) -> None:
        self.chance = chance
        self.ruleset = ruleset
        self.mint = mint
        self.decisions: dict[str, Callable[[dict[str, Any]], Any]] = {
            "inducements": self.induce,
            "expenses_from_bank": self.pay_from_bank,
            "bank": self.use_bank,
            "release": self.release,
            "raise": self.raise_dead,
            "buy": self.buy,
        }

    def answer(self, question: Question) -> Answer:
        """A legal answer. Raises ``KeyError`` for an unknown decision."""
        return Answer(question=question, value=self._value(question))

    def _value(self, question: Question) -> Any:
        if question.kind == "roll":
            return [roll(self.chance, faces) for faces in question.dice]
        if question.kind == "mint":
            return self.mint()
        if question.options:
            return self.choose(question)
        return self.decisions[question.label](dict(question.args))

    def choose(self, question: Question) -> str:
        """One of the options: re-rolls low winnings, and prefers characteristics to skills."""
        if question.key == "winnings_reroll":
            return "reroll" if int(dict(question.args)["die"]) <= BAD_DIE else "keep"
        if question.label == "cards":
            return pick(self.chance, question.options) if happens(self.chance, 0.6) else question.options[0]
        raises = [option for option in question.options if option.startswith("+")]
        if raises and happens(self.chance, 0.6):
            return pick(self.chance, raises)
        return pick(self.chance, question.possible)

    def pay_from_bank(self, args: dict[str, Any]) -> int | None:
        """Mostly the treasury pays first; sometimes the bank pays as much as it can."""
        return min(args["due"], args["bank"]) if happens(self.chance, 0.3) else None

    def use_bank(self, args: dict[str, Any]) -> int | None:
        """Puts gold into the bank when there is a lot, takes it out when there is little."""
        if args["most_in"] >= STEP and args["treasury"] >= 5 * STEP and happens(self.chance, 0.4):
            return STEP * self.chance.randint(1, args["most_in"] // STEP)
        if args["bank"] and args["treasury"] < 5 * STEP and happens(self.chance, 0.5):
            return -int(args["bank"])
        return None

    def release(self, args: dict[str, Any]) -> list[Wish] | None:
        """Sometimes releases a player, staff or a re-roll."""
        players = [key for key in args if key.startswith("player.")]
        staff = [key for key in args if key.startswith("staff.")]
        wishes: list[Wish] = []
        if len(players) > self.ruleset.book.field.players + 1 and happens(self.chance, 0.06):
            wishes.append({"player": int(pick(self.chance, players).partition(".")[2])})
        if staff and happens(self.chance, 0.02):
            wishes.append({"staff": pick(self.chance, staff).partition(".")[2]})
        if args["rerolls"] > 3 and happens(self.chance, 0.02):
            wishes.append({"reroll": 1})
        return wishes or None

    def raise_dead(self, args: dict[str, Any]) -> list[int | str] | None:
        """Raises all the dead that are allowed and fit on the roster."""
        room, joined = args.pop("room"), Counter[str]()
        taken: list[int | str] = []
        for key, position in args.items():
            most = self.ruleset.book.raised[position].maximum
            if len(taken) < room and (most is None or joined[position] < most):
                kind, _dot, player = key.partition(".")
                taken.append(int(player) if kind == "player" else key)
                joined[position] += 1
        return taken or None

    def buy(self, args: dict[str, Any]) -> list[Wish] | None:
        """Buys players for a full field first, then saves, or buys an apothecary, specialists or a re-roll."""
        team_list = self.ruleset.book.lists[args["team_list"]]
        basket = _Basket(args)
        positions = shuffled(self.chance, team_list.positions)
        players, full = self.ruleset.book.creation.maximum_players - args["room"], self.ruleset.book.field.players
        while players < full and any(basket.take_player(position) for position in positions):
            players += 1
        if players < full or happens(self.chance, 0.35):
            return basket.wishes or None
        apothecary = self.ruleset.book.staff.get("apothecary")
        if happens(self.chance, 0.7) and apothecary is not None:
            basket.take_staff(apothecary)
        for position in positions:
            if position.maximum < players and happens(self.chance, 0.5):
                basket.take_player(position)
        if happens(self.chance, 0.25):
            basket.take_reroll(team_list.reroll_cost * self.ruleset.book.creation.later_reroll_multiplier)
        if happens(self.chance, 0.1):
            basket.take_staff(pick(self.chance, tuple(self.ruleset.book.staff.values())))
        return basket.wishes or None

    def induce(self, args: dict[str, Any]) -> list[Wish] | None:
        """Spends the inducement gold, and sometimes a little of the treasury: journeymen first, then random items."""
        house, book = self.ruleset.house, self.ruleset.book
        sold = book.inducements.keys() - set(house.choices("excluded_inducements"))
        if args["closed"] or house["special_play_cards"] == "only":
            return None
        gold = args["gold"] + (args["treasury"] if args["journeymen"] or happens(self.chance, 0.1) else 0)
        wishes: list[Wish] = []
        if "journeyman" in sold:
            gold -= self._journeymen(args, gold, wishes)
        room = args["room"] - sum(wish["count"] for wish in wishes)
        if "star" in sold and room > 2 and not args.get("standing.star") and happens(self.chance, 0.3):
            gold -= self._star(args, gold, wishes)
        if "mercenary" in sold and room > 3 and not args.get("standing.mercenary") and happens(self.chance, 0.2):
            gold -= self._mercenary(args, gold, wishes)
        for one in shuffled(self.chance, tuple(book.inducements.values())):
            if one.price and one.key in sold and happens(self.chance, 0.5):
                gold -= self._plain(args, one, gold, wishes)
        return wishes or None

    def _journeymen(self, args: dict[str, Any], gold: int, wishes: list[Wish]) -> int:
        position = pick(self.chance, self.ruleset.book.lists[args["team_list"]].journeyman_positions)
        count = min(args["journeymen"], gold // position.cost)
        if count:
            wishes.append({"kind": "journeyman", "position": position.name, "count": count})
        return int(count * position.cost)

    def _star(self, args: dict[str, Any], gold: int, wishes: list[Wish]) -> int:
        stars = [self.ruleset.book.stars[name] for name in self.ruleset.book.lists[args["team_list"]].stars]
        wanted = [star for star in stars if 0 < star.cost <= gold]
        if not wanted:
            return 0
        star = pick(self.chance, wanted)
        wishes.append({"kind": "star", "name": star.name})
        return star.cost

    def _mercenary(self, args: dict[str, Any], gold: int, wishes: list[Wish]) -> int:
        inducement = self.ruleset.book.inducements["mercenary"]
        position = pick(self.chance, self.ruleset.book.lists[args["team_list"]].journeyman_positions)
        skills = [
            skill.name for skill in self.ruleset.book.skills_in(position.normal) if skill.name not in position.skills
        ]
        some = shuffled(self.chance, skills)[: self.chance.randint(0, inducement.skill_maximum)]
        price = position.cost + inducement.surcharge + len(some) * inducement.skill_price
        if price > gold:
            return 0
        wishes.append({"kind": "mercenary", "position": position.name, "skills": some})
        return price

    def _plain(self, args: dict[str, Any], inducement: Inducement, gold: int, wishes: list[Wish]) -> int:
        price = value_in(inducement.prices_by_list, args["team_list"], inducement.price)
        if inducement.needs_apothecary and not self.ruleset.book.lists[args["team_list"]].apothecary:
            return 0
        most = (inducement.maximum or 1) - args.get(f"standing.{inducement.key}", 0)
        if most < 1:
            return 0
        count = min(self.chance.randint(1, most), gold // price)
        if count:
            wishes.append({"kind": inducement.key, "count": count})
        return count * price


class _Basket:
    """A purchase after a match, within the gold, the free places and the team list."""

    def __init__(self, args: dict[str, Any]) -> None:
        self.left = args
        self.gold: int = args["treasury"]
        self.wishes: list[Wish] = []

    def _take(self, key: str, price: int, wish: Wish) -> bool:
        if price > self.gold or self.left.get(key, 0) < 1:
            return False
        self.left[key] -= 1
        self.gold -= price
        self.wishes.append(wish)
        return True

    def take_player(self, position: Position) -> bool:
        """Whether a player of the position could be bought."""
        if not self.left["room"] or not self._take(f"player.{position.name}", position.cost, {"player": position.name}):
            return False
        self.left["room"] -= 1
        return True

    def take_staff(self, staff: Staff) -> bool:
        """Whether one more of a kind of staff could be hired."""
        return self._take(f"staff.{staff.key}", staff.price, {"staff": staff.key})

    def take_reroll(self, price: int) -> bool:
        """Whether a re-roll could be bought."""
        return self._take("rerolls", price, {"reroll": 1})
