"""A computer coach who answers every question of the sequences legally, with random dice and choices.

The coach knows the rulebook and the question, nothing else. The rules must accept every answer. For a decision that the
coach has no taste in, the question's form says what is possible.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from rules.book.edition import Ruleset
from rules.book.rows.match_day import Inducement
from rules.book.rows.teams import Position, Staff, TeamList
from rules.sequence.chance import Chance, happens, pick, roll, shuffled
from rules.sequence.sequence import Answer, Question
from rules.sheet.sheet import value_in
from rules.simulation.at_random import at_random
from rules.simulation.habits import AFTER, BEFORE, habit, share
from rules.team.inducements import hiring_price, own_gold_in

Wish = dict[str, Any]
STEP = 10_000
PLENTY = 5 * STEP
BAD_DIE = 2
# How likely a coach is to decide so, from 0 to 1.
CARDS, RAISES = 0.6, 0.6
BANK_PAYS, PUTS_IN, TAKES_OUT = 0.3, 0.4, 0.5
RELEASES_PLAYER, RELEASES_GOODS = 0.06, 0.02
SAVES, HEALER, SPECIALIST, REROLL, STAFF = 0.35, 0.7, 0.5, 0.25, 0.1
FROM_TREASURY, STAR, MERCENARY, ANYTHING = 0.1, 0.3, 0.2, 0.5


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
        """A legal answer. Raises ``KeyError`` for an unknown decision without a form."""
        return Answer(question=question, value=self._value(question))

    def _value(self, question: Question) -> Any:
        if question.kind == "roll":
            return [roll(self.chance, faces) for faces in question.dice]
        if question.kind == "mint":
            return self.mint()
        if question.options:
            return self.choose(question)
        if question.label not in self.decisions and question.form is not None:
            return at_random(self.chance, question.form, optional=question.optional)
        return self.decisions[question.label](dict(question.args + question.told))

    def choose(self, question: Question) -> str:
        """One of the options."""
        if question.key == "winnings_reroll":
            return self.reroll_winnings(question)
        if question.label == "cards":
            return self.draw_card(question)
        return self.improve(question)

    @habit(
        AFTER,
        f"Where winnings can be rolled again, they roll a {BAD_DIE} or less again.",
        needed=lambda book: book.purses,
    )
    def reroll_winnings(self, question: Question) -> str:
        """Re-rolls low winnings."""
        return "reroll" if int(dict(question.args)["die"]) <= BAD_DIE else "keep"

    @habit(
        BEFORE,
        f"As long as they can pay for a card, they choose at random in {share(CARDS)} of cases: one of the decks, or "
        "to stop. Else they stop.",
        needed=lambda book: book.decks,
    )
    def draw_card(self, question: Question) -> str:
        """A random deck, or none, which is the first option."""
        return pick(self.chance, question.options) if happens(self.chance, CARDS) else question.options[0]

    @habit(
        AFTER,
        f"If a player may gain a characteristic, they choose one in {share(RAISES)} of cases. "
        "Else they choose at random among all that is possible.",
    )
    def improve(self, question: Question) -> str:
        """Prefers characteristics to skills; any option of another question."""
        raises = [option for option in question.options if option.startswith("+")]
        if raises and happens(self.chance, RAISES):
            return pick(self.chance, raises)
        return pick(self.chance, question.possible)

    @habit(
        AFTER,
        f"The bank pays as much as it can of the expenses in {share(BANK_PAYS)} of matches; in all others the treasury "
        "pays first.",
        needed=lambda book: "bank" in book.purses,
    )
    def pay_from_bank(self, args: dict[str, Any]) -> int | None:
        """Mostly the treasury pays first; sometimes the bank pays as much as it can."""
        return min(args["due"], args["bank"]) if happens(self.chance, BANK_PAYS) else None

    @habit(
        AFTER,
        f"With a treasury of {PLENTY:,} gp or more, they put some of it into the bank in {share(PUTS_IN)} of matches. "
        f"With less, they take out all that is there in {share(TAKES_OUT)} of matches.",
        needed=lambda book: "bank" in book.purses,
    )
    def use_bank(self, args: dict[str, Any]) -> int | None:
        """Puts gold into the bank when there is a lot, takes it out when there is little."""
        if args["most_in"] >= STEP and args["treasury"] >= PLENTY and happens(self.chance, PUTS_IN):
            return STEP * self.chance.randint(1, args["most_in"] // STEP)
        if args["bank"] and args["treasury"] < PLENTY and happens(self.chance, TAKES_OUT):
            return -int(args["bank"])
        return None

    @habit(
        AFTER,
        f"With two players more than a full field, they release one after {share(RELEASES_PLAYER)} of matches. They "
        f"release staff, or a re-roll if they have more than three, after {share(RELEASES_GOODS)}.",
        needed=lambda book: book.staff or book.goods,
    )
    def release(self, args: dict[str, Any]) -> list[Wish] | None:
        """Sometimes releases a player, staff or a re-roll."""
        players = [key for key in args if key.startswith("player.")]
        staff = [key for key in args if key.startswith("staff.")]
        wishes: list[Wish] = []
        if len(players) > self.ruleset.book.field.players + 1 and happens(self.chance, RELEASES_PLAYER):
            wishes.append({"player": int(pick(self.chance, players).partition(".")[2])})
        if staff and happens(self.chance, RELEASES_GOODS):
            wishes.append({"staff": pick(self.chance, staff).partition(".")[2]})
        if args["rerolls"] > 3 and happens(self.chance, RELEASES_GOODS):
            wishes.append({"reroll": 1})
        return wishes or None

    @habit(
        AFTER,
        "They raise all the dead that the rules allow and the roster has room for.",
        needed=lambda book: book.raised,
    )
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

    @habit(
        AFTER,
        f"They buy players until the field is full. Then they save after {share(SAVES)} of matches. Else they buy an "
        f"apothecary in {share(HEALER)} of cases, a player of each rare position in {share(SPECIALIST)}, a re-roll "
        f"in {share(REROLL)} and any staff in {share(STAFF)}, as far as the gold goes.",
        needed=lambda book: book.purses,
    )
    def buy(self, args: dict[str, Any]) -> list[Wish] | None:
        """Buys players for a full field first, then saves, or buys an apothecary, specialists or a re-roll."""
        team_list = self.ruleset.book.lists[args["team_list"]]
        basket = _Basket(args, team_list)
        positions = shuffled(self.chance, team_list.positions)
        players, full = self.ruleset.book.most_players(team_list.name) - args["room"], self.ruleset.book.field.players
        while players < full and any(basket.take_player(position) for position in positions):
            players += 1
        if players < full or happens(self.chance, SAVES):
            return basket.wishes or None
        treating = self.ruleset.book.treating_staff
        if happens(self.chance, HEALER) and treating:
            basket.take_staff(treating[0])
        for position in positions:
            if position.maximum < players and happens(self.chance, SPECIALIST):
                basket.take_player(position)
        if happens(self.chance, REROLL):
            basket.take_reroll()
        if happens(self.chance, STAFF):
            basket.take_staff(pick(self.chance, tuple(self.ruleset.book.staff.values())))
        return basket.wishes or None

    @habit(
        BEFORE,
        "They spend the gold for inducements: on journeymen first, if players are missing, then at random. They take a "
        f"star player in {share(STAR)} of matches, a mercenary in {share(MERCENARY)}, and each other thing in "
        f"{share(ANYTHING)}, if they can pay. They spend from the treasury too if players are missing, else in "
        f"{share(FROM_TREASURY)} of matches.",
        needed=lambda book: book.inducements,
    )
    def induce(self, args: dict[str, Any]) -> list[Wish] | None:
        """Spends the inducement gold, and sometimes a little of the treasury: journeymen first, then random items."""
        house, book = self.ruleset.house, self.ruleset.book
        sold = book.inducements.keys() - set(house.choices("excluded_inducements"))
        if args["closed"] or house["special_play_cards"] == "only":
            return None
        spends_own = args["journeymen"] or "treasury" not in args or happens(self.chance, FROM_TREASURY)
        gold = args["gold"] + (own_gold_in(book, args) if spends_own else 0)
        wishes: list[Wish] = []
        if "journeyman" in sold:
            gold -= self._journeymen(args, gold, wishes)
        room = args["room"] - sum(wish["count"] for wish in wishes)
        if "star" in sold and room > 2 and not args.get("standing.star") and happens(self.chance, STAR):
            gold -= self._star(args, gold, wishes)
        if "mercenary" in sold and room > 3 and not args.get("standing.mercenary") and happens(self.chance, MERCENARY):
            gold -= self._mercenary(args, gold, wishes)
        for one in shuffled(self.chance, tuple(book.inducements.values())):
            if one.price and one.key in sold and happens(self.chance, ANYTHING):
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
        wanted = [star for star in stars if 0 < star.cost <= gold and not star.plays_for]
        if not wanted:
            return 0
        star = pick(self.chance, wanted)
        wishes.append({"kind": "star", "name": star.name})
        return star.cost

    def _mercenary(self, args: dict[str, Any], gold: int, wishes: list[Wish]) -> int:
        inducement = self.ruleset.book.inducements["mercenary"]
        position = pick(self.chance, self.ruleset.book.lists[args["team_list"]].journeyman_positions)
        if args["room"] <= self.ruleset.book.most_players(args["team_list"]) - position.maximum:
            return 0  # the position could be full
        skills = [
            skill.as_learned
            for skill in self.ruleset.book.skills_in(position.normal)
            if skill.as_learned not in position.skills
        ]
        some = shuffled(self.chance, skills)[: self.chance.randint(0, inducement.skill_maximum)]
        price = hiring_price(inducement, position) + len(some) * inducement.skill_price
        if price > gold:
            return 0
        wishes.append({"kind": "mercenary", "position": position.name, "skills": some})
        return price

    def _plain(self, args: dict[str, Any], inducement: Inducement, gold: int, wishes: list[Wish]) -> int:
        price = value_in(inducement.prices_by_list, args["team_list"], inducement.price)
        apothecary = self.ruleset.book.lists[args["team_list"]].apothecary
        if inducement.bars_apothecary if apothecary else inducement.needs_apothecary:
            return 0
        necromancer = self.ruleset.book.lists[args["team_list"]].necromancer
        if inducement.unless_staff or (inducement.bars_necromancer and necromancer):
            return 0
        if inducement.only_for or inducement.only_tier or inducement.sold_to:
            return 0
        if inducement.counts_as or inducement.group:
            return 0
        most = (inducement.most_for(args["team_list"]) or 1) - args.get(f"standing.{inducement.key}", 0)
        if most < 1:
            return 0
        count = min(self.chance.randint(1, most), gold // price)
        if count:
            wishes.append({"kind": inducement.key, "count": count})
        return count * price


class _Basket:
    """A purchase after a match, within the gold, the free places and the team list."""

    def __init__(self, args: dict[str, Any], team_list: TeamList) -> None:
        self.left = args
        self.limits = team_list.together
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
        wish = {"player": position.name}
        if not self.left["room"] or not self._take(f"player.{position.name}", position.price, wish):
            return False
        self.left["room"] -= 1
        for limit in self.limits:
            if position.name in limit.positions:  # one of them at a time, as there may be no room for another
                self.left |= {f"player.{name}": 0 for name in limit.positions}
        return True

    def take_staff(self, staff: Staff) -> bool:
        """Whether one more of a kind of staff could be hired."""
        return self._take(f"staff.{staff.key}", staff.price, {"staff": staff.key})

    def take_reroll(self) -> bool:
        """Whether a re-roll could be bought, in a book that has them."""
        price = self.left.get("reroll_price")
        return price is not None and self._take("rerolls", price, {"reroll": 1})
