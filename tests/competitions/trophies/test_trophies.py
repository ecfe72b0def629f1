"""Trophies pass from team to team with their effects (L6), and minor prizes have a limit (L7)."""

from __future__ import annotations

import pytest
from django.utils import timezone

from competitions.models import Holding, Trophy
from competitions.names import with_the
from competitions.setup.seasons import open_season
from competitions.trophies import gifts, trophies
from leagues.models import League
from rules.journal import PlayerKilled, PointsEarned, TrophyLost
from rules.sheet.sheet import counts
from rules.team.gifts import GiftDraw
from teams.models import JournalEntry, Player, Team, TeamState
from teams.roster import retiring
from tests.audits import audit
from tests.competitions.trophies.trophy_builders import hand, major, own, picture, sheet, upload
from tests.leagues.cast import Cast
from tests.matches import match_builders
from tests.teams import team_builders
from web.errors import Refusal, StaleVersion
from web.pictures import SIDE, redrawn


def named(cast: Cast, name: str) -> Trophy:
    return cast.league.trophies.get(name=name)


def kinds(team: Team) -> list[str]:
    return list(JournalEntry.objects.filter(team=team).order_by("seq").values_list("kind", flat=True))


@pytest.mark.rules("L6")
def test_a_major_passes_from_its_holder_to_the_new_winner_in_both_journals(
    cast: Cast, orcs: Team, humans: Team
) -> None:
    value = TeamState.objects.get(team=orcs).value
    hand(cast, major(cast, "blood_bowl"), orcs)
    assert TeamState.objects.get(team=orcs).value == value + 60_000  # the re-roll of an Orc team
    hand(cast, major(cast, "blood_bowl"), humans, note="4–2 in the final")
    assert (sheet(orcs).trophies, sheet(humans).trophies) == ((), ("blood_bowl",))
    assert (kinds(orcs)[-2:], kinds(humans)[-1]) == (["trophy_won", "trophy_lost"], "trophy_won")
    assert TeamState.objects.get(team=orcs).value == value
    rows = Holding.objects.filter(trophy__key="blood_bowl").order_by("pk")
    assert [(row.team, row.ended_at is None) for row in rows] == [(orcs, False), (humans, True)]
    assert cast.league.log.filter(kind="competitions.trophy_passed_on", reason="4–2 in the final").count() == 1
    assert not any(found.differences for found in audit())


@pytest.mark.rules("L6")
def test_a_team_that_wins_its_own_trophy_again_keeps_it(cast: Cast, orcs: Team) -> None:
    hand(cast, major(cast, "spike"), orcs)
    hand(cast, major(cast, "spike"), orcs)
    assert sheet(orcs).trophies == ("spike",)
    assert kinds(orcs).count("trophy_won") == 1
    assert Holding.objects.filter(trophy__key="spike", ended_at__isnull=True).count() == 1


def test_a_trophy_that_a_manual_correction_removed_can_still_be_awarded(cast: Cast, orcs: Team, humans: Team) -> None:
    hand(cast, major(cast, "spike"), orcs)
    team_builders.append_entries(orcs, TrophyLost(trophy="spike"))
    hand(cast, major(cast, "spike"), humans)
    assert sheet(humans).trophies == ("spike",)


def test_a_retired_holder_gives_it_back(cast: Cast, orcs: Team, humans: Team) -> None:
    hand(cast, major(cast, "spike"), orcs)
    orcs.refresh_from_db()
    retiring.retire_team(team=orcs, expected=orcs.version, by=cast.commissioner)
    hand(cast, major(cast, "spike"), humans)
    assert (sheet(orcs).trophies, sheet(humans).trophies) == ((), ("spike",))


@pytest.mark.parametrize("which", ["holder", "winner"])
def test_a_team_in_a_match_is_refused_and_nothing_is_written(cast: Cast, orcs: Team, humans: Team, which: str) -> None:
    rats = team_builders.team_from_list(cast.league, cast.commissioner, "Giants", "Skaven")
    hand(cast, major(cast, "spike"), orcs)
    match_builders.opened_match(orcs if which == "holder" else humans, rats)
    with pytest.raises(Refusal, match="Finish the post-match sequence of that match first"):
        hand(cast, major(cast, "spike"), humans)
    assert (sheet(orcs).trophies, sheet(humans).trophies) == (("spike",), ())
    assert Holding.objects.filter(trophy__key="spike").count() == 1


def test_a_retired_team_cannot_get_a_trophy(cast: Cast, orcs: Team) -> None:
    retiring.retire_team(team=orcs, expected=orcs.version, by=cast.commissioner)
    orcs.refresh_from_db()
    with pytest.raises(Refusal, match="Gouged Eye is retired") as refused:
        hand(cast, own(cast), orcs)
    assert refused.value.field == "team"


