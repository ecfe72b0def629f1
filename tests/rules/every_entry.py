"""One journal entry of every kind ever written, and of every different text."""

from rules.journal import (
    CharacteristicHealed,
    CharacteristicRaised,
    ConditionChanged,
    Entry,
    FanFactorChanged,
    GoldMoved,
    ImprovementLost,
    InducementsEngaged,
    MarksChosen,
    PlayerBroughtOver,
    PlayerCorrected,
    PlayerHired,
    PlayerInjured,
    PlayerJoined,
    PlayerKept,
    PlayerKilled,
    PlayerLeft,
    PlayerLost,
    PlayerRecovered,
    PlayerRenumbered,
    PlayerSigned,
    PlayerTraded,
    PointsEarned,
    PointsSpent,
    RerollsBought,
    RerollsReleased,
    SkillGained,
    SkillLost,
    SpecialRuleChosen,
    StaffHired,
    StaffReleased,
    TeamBroughtOver,
    TeamFounded,
    TrophyLost,
    TrophyWon,
)
from rules.sheet.sheet import PlayerSheet, counts

PROFILE = (("MA", 7), ("ST", 3), ("AG", 3), ("AV", 8))
LINEMAN = (("MA", 6), ("ST", 3), ("AG", 3), ("AV", 8))


def traded_lineman(player: int, loan: int = 0) -> PlayerSheet:
    """A lineman with a learned skill who comes from another team."""
    return PlayerSheet(
        player=player,
        number=player,
        position="Lineman",
        start=LINEMAN,
        profile=LINEMAN,
        gained_skills=("Dodge",),
        history=(("Dodge", 30_000),),
        cost=80_000,
        spp=7,
        improvements=1,
        deeds=counts(touchdowns=2),
        loan=loan,
    )


# In a possible order.
ONE_OF_EACH: tuple[Entry, ...] = (
    TeamFounded(edition="pbbl-1.10", team_list="Human", reroll_cost=50_000, gold=1_000_000, fan_factor=5),
    PlayerHired(player=1, number=4, position="Blitzer", profile=PROFILE, skills=("Block",), cost=90_000, price=90_000),
    PlayerHired(player=2, number=1, position="Lineman", profile=LINEMAN, skills=(), cost=50_000, price=50_000),
    PlayerHired(
        player=3, number=2, position="Lineman", profile=LINEMAN, skills=(), cost=50_000, price=0, joined="raised"
    ),
    PlayerHired(player=4, number=3, position="Lineman", profile=LINEMAN, skills=(), cost=50_000, price=50_000),
    StaffHired(staff="cheerleader", count=2, price=20_000),
    RerollsBought(count=2, price=100_000),
    FanFactorChanged(change=2, price=20_000),
    GoldMoved(amount=50_000, source="treasury", target="inducements"),
    PointsEarned(player=1, spp=18, deeds=counts(completions=1, touchdowns=2, interceptions=1, casualties=2, mvps=1)),
    PlayerInjured(player=1, misses_next=True, niggling=1, lost=("AV",)),
    PlayerInjured(player=2, misses_next=False),
    PlayerRecovered(player=1),
    PlayerRenumbered(player=1, number=44),
    SkillGained(player=1, skill="Guard", cost=20_000),
    SkillGained(player=1, skill="Fan Favourite", cost=30_000, by_roll=False),
    CharacteristicRaised(player=1, characteristic="ST", cost=50_000),
    PlayerKilled(player=2),
    PlayerLeft(player=3, how="released"),
    PlayerLeft(player=4, how="walked_out"),
    GoldMoved(amount=60_000, source="winnings", target="treasury"),
    GoldMoved(amount=30_000, source="treasury", target="bank"),
    GoldMoved(amount=20_000, source="bank", target="treasury"),
    GoldMoved(amount=10_000, source="treasury", target="expenses"),
    GoldMoved(amount=10_000, source="bank", target="expenses"),
    GoldMoved(amount=40_000, source="prize", target="treasury"),
    GoldMoved(amount=5_000, source="sponsors", target="treasury"),
    FanFactorChanged(change=-1),
    StaffReleased(staff="cheerleader", count=1),
    RerollsReleased(count=1),
    TrophyWon(trophy="chaos_cup"),
    TrophyLost(trophy="chaos_cup"),
    GoldMoved(amount=10_000, source="treasury", target="trade"),
    GoldMoved(amount=10_000, source="trade", target="treasury"),
    PlayerJoined(line=traded_lineman(5, loan=7), how="borrowed"),
    PlayerTraded(player=5, how="returned"),
    PlayerJoined(line=traded_lineman(6), how="traded"),
    PlayerTraded(player=6, how="lent", loan=8),
    PlayerJoined(line=traded_lineman(6), how="returned"),
    PlayerTraded(player=6, how="lent", loan=9),
    PlayerLost(player=6, how="dead"),
    PlayerJoined(line=traded_lineman(7), how="traded"),
    PlayerTraded(player=7, how="lent", loan=9),
    PlayerLost(player=7, how="walked_out"),
    PlayerJoined(line=traded_lineman(8), how="traded"),
    PlayerTraded(player=8, how="lent", loan=9),
    PlayerLost(player=8, how="released"),
    PlayerJoined(line=traded_lineman(9), how="traded"),
    PlayerTraded(player=9, how="traded"),
)

