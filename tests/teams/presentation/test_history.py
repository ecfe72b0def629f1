"""A team's history page: its journal in words."""

from __future__ import annotations

from django.db import transaction

from rules.journal import GoldMoved, PlayerJoined
from rules.journal.history import Correction
from rules.sequence.explanations import Figure, Term
from rules.sheet.sheet import changed
from teams.extensions import JournalSource, journal_sources
from teams.ledger import ledger
from teams.models import Player, Team, TeamState
from tests.leagues.cast import Cast, signed_in
from tests.teams import pages, team_builders


def read(cast: Cast, team: Team, page: str = "") -> str:
    return pages.text_of(signed_in(None).get(pages.url("history", team) + page))


def append(team: Team, fact: ledger.Fact, source: str = "test") -> None:
    state = TeamState.objects.get(team=team)
    with transaction.atomic():
        rules = team.ruleset.rules()
        ledger.append(team=team, ruleset=rules, expected=state.seq, facts=[fact], source=source, by=None)


def test_the_history_of_a_draft_leads_to_no_page_that_there_is_not(cast: Cast) -> None:
    team = team_builders.drafted_team(cast.league, cast.coach)
    coach = signed_in(cast.coach)
    html = coach.get(pages.url("history", team)).content.decode()
    for name in ("roster_on", "roster_text"):
        assert coach.get(pages.url(name, team)).status_code == 404
        assert pages.url(name, team) not in html


def test_every_kind_of_entry_has_words(cast: Cast) -> None:
    said = read(cast, team_builders.veteran_team(cast.league, cast.coach))
    for words in (
        "Founded as a Human team with 1,000k",
        "Griff Oberwald (no. 1) hired as Lineman (50k)",
        "No. 2 hired as Lineman (50k)",
        "Griff Oberwald: 31 SPP (3 completions, 6 touchdowns, 2 MVP awards)",
        "Griff Oberwald: Dodge learned (+30k)",
        "Griff Oberwald: +1 AG (+40k)",
        "No. 2 hurt: 2 niggling injuries",
        "Jürgen <b>Weiß</b> died",
        "Nobby O'Keefe released",
        "No. 5 hurt: misses the next match, MA −1, AV −1",
        "Spike! Magazine Trophy won",
    ):
        assert words in said, words


def test_positions_and_skills_are_links_to_the_guide(cast: Cast) -> None:
    team = team_builders.veteran_team(cast.league, cast.coach)
    page = signed_in(None).get(pages.url("history", team)).content.decode()
    rules = f"/rules/{team.book.key}"
    assert f'(no.\xa01) hired as <a href="{rules}/lists/human/#lineman">Lineman</a> (50k)' in page
    assert f'Griff Oberwald: <a href="{rules}/skills/#dodge">Dodge</a> learned (+30k)' in page
    assert "Jürgen &lt;b&gt;Weiß&lt;/b&gt; (no.\xa03) hired as <a " in page


def test_a_player_who_is_called_like_a_skill_is_no_link(cast: Cast) -> None:
    team = team_builders.veteran_team(cast.league, cast.coach)
    Player.objects.filter(pk=team_builders.player_ids(team)[0]).update(name="Dodge")
    page = signed_in(None).get(pages.url("history", team)).content.decode()
    assert f'Dodge: <a href="/rules/{team.book.key}/skills/#dodge">Dodge</a> learned (+30k)' in page


def test_the_latest_entry_is_first_and_the_founding_on_the_last_page(cast: Cast) -> None:
    team = team_builders.approved_team(cast.league, cast.coach)
    seq = TeamState.objects.get(team=team).seq
    gold = GoldMoved(amount=10_000, source="winnings", target="treasury")
    team_builders.append_entries(team, *[gold] * 50)
    first = read(cast, team)
    assert f"Entered by {seq + 50} 10k won" in first and "Page 1 of 3" in first
    assert "Founded as a Human team" not in first
    assert "Founded as a Human team" in read(cast, team, "?page=3")
    assert read(cast, team, "?page=nonsense") == first


