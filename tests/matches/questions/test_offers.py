"""The rows of what is offered for a match: kept with all that they say, and with nothing that somebody typed."""

from dataclasses import replace

from django.urls.base import get_script_prefix, set_script_prefix

from matches.questions.asking.offers import Offer
from matches.templatetags.matches import offer

BRIBE = Offer(field="home-count.bribe", name="Bribe & <more>", price=100_000, most=3, url="/guide/", why_not=())


def test_a_kept_offer_says_what_holds_for_its_team() -> None:
    drawn = offer("plain", BRIBE)
    assert "Bribe &amp; &lt;more&gt;" in drawn and "up to 3" in drawn and "100k" in drawn
    assert "enough gold" not in drawn
    assert "enough gold" in offer("plain", replace(BRIBE, too_dear=True))
    barred = offer("plain", replace(BRIBE, too_dear=True, why_not=("Not in play-offs.",)))
    assert "Not in play-offs." in barred and "enough gold" not in barred and "up to 3" not in barred
    assert 'for="away-count.bribe"' in offer("plain", replace(BRIBE, field="away-count.bribe"))


def test_the_same_offer_is_drawn_once() -> None:
    assert offer("plain", replace(BRIBE)) is offer("plain", replace(BRIBE))


def test_an_offer_is_drawn_for_the_path_of_its_site() -> None:
    before, path = offer("plain", BRIBE), get_script_prefix()
    set_script_prefix("/club/")
    try:
        assert offer("plain", BRIBE) is not before
    finally:
        set_script_prefix(path)
