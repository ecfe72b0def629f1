"""Right-to-left writing: joined Arabic letters, and the order in which the characters of a line are drawn.

A PDF's text operator draws letters from left to right. `shaped` chooses the joined form of each Arabic letter, and
leaves the order as it is. `visual` puts a finished line into drawing order. It is the Unicode bidirectional algorithm
(UAX #9) without explicit embeddings, which `pdf_text` removes, and without its rule for paired brackets (N0).
"""

import re
import unicodedata
from collections.abc import Iterator
from itertools import groupby, pairwise

RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]")
MIRRORED = str.maketrans("()[]{}<>«»‹›≤≥", ")(][}{><»«›‹≥≤")
TATWEEL = "\u0640"
PRESENTATION_FORMS = (range(0xFB50, 0xFBB2), range(0xFBD3, 0xFC00), range(0xFE70, 0xFEFD))
NUMBERS = ("EN", "AN")
SEPARATED = (("EN", "ES"), ("EN", "CS"), ("AN", "CS"))


def _presentation_forms() -> dict[str, dict[str, str]]:
    """Letter (or lam with alef) -> form ("initial", "medial", "final", "isolated") -> its character."""
    forms: dict[str, dict[str, str]] = {}
    for code in (code for block in PRESENTATION_FORMS for code in block):
        kind, *letters = unicodedata.decomposition(chr(code)).split() or [""]
        source = "".join(chr(int(letter, 16)) for letter in letters)
        if kind in ("<initial>", "<medial>", "<final>", "<isolated>") and not source.startswith(" "):
            forms.setdefault(source, {})[kind.strip("<>")] = chr(code)
    return forms


FORMS = _presentation_forms()


def shaped(text: str) -> str:
    """The text with each Arabic letter in the form that its neighbours need; still in logical order."""
    if not RIGHT_TO_LEFT.search(text):
        return text
    letters = list(_ligated(text))
    places = [place for place, letter in enumerate(letters) if not unicodedata.combining(letter[0])]
    before = {place: letters[earlier] for earlier, place in pairwise(places)}
    after = {place: letters[later] for place, later in pairwise(places)}
    return "".join(_form(letter, before.get(place, ""), after.get(place, "")) for place, letter in enumerate(letters))


def _ligated(text: str) -> Iterator[str]:
    """The characters one by one, but a lam with its alef together, since they are drawn as one."""
    place = 0
    while place < len(text):
        length = 2 if text[place] == "\u0644" and text[place : place + 2] in FORMS and place + 1 < len(text) else 1
        yield text[place : place + length]
        place += length


def _form(letter: str, before: str, after: str) -> str:
    forms = FORMS.get(letter)
    if forms is None:
        return letter
    joins_back = "final" in forms and (before == TATWEEL or "initial" in FORMS.get(before, ()))
    joins_on = "initial" in forms and (after == TATWEEL or "final" in FORMS.get(after, ()))
    wanted = {(True, True): "medial", (True, False): "final", (False, True): "initial"}
    return forms.get(wanted.get((joins_back, joins_on), "isolated"), letter)


def visual(text: str) -> str:
    """One line of text in the order it is drawn, left to right."""
    if not RIGHT_TO_LEFT.search(text):
        return text
    classes = [unicodedata.bidirectional(char) or "L" for char in text]
    base = next((0 if kind == "L" else 1 for kind in classes if kind in ("L", "R", "AL")), 0)
    levels = _levels(_neutrals(_weak(classes, base), base), base)
    return _reordered(text, levels)


def _weak(classes: list[str], base: int) -> list[str]:
    """Rules W1-W7: marks follow their letter, digits and their separators get a direction."""
    kinds = list(classes)
    outside = "R" if base else "L"
    strong = before = outside
    for place, kind in enumerate(kinds):
        if kind == "NSM":
            kind = before
        if kind == "EN" and strong == "AL":
            kind = "AN"
        if kind in ("L", "R", "AL"):
            strong = kind
        kinds[place] = before = kind
    kinds = ["R" if kind == "AL" else kind for kind in kinds]
    for place in range(1, len(kinds) - 1):
        near, kind, far = kinds[place - 1 : place + 2]
        if near == far and (near, kind) in SEPARATED:
            kinds[place] = near
    kinds = _terminated(kinds)
    strong = outside
    for place, kind in enumerate(kinds):
        if kind in ("L", "R"):
            strong = kind
        elif kind == "EN" and strong == "L":
            kinds[place] = "L"
        elif kind not in NUMBERS:
            kinds[place] = "ON"
    return kinds


def _terminated(kinds: list[str]) -> list[str]:
    """Rule W5: signs that belong to a number (%, $, +) stay with it."""
    result: list[str] = []
    groups = [(kind, len(list(group))) for kind, group in groupby(kinds)]
    for place, (kind, length) in enumerate(groups):
        beside = {groups[near][0] for near in (place - 1, place + 1) if 0 <= near < len(groups)}
        result += ["EN" if kind == "ET" and "EN" in beside else kind] * length
    return result


def _neutrals(kinds: list[str], base: int) -> list[str]:
    """Rules N1-N2: a character without a direction takes that of its neighbours if they agree, else the line's."""
    side = {"L": "L", "R": "R", "EN": "R", "AN": "R"}
    outside = "R" if base else "L"
    groups = [(neutral, list(group)) for neutral, group in groupby(kinds, key=lambda kind: kind == "ON")]
    result: list[str] = []
    for place, (neutral, group) in enumerate(groups):
        if neutral:
            near = side[groups[place - 1][1][-1]] if place else outside
            far = side[groups[place + 1][1][0]] if place + 1 < len(groups) else outside
            group = [near if near == far else outside] * len(group)
        result += group
    return result


def _levels(kinds: list[str], base: int) -> list[int]:
    """Rules I1-I2: odd levels run from right to left."""
    return [1 if kind == "R" else 2 if kind in NUMBERS or base else 0 for kind in kinds]


def _reordered(text: str, levels: list[int]) -> str:
    """Rules L2-L4; a mark stays behind its letter."""
    clusters: list[tuple[str, int]] = []
    for char, level in zip(text, levels, strict=True):
        if clusters and unicodedata.combining(char):
            clusters[-1] = (clusters[-1][0] + char, clusters[-1][1])
        else:
            clusters.append((char.translate(MIRRORED) if level % 2 else char, level))
    for height in (2, 1):
        turned: list[tuple[str, int]] = []
        for inside, group in groupby(clusters, key=lambda cluster, height=height: cluster[1] >= height):
            stretch = list(group)
            turned += stretch[::-1] if inside else stretch
        clusters = turned
    return "".join(cluster for cluster, _ in clusters)