def test_a_figure_can_be_unfolded(cast: Cast) -> None:
    team = team_builders.approved_team(cast.league, cast.coach)
    terms = (
        Term(id="winnings.die", amount=40_000, dice=(4,)),
        Term(id="winnings.victory", amount=10_000),
    )
    why = Figure(id="winnings", amount=50_000, terms=terms, rule="U2", page=38)
    append(team, ledger.Fact(GoldMoved(amount=50_000, source="winnings", target="treasury"), why))
    said = read(cast, team)
    assert "50k Winnings: how it adds up" in said
    assert "D6: 4" in said and "for the win" in said and "Total 50k p. 38" in said


def test_a_correction_shows_what_it_cancelled_and_added(cast: Cast) -> None:
    team = team_builders.approved_team(cast.league, cast.coach)
    state = team_builders.append_entries(team, GoldMoved(amount=50_000, source="winnings", target="treasury"))
    fresh = (GoldMoved(amount=20_000, source="winnings", target="treasury"),)
    append(team, ledger.Fact(Correction(struck=((state.seq, 0),), entries=fresh)))
    assert f"Corrected: replaces entry {state.seq} 20k won" in read(cast, team)


def test_a_correction_of_a_correction_names_each_entry_once(cast: Cast) -> None:
    """What a correction added has one number together, however many entries it is."""
    team = team_builders.approved_team(cast.league, cast.coach)
    won = GoldMoved(amount=20_000, source="winnings", target="treasury")
    state = team_builders.append_entries(team, won)
    first, second = state.seq, state.seq + 1
    append(team, ledger.Fact(Correction(struck=((first, 0),), entries=(won, won))))
    places = ((second, 0), (second, 1))
    append(team, ledger.Fact(Correction(struck=places, entries=(won,))))
    assert f"Corrected: replaces entry {second} 20k won" in read(cast, team)
    append(team, ledger.Fact(Correction(struck=((second + 1, 0),), entries=(), restored=places)))
    assert f"Corrected: replaces entry {second + 1}; entry {second} restored" in read(cast, team)


def test_a_correction_shows_what_it_restored_and_corrected(cast: Cast) -> None:
    team, other = (
        team_builders.approved_team(cast.league, cast.coach),
        team_builders.approved_team(cast.league, cast.other_coach, "Others"),
    )
    line = ledger.sheet_in(TeamState.objects.get(team=other)).players[0]
    came = PlayerJoined(line=changed(line, number=40), how="traded")
    team_builders.append_entries(team, GoldMoved(amount=50_000, source="winnings", target="treasury"))
    seq = team_builders.append_entries(team, came).seq
    append(team, ledger.Fact(Correction(struck=((seq - 1, 0),), entries=())))
    truly = PlayerJoined(line=changed(came.line, spp=7), how="traded")
    went = GoldMoved(amount=10_000, source="prize", target="treasury")
    last = Correction(
        struck=(), entries=(), restored=((seq - 1, 0),), amended=(((seq, 0), truly),), inserted=(((seq, 0), went),)
    )
    append(team, ledger.Fact(last))
    said = read(cast, team)
    assert f"Corrected: entry {seq - 1} restored 10k of prize money Entry {seq}, corrected: " in said
    assert "joined in a trade as Lineman, with 7 SPP" in said


def test_a_declared_source_is_named_and_linked(cast: Cast, monkeypatch) -> None:
    monkeypatch.setattr(journal_sources, "_added", dict(journal_sources._added))
    journal_sources.add(JournalSource("brawl", "A brawl", "teams:history"))
    team = team_builders.approved_team(cast.league, cast.coach)
    gold = GoldMoved(amount=10_000, source="winnings", target="treasury")
    append(team, ledger.Fact(gold), source="brawl:abc")
    append(team, ledger.Fact(gold), source="unheard of")
    html = signed_in(None).get(pages.url("history", team)).content.decode()
    assert '<a href="/teams/abc/history/">A brawl</a>' in html
    assert "unheard of" in html
