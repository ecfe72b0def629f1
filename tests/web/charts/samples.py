"""One drawing of each kind, with figures made by hand: for a page of all of them, and for tests of each."""

from __future__ import annotations

from django.utils.safestring import SafeString

from dugout.demo.cast import CAST
from web.charts import (
    Appearance,
    Axis,
    Band,
    Bar,
    Cell,
    Column,
    Course,
    Dot,
    Drawing,
    GridRow,
    Measured,
    Part,
    ResultsGrid,
    Series,
    Step,
    Wearer,
    band_chart,
    bar_chart,
    bump_chart,
    career_chart,
    column_chart,
    line_chart,
    scatter_chart,
)

CREST = SafeString(
    '<path class="badge-field" d="M2 2h36v24c0 11-8 17-18 20.5C10 43 2 37 2 26z"/>'
    '<path class="badge-charge" d="M20 20h18v6c0 11-8 17-18 20.5z"/>'
    '<path class="badge-rim" d="M2 2h36v24c0 11-8 17-18 20.5C10 43 2 37 2 26z"/>'
)
KITS = (
    ("gold", "black"),
    ("black", "steel"),
    ("crimson", "chalk"),
    ("navy", "gold"),
    ("violet", "bone"),
    ("bone", "crimson"),
    ("turf", "bone"),
    ("teal", "chalk"),
    ("sky", "navy"),
    ("rust", "gold"),
)
TEAMS = tuple(each.team for each in CAST)
WEARERS = tuple(
    Wearer(name=name, first=first, second=second, crest=CREST, mine=name == TEAMS[2])
    for name, (first, second) in zip(TEAMS, KITS, strict=True)
)
LANES = (
    (1, 1, 4, 2, 2, 2, 1),
    (3, 2, 1, 1, 1, 1, 2),
    (4, 6, 3, 3, 3, 3, 3),
    (8, 5, 7, 6, 5, 5, 4),
    (5, 3, 6, 4, 4, 4, 5),
    (9, 9, 8, 8, 7, 6, 6),
    (2, 4, 2, 5, 6, 7, 7),
    (7, 7, 5, 7, 8, 8, 8),
    (6, 8, 9, 9, 9, 9, 9),
    (10, 10, 10, 10, 10, 10, 10),
)


def bump(wearers: tuple[Wearer, ...] = WEARERS) -> Drawing:
    """Ten teams over seven rounds."""
    return bump_chart(
        name="places",
        title="Place by round",
        words="Each team has a line from left to right, round by round; the first place is at the top.",
        courses=[Course(wearer=wearer, lanes=lanes) for wearer, lanes in zip(wearers, LANES, strict=True)],
        rounds=tuple(map(str, range(1, 8))),
        heads=("Team", "Round"),
        line_after=4,
        line_words="Play-off line",
    )


def value_and_gold() -> Drawing:
    """A team's value and treasury."""
    wearer = WEARERS[3]
    return line_chart(
        name="value",
        title="Value and treasury",
        words="Matches run from left to right.",
        axis=Axis(name="Match", places=tuple(f"R{number}" for number in range(1, 9))),
        series=[
            Series(
                name="Team value",
                end="Value",
                wearer=wearer,
                figures=(1000, 1040, 1120, 1090, 1150, 1230, 1200, 1290),
            ),
            Series(name="Treasury", end="Gold", tone=4, figures=(30, 90, 20, 60, 110, 10, None, 80)),
        ],
        unit="thousand gp",
    )


def ratings() -> Drawing:
    """Four ratings over twelve matches, one of which begins late."""
    figures = (
        (1000, 1012, 1025, 1019, 1030, 1044, 1060, 1052, 1066, 1078, 1090, 1085),
        (1000, 990, 996, 1003, 1001, 1010, 1004, 1011, 1022, 1016, 1020, 1024),
        (None, None, None, 1000, 988, 979, 985, 970, 962, 968, 955, 949),
        (1000, 998, 979, 978, 981, 967, 951, 967, 950, 938, 935, 942),
    )
    return line_chart(
        name="ratings",
        title="Ratings",
        words="Each team has a line.",
        axis=Axis(name="Round", places=tuple(map(str, range(1, 13)))),
        series=[Series(name=WEARERS[at].name, wearer=WEARERS[at], figures=each) for at, each in enumerate(figures)],
        head="Team",
        crests=True,
    )