def test_awarding_an_older_version_is_refused(cast: Cast, orcs: Team, humans: Team) -> None:
    boot = own(cast)
    hand(cast, boot, orcs)
    with pytest.raises(StaleVersion):
        hand(cast, boot, humans)


@pytest.mark.rules("L7")
def test_the_gold_of_a_minor_tournament_has_a_limit(cast: Cast, orcs: Team, humans: Team) -> None:
    cup = own(cast, "Far Albion Cup")
    with pytest.raises(Refusal, match=r"130k is too much: .* at most 120k"):
        hand(cast, cup, orcs, prize=80_000, runner_up=humans, runner_up_prize=50_000)
    before = sheet(orcs).treasury, sheet(humans).treasury
    rerolls = sheet(orcs).rerolls
    hand(cast, cup, orcs, prize=80_000, runner_up=humans, runner_up_prize=40_000)
    assert (sheet(orcs).treasury, sheet(humans).treasury) == (before[0] + 80_000, before[1] + 40_000)
    assert (sheet(orcs).trophies, sheet(orcs).rerolls) == ((), rerolls)  # no re-roll for a minor one
    assert not any(found.differences for found in audit())


@pytest.mark.rules("L7")
def test_a_second_award_in_a_season_shares_the_limit_with_the_first(cast: Cast, orcs: Team, humans: Team) -> None:
    season = open_season(league=cast.league, by=cast.commissioner, name="Season 1")
    name = own(cast, "Far Albion Cup").name
    first = hand(cast, named(cast, name), orcs, season, prize=80_000)
    with pytest.raises(Refusal, match=r"Season 1 has already given 80k\. With 50k more it is over the limit of 120k"):
        hand(cast, named(cast, name), humans, season, prize=50_000)
    assert hand(cast, named(cast, name), humans, season, prize=40_000).team == humans
    assert hand(cast, named(cast, name), humans, season).team == humans
    assert hand(cast, named(cast, name), orcs, prize=80_000).season is None
    Holding.objects.filter(pk=first.pk).update(taken_back_at=timezone.now())
    assert hand(cast, named(cast, name), humans, season, prize=80_000).prize == 80_000


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"runner_up_prize": 10_000}, "but no runner-up"),
        ({"runner_up": "orcs"}, "cannot be both winner and runner-up"),
        ({"prize": 2_000_000}, "is too much"),
    ],
)
def test_impossible_prizes_are_refused(cast: Cast, orcs: Team, changes: dict[str, object], why: str) -> None:
    if "runner_up" in changes:
        changes = {"runner_up": orcs}
    with pytest.raises(Refusal, match=why):
        hand(cast, major(cast, "dungeonbowl"), orcs, **changes)


def test_an_award_goes_to_a_player_of_the_team(cast: Cast, orcs: Team, humans: Team) -> None:
    award = own(cast, "Best Hat", for_players=True)
    with pytest.raises(Refusal, match="Choose a player"):
        hand(cast, award, orcs)
    with pytest.raises(Refusal, match="does not play for Gouged Eye"):
        hand(cast, award, orcs, player=humans.players.first())
    assert hand(cast, award, orcs, player=orcs.players.first()).player == orcs.players.first()


def test_two_trophies_or_majors_cannot_have_the_same_name(cast: Cast) -> None:
    own(cast, "Golden Boot")
    for name in ("GOLDEN BOOT", "chaos cup"):
        with pytest.raises(Refusal, match="already has a trophy called"):
            own(cast, name)


@pytest.mark.rules("L6")
def test_the_server_draws_the_players_and_the_coach_chooses_their_gifts(cast: Cast, orcs: Team) -> None:
    held = hand(cast, major(cast, "chaos_cup"), orcs)
    drawn = gifts.favour(holding=held, by=cast.coach, expected=held.version, typed=None)
    assert 1 <= drawn.gift_die <= 3
    assert len(set(drawn.gift_players)) == drawn.gift_die
    with pytest.raises(Refusal, match="are already drawn"):
        gifts.favour(holding=drawn, by=cast.coach, expected=drawn.version, typed=None)
    first = drawn.gift_players[0]
    with pytest.raises(Refusal, match="cannot be given") as refused:
        gifts.give_gifts(holding=drawn, by=cast.coach, expected=drawn.version, chosen={first: "Block"})
    assert refused.value.findings
    done = gifts.give_gifts(holding=drawn, by=cast.coach, expected=drawn.version, chosen={first: "Stab"})
    assert sheet(orcs).player(first).skills[-1] == "Stab"
    with pytest.raises(Refusal, match="no more gifts"):
        gifts.give_gifts(holding=done, by=cast.coach, expected=done.version, chosen={first: "Horns"})
    hand(
        cast, major(cast, "chaos_cup"), team_builders.team_from_list(cast.league, cast.other_coach, "Reavers", "Human")
    )
    assert sheet(orcs).player(first).skills[-1] == "Stab"  # permanently
    assert not any(found.differences for found in audit())