# Manual corrections by a commissioner.
CORRECTED: tuple[Entry, ...] = (
    PlayerCorrected(player=1, spp=-3, niggling=-1, cost=-20_000),
    PlayerCorrected(player=1, characteristic="AV", change=1, misses_next=1),
    PlayerCorrected(player=1, learned="Dodge", forgotten="Guard", misses_next=-1),
    PlayerCorrected(player=4, back=True),
    GoldMoved(amount=30_000, source="commissioner", target="treasury"),
    GoldMoved(amount=20_000, source="commissioner", target="bank"),
    GoldMoved(amount=10_000, source="treasury", target="commissioner"),
    GoldMoved(amount=20_000, source="bank", target="commissioner"),
)

# Permanent inducements in one-off play.
ENGAGED: tuple[Entry, ...] = (
    InducementsEngaged(inducement="wizard", count=1, price=180_000),
    InducementsEngaged(inducement="star", count=1, price=250_000, star="Griff Oberwald"),
    InducementsEngaged(inducement="mercenary", count=2, price=260_000, position="Blitzer", skills=("Guard",)),
    InducementsEngaged(inducement="mercenary", count=1, price=170_000, position="Ogre"),
)

# A journal that begins with an imported team.
BROUGHT_OVER: tuple[Entry, ...] = (
    TeamBroughtOver(
        edition="pbbl-1.10",
        team_list="Human",
        reroll_cost=50_000,
        rerolls=3,
        fan_factor=6,
        staff=(("apothecary", 1), ("cheerleader", 2)),
        treasury=70_000,
        bank=20_000,
    ),
    PlayerBroughtOver(
        player=1,
        number=4,
        position="Blitzer",
        profile=PROFILE,
        skills=("Block",),
        cost=90_000,
        gained=(("Guard", 20_000), ("+ST", 50_000)),
        lost=("AV",),
        niggling=1,
        misses_next=True,
        spp=33,
        improvements=3,
        deeds=counts(completions=1, touchdowns=5, interceptions=1, casualties=5, mvps=1),
    ),
    PlayerBroughtOver(player=2, number=1, position="Star Catcher", profile=LINEMAN, skills=(), cost=80_000),
)

# What books other than the PBBL know.
ELSEWHERE: tuple[Entry, ...] = (
    PlayerInjured(player=1, changes=(("AG", 1),), conditions=(("leg", 2),), misses=2),
    PlayerRecovered(player=1, misses=1),
    ConditionChanged(player=1, condition="leg", change=2),
    ConditionChanged(player=1, condition="leg", change=-1),
    CharacteristicRaised(player=1, characteristic="AG", cost=0, change=-1),
    PointsSpent(player=1, points=3),
    ImprovementLost(player=1),
    SkillGained(player=1, skill="Tackle", cost=20_000, points=6),
    SkillLost(player=1, skill="Tackle"),
    CharacteristicHealed(player=1, characteristic="AG", change=-1),
    CharacteristicRaised(player=1, characteristic="MA", cost=20_000, points=14),
    MarksChosen(player=1, marks=("kicking",)),
    MarksChosen(player=1),
    SpecialRuleChosen(special_rule="Favoured of Nurgle"),
    SpecialRuleChosen(special_rule="Favoured of Khorne", instead_of="Favoured of Nurgle"),
    PlayerKept(player=1, price=110_000),
    PlayerCorrected(player=1, conditions=(("leg", -1),)),
    PlayerHired(
        player=60,
        number=60,
        position="Lineman",
        profile=LINEMAN,
        skills=("Loner",),
        cost=50_000,
        price=0,
        joined="journeyman",
    ),
    PlayerSigned(player=60, price=50_000, without=("Loner",)),
    PlayerLeft(player=60, how="journeyman"),
    PlayerLeft(player=1, how="retired"),
)

EVERY_KIND = ONE_OF_EACH + CORRECTED + ENGAGED + BROUGHT_OVER + ELSEWHERE
