"""The cast of the demo league: its coaches, their teams, and the words for the names of players."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from rules.book.book import Book
from rules.book.edition import Ruleset
from rules.book.peoples import people_of

LEAGUE = "The Riverside League"
COMMISSIONER = "nora"
DESCRIPTION = (
    "Ten teams, nine rounds, one table, and a cup. A league to look around in: every match in it was played by "
    "the same rules as a match of your own league."
)


@dataclass(frozen=True, slots=True)
class Cast:
    """A coach with their team."""

    username: str
    display_name: str
    team: str
    team_list: str
    colours: int


CAST = (
    Cast("nora", "Nora", "Ferryport Lanterns", "Human", 0),
    Cast("bruno", "Bruno", "Gorefield Stompers", "Orc", 1),
    Cast("hilde", "Hilde", "Kegtown Anvils", "Dwarf", 2),
    Cast("marek", "Marek", "Sewerside Scurry", "Skaven", 3),
    Cast("yuki", "Yuki", "Leafwind Striders", "Wood Elf", 4),
    Cast("otto", "Otto", "Graveyard Shift", "Undead", 5),
    Cast("zola", "Zola", "Horns of Ruin", "Chaos", 6),
    Cast("sven", "Sven", "Fjordhaven Gales", "Norse", 7),
    Cast("ines", "Inés", "Temple Sun Scales", "Lizardman", 8),
    Cast("pip", "Pip", "Second Breakfast", "Halfling", 9),
)

SHIFT = 3
"""How far the kits move from league to league, so that two teams of a coach look different."""
TOWNS = (
    "Ferryport",
    "Gorefield",
    "Kegtown",
    "Sewerside",
    "Leafwind",
    "Mournley",
    "Ruinmoor",
    "Fjordhaven",
    "Templegate",
    "Breakfast Hill",
)
NAMES = (
    ("Rovers", "Wanderers", "Bells", "Ramblers", "Gulls"),
    ("Hammers", "Harriers", "Kestrels", "Pilgrims", "Millers"),
    ("Ravens", "Tinkers", "Wolves", "Drifters", "Stags"),
    ("Thistles", "Boatmen", "Cobblers", "Badgers", "Herons"),
    ("Saddlers", "Foxes", "Chandlers", "Old Boys", "Coopers"),
)
"""Of teams in further leagues: they suit every list."""

FIRST = {
    "Human": "Albrecht Otwin Dieter Konrad Lothar Matthias Emil Rupert Anselm Georg Jürgen Wilm Tobias Ludo Casimir",
    "Orc": "Grub Mog Skab Urzak Dreg Nazg Bogrut Gash Wurz Krug Ugrat Snag Borzog Thrak Muzgash Drog",
    "Dwarf": "Borin Thrain Durgan Hrolf Kazrik Snorri Gimbel Orgrim Balder Furin Ragni Thorgard Dwalin Norri Skalf",
    "Skaven": "Skrit Queek Ratch Snikkit Vrisk Thrit Kritch Gnaw Sleeq Rasp Skree Tikkit Verm Nibb Scratt Hiss",
    "Wood Elf": "Aelir Faelan Ithil Naerys Sylvar Thalion Lorien Caelith Elowen Miriel Rhosyn Taurin Ysil Galad",
    "Undead": "Old Grim Silent Pale Rattling Mouldy Hollow Brittle Creaking Dusty Crooked Sunken Wailing Dry Cold",
    "Chaos": "Khar Morg Vrax Druzz Horgh Skarr Baal Thulg Razgor Ghorl Ulfgar Mazrak Kruul Zharn Drakk Vorl",
    "Norse": "Bjarni Eirik Gunnar Håkon Ivar Kári Leif Njal Olaf Ragnar Sigurd Torstein Ulf Yngvar Åke Öystein",
    "Lizardman": "Itza Quetz Tlaxt Xoca Chaqu Huin Tepok Zlatl Oxay Kroq Tiqt Yaxu Cuetl Manac Pahua Xipe",
    "Halfling": "Bertie Rosco Tansy Merric Dilbo Hob Corky Wilber Fernie Podge Samwell Nob Tolly Rufus Milo Barley",
}
LAST = {
    "Human": "Brandt Kessler Vogel Steiner Amsel Richter Falk Zimmer Hartmann Lindner Krause Weiss Müller Bauer Roth",
    "Orc": "Skullknock Gutripper Bonechew Ironjaw Toofgrin Mudboot Facebash Legbita Headbut Stumptoof Nosebreak",
    "Dwarf": "Stonebrow Ironfoot Hammerhand Goldbeard Deepdelve Oakshield Brewmantle Anvilson Copperkettle Rockjaw",
    "Skaven": "Quickpaw Longtail Blackclaw Cheesethief Twitchnose Drainrunner Sharpfang Oneear Tailwhip Fastfeet",
    "Wood Elf": "Leafstep Moonsong Swiftbranch Dawnrunner Mistwalker Starfall Windwhisper Thornbow Silverbrook",
    "Undead": "Tom Bones Jack Mortimer Agnes Hubert Ribs Wilhelm Gertrude Mort Skulls Edgar Kurt Maude Percival",
    "Chaos": "Skullsplit Doomhorn Bloodhoof Rotgut Hellmane Ironhide Soulflay Grimaxe Blackmane Bonebreak",
    "Norse": "Ice-Axe Red-Beard Wave-Rider Bear-Hand Storm-Born Iron-Side Wolf-Skin Half-Hand Sea-Eagle Long-Stride",
    "Lizardman": "Sunscale Longtongue Greencrest Riverback Stonehide Jadeclaw Swamptail Goldeye Brightfrill",
    "Halfling": "Butterworth Pudding Ginger Underhill Pastry Hamfoot Applebee Thistle Puddifoot Cheddar Bramble",
}


def player_names(rng: Random, team_list: str, count: int, book: Book | None = None) -> tuple[str, ...]:
    """Different names for so many players of a list; of the book's people, if the list is not one of the cast's."""
    if book is None or team_list in FIRST:
        first, last = FIRST[team_list].split(), LAST[team_list].split()
    else:
        people = people_of(book, team_list)
        first, last = list(people.first), list(people.last)
    names: list[str] = []
    while len(names) < count:
        name = f"{rng.choice(first)} {rng.choice(last)}"
        if name not in names:
            names.append(name)
    return tuple(names)


def cast_of(rules: Ruleset, further: int) -> tuple[Cast, ...]:
    """The coaches with teams of a book.

    The first book (``further`` is 0) has the teams of the cast. In each further one the same coaches have other teams,
    of lists that are spread over those that new leagues play with.
    """
    if not further:
        return CAST
    lists, size = rules.open_lists, len(CAST)
    return tuple(
        replace(
            cast,
            team=_further_team(place, further),
            team_list=lists[(place + further) % size * len(lists) // size],
            colours=(cast.colours + SHIFT * further) % size,
        )
        for place, cast in enumerate(CAST)
    )


def _further_team(place: int, further: int) -> str:
    """The name of a coach's team in a further league: another one in each."""
    named = NAMES[(place + further) % len(NAMES)]
    return f"{TOWNS[place]} {named[(further - 1) % len(named)]}"


def league_of(book: Book, played: Book) -> str:
    """The name of a demo league; that of another book than the one usually ``played`` says which."""
    return LEAGUE if book is played else f"{LEAGUE}, {book.name}"