@pytest.mark.rules("L6")
def test_the_coach_enters_the_dice_if_the_league_rolls_them(cast: Cast, orcs: Team) -> None:
    League.objects.filter(pk=cast.league.pk).update(dice=League.Dice.TYPED)
    held = hand(cast, major(cast, "chaos_cup"), orcs)
    players = [line.player for line in sheet(orcs).players]
    for typed in (None, GiftDraw(die=2, players=(players[0],))):
        with pytest.raises(Refusal):
            gifts.favour(holding=held, by=cast.coach, expected=held.version, typed=typed)
    typed = GiftDraw(die=2, players=(players[0], players[4]))
    drawn = gifts.favour(holding=held, by=cast.coach, expected=held.version, typed=typed)
    assert drawn.gift_players == [players[0], players[4]]


def test_a_player_who_dies_before_the_gift_is_chosen_gets_none(cast: Cast, orcs: Team) -> None:
    held = hand(cast, major(cast, "chaos_cup"), orcs)
    drawn = gifts.favour(holding=held, by=cast.coach, expected=held.version, typed=None)
    team_builders.append_entries(orcs, *(PlayerKilled(player=player) for player in drawn.gift_players))
    chosen = dict.fromkeys(drawn.gift_players, "Stab")
    done = gifts.give_gifts(holding=drawn, by=cast.coach, expected=drawn.version, chosen=chosen)
    assert done.gifts_given_at is not None
    assert "skill_gained" not in kinds(orcs)


@pytest.mark.rules("L6")
def test_the_player_of_the_year_has_the_most_points_in_the_league(cast: Cast, orcs: Team, humans: Team) -> None:
    best = team_builders.add_entry(
        humans, 3, lambda player: PointsEarned(player=player, spp=9, deeds=counts(touchdowns=3))
    )
    other = team_builders.add_entry(
        orcs, 2, lambda player: PointsEarned(player=player, spp=9, deeds=counts(casualties=3, completions=3))
    )
    third = team_builders.add_entry(
        orcs, 5, lambda player: PointsEarned(player=player, spp=3, deeds=counts(touchdowns=1))
    )
    assert [each.player for each in gifts.contenders(cast.league, "spike")] == [other, best]

    def award(player: int) -> Holding:
        trophy = trophies.written(major(cast, "spike"))
        row = Player.objects.get(pk=player)
        return gifts.award_best_player(
            trophy=trophy, by=cast.commissioner, expected=trophy.version, season=None, player=row
        )

    with pytest.raises(Refusal, match="does not have the most"):
        award(third)
    assert award(best).team == humans
    line = sheet(humans).player(best)
    assert (line.skills[-1], line.improvements) == ("Fan Favourite", 0)
    award(best)  # the next year again: the player already has it
    assert sheet(humans).player(best).skills.count("Fan Favourite") == 1


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP", "GIF"])
def test_a_picture_is_redrawn_and_made_smaller(kind: str) -> None:
    made = redrawn(upload(picture(1200, 600, kind)))
    assert (made.width, made.height) == (SIDE, SIDE // 2)
    assert made.image.startswith(b"\x89PNG")


def test_all_metadata_of_a_picture_is_removed() -> None:
    sent = picture(50, 50, "JPEG", comment=b"<script>alert(1)</script>") + b"<script>appended</script>"
    assert b"script" not in redrawn(upload(sent)).image


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"<svg onload='alert(1)'/>", "not a readable picture"),
        (b"", "not a readable picture"),
        (picture(300, 300)[:200], "not a readable picture"),
        (picture(5000, 5000), "too many"),
        (bytes(1_000_001), "larger than 1 MB"),
    ],
)
def test_a_file_that_is_not_a_picture_is_refused(data: bytes, why: str) -> None:
    with pytest.raises(Refusal, match=why):
        redrawn(upload(data))


@pytest.mark.parametrize(
    ("name", "shown"),
    [("Chaos Cup", "the Chaos Cup"), ("The Griffin Tankard", "The Griffin Tankard"), ("Theo's Mug", "the Theo's Mug")],
)
def test_a_trophys_name_has_one_article_in_a_sentence(name: str, shown: str) -> None:
    assert with_the(name) == shown