def kitless() -> Drawing:
    """Eight lines without kits, told apart by dashes and by their ends."""
    return line_chart(
        name="kitless",
        title="Points by round",
        words="Each team has a line.",
        axis=Axis(name="Round", places=tuple(map(str, range(6)))),
        series=[
            Series(name=f"Team {at}", end=str(at), tone=at, figures=tuple(each * (9 - at) // 3 for each in range(6)))
            for at in range(1, 9)
        ],
        head="Team",
    )


def scorers() -> Drawing:
    """Players by touchdowns and casualties, many at the same places."""
    dots = [
        Dot(
            name=f"Player {at}", short=f"Player {at}", across=at * 7 % 5 % 4, up=at * 3 % 7 % 3, wearer=WEARERS[at % 10]
        )
        for at in range(60)
    ]
    for name, across, up, team in (
        ("Snikkit Cheesethief", 7, 0, 1),
        ("Skrit Twitchnose", 5, 1, 1),
        ("Hrolf Deepdelve", 4, 2, 6),
        ("Xoca Longtongue", 0, 4, 9),
    ):
        dots.append(Dot(name=name, short=name, across=across, up=up, wearer=WEARERS[team]))
    return scatter_chart(
        name="scorers",
        title="Scorers and bruisers",
        words="Touchdowns run from left to right, casualties upwards.",
        dots=dots,
        across="Touchdowns",
        up="Casualties",
        heads=("Players", "Names"),
        several="A number in a dot: so many players share the place",
        others="and {count} more",
    )


def causes() -> Drawing:
    """Casualties of each team by their cause."""
    figures = ((9, 2, 1, 0), (4, 6, 0, 1), (7, 1, 2, 0), (0, 0, 0, 0))
    return bar_chart(
        name="causes",
        title="Casualties by cause",
        words="Each team has a bar of its casualties.",
        bars=[Bar(name=WEARERS[at].name, wearer=WEARERS[at], figures=each) for at, each in enumerate(figures)],
        parts=[Part(name=name) for name in ("Block", "Foul", "Crowd", "Other")],
        head="Team",
        total="All",
    )


def squad() -> Drawing:
    """The points of a squad."""
    return bar_chart(
        name="squad",
        title="Star player points",
        words="Each player has a bar.",
        bars=[
            Bar(name=name, wearer=Wearer(name=name, first="violet", second="bone"), figures=(points,))
            for name, points in (("6 Dry Gertrude", 14), ("7 Hollow Skulls", 9), ("11 A name that is much too long", 3))
        ],
        parts=[Part(name="SPP")],
        head="Player",
    )


def dice() -> Drawing:
    """How often each face of a D6 came up."""
    found = (31, 22, 18, 27, 24, 22)
    return column_chart(
        name="dice-6",
        title="D6",
        words="Each face of the die has a column.",
        columns=[Column(name=str(face), found=count, expected=24.0) for face, count in enumerate(found, start=1)],
        head="Face",
        found="Rolled",
        expected="Expected",
        note="Of ten fair dice, about six would stray this far or further.",
    )


def career() -> Drawing:
    """A player over eight matches, one of which they missed."""
    told = (
        ("R1", 0, 6, ("ball", "ball"), "2 touchdowns"),
        ("R2", 2, 9, ("ball",), "1 touchdown"),
        ("Cup QF", 7, 11, ("drop",), "1 casualty"),
        ("R3", 6, 11, ("bone",), "badly hurt"),
        ("R4", 9, 14, ("ball",), "1 touchdown"),
        ("R5", 7, 14, ("bone",), "−1 AV"),
        ("R6", 1, 14, (), ""),
        ("R7", 0, 14, (), ""),
    )
    before, matches = 0, []
    for place, team, points, signs, words in told:
        matches.append(
            Appearance(
                place=place,
                full=place,
                opponent=WEARERS[team],
                points=points,
                earned=f"+{points - before}",
                signs=signs,
                told=words,
                missed=place == "R6",
            )
        )
        before = points
    return career_chart(
        name="career",
        title="Career",
        words="Matches run from left to right.",
        wearer=WEARERS[4],
        matches=matches,
        ranks=[Step(name="Rookie", points=0), Step(name="Experienced", points=6), Step(name="Veteran", points=16)],
        heads=("Match", "Opponent", "Earned", "Points", "What happened"),
        signs=[("ball", "touchdown"), ("drop", "casualty"), ("bone", "injured")],
        missed="missed",
    )


def bands() -> Drawing:
    """Two settings of a simulation."""
    one = tuple(Measured(low=1000 + 20 * at, median=1000 + 35 * at, high=1000 + 60 * at) for at in range(15))
    two = tuple(Measured(low=1000 + 15 * at, median=1000 + 45 * at, high=1000 + 80 * at) for at in range(15))
    return band_chart(
        name="worth",
        title="Team value",
        words="Rounds run from left to right.",
        bands=[Band(letter="A", spreads=one), Band(letter="B", spreads=two)],
        head="Round",
        quartiles=("Lower quartile", "Median", "Upper quartile"),
        unit="thousand gp",
    )


def grid() -> ResultsGrid:
    """Four teams, each against each."""
    results = {(0, 1): (2, 0), (0, 2): (1, 1), (1, 2): (0, 3)}

    def cells(row: int, column: int) -> tuple[Cell, ...] | None:
        if row == column:
            return None
        pair = (min(row, column), max(row, column))
        if pair not in results:
            return (Cell(words="R4", told=f"{TEAMS[row]} – {TEAMS[column]}, round 4", url="#"),)
        own, other = results[pair] if row < column else results[pair][::-1]
        outcome = "won" if own > other else "lost" if own < other else "drawn"
        return (
            Cell(
                words=f"{own}–{other}",
                told=f"{TEAMS[row]} – {TEAMS[column]}: {own}–{other}, {outcome}",
                outcome=outcome,
                letter=outcome[0].upper(),
                url="#",
                unsure=pair == (1, 2),
            ),
        )

    return ResultsGrid(
        name="grid",
        title="Results",
        rows=tuple(
            GridRow(wearer=WEARERS[row], url="#", cells=tuple(cells(row, at) for at in range(4)), points=str(9 - row))
            for row in range(4)
        ),
        points="Pts",
        letters=(("won", "W", "won"), ("drawn", "D", "drawn"), ("lost", "L", "lost")),
    )


def drawings() -> list[Drawing]:
    """All of them."""
    return [
        bump(),
        value_and_gold(),
        ratings(),
        kitless(),
        scorers(),
        causes(),
        squad(),
        dice(),
        career(),
        bands(),
    ]
