"""The forms about trophies; their values are those that ``trophies`` and ``gifts`` of this wing take."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from competitions.forms import VersionForm, one_line
from competitions.models import Season, Trophy, TrophyPicture
from competitions.trophies.awarding import MOST_PRIZE, TrophyAward
from leagues.citations import cited
from rules.sequence.explanations import Figure
from rules.team.gifts import GiftDraw
from rules.words.words import k
from teams.models import Player, Team
from web.errors import Refusal
from web.pictures import Picture, redrawn
from web.submission import CommandForm


class PictureMixin(forms.Form):
    """A trophy's name, description and picture; the server draws the picture again."""

    name = forms.CharField(label=_("Name"), max_length=60)
    description = forms.CharField(
        label=_("Description"),
        max_length=500,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("What it is awarded for, and what it looks like."),
    )
    picture = forms.FileField(
        label=_("Picture"),
        required=False,
        widget=forms.FileInput(attrs={"accept": "image/png,image/jpeg,image/webp,image/gif"}),
        help_text=_("PNG, JPEG, WebP or GIF, up to 1 MB. Only the picture itself is saved."),
    )

    def clean_name(self) -> str:
        """On one line."""
        return one_line(self.cleaned_data["name"], 2)

    def clean_picture(self) -> Picture | None:
        """The picture as it will be saved."""
        upload = self.cleaned_data["picture"]
        if not upload:
            return None
        try:
            return redrawn(upload)
        except Refusal as refusal:
            raise forms.ValidationError(str(refusal)) from None


class TrophyForm(PictureMixin, CommandForm):
    """A trophy of the commissioner's own."""

    for_players = forms.BooleanField(
        label=_("For a player"), required=False, help_text=_("Otherwise it is for a team.")
    )


class ChangeTrophyForm(PictureMixin, VersionForm):
    """Another name, description or picture."""

    bare = forms.BooleanField(label=_("Remove the picture"), required=False)

    def __init__(self, *args: Any, trophy: Trophy, **kwargs: Any) -> None:
        initial = {"name": trophy.name, "description": trophy.description, "version": trophy.version}
        super().__init__(*args, initial=initial, **kwargs)
        if trophy.major:
            self.fields["name"].disabled = True
        if not TrophyPicture.objects.filter(pk=trophy.pk).exists():
            del self.fields["bare"]

    def values_of(self, current: Trophy) -> dict[str, Any]:
        """The values that another person may have changed meanwhile."""
        return {"name": current.name, "description": current.description}


PLACES, PRIZES = ("team", "runner_up", "third"), ("prize", "runner_up_prize", "third_prize")
"""The fields of the places of an award, and of their prizes."""


class AwardForm(VersionForm):
    """The winner of a trophy: a team, with a runner-up and prizes; or a player, for a players' award.

    ``places`` are the preselected teams, the winner first, and ``gold`` (gp) the prizes that the book gives to places;
    a third place is asked for where it has a prize.
    """

    team = forms.ChoiceField(label=_("Winner"))
    player = forms.ChoiceField(label=_("Player"))
    season = forms.ChoiceField(label=_("Season"), required=False)
    prize = forms.IntegerField(
        label=_("Prize of the winner, in gold pieces"), min_value=0, max_value=MOST_PRIZE, initial=0
    )
    runner_up = forms.ChoiceField(label=_("Runner-up"), required=False)
    runner_up_prize = forms.IntegerField(
        label=_("Prize of the runner-up, in gold pieces"), min_value=0, max_value=MOST_PRIZE, initial=0
    )
    third = forms.ChoiceField(label=_("Third place"), required=False)
    third_prize = forms.IntegerField(
        label=_("Prize of the third place, in gold pieces"),
        min_value=0,
        max_value=MOST_PRIZE,
        initial=0,
        required=False,
    )
    note = forms.CharField(label=_("Note"), max_length=500, required=False, help_text=_("Shown beside the trophy."))

    def __init__(
        self,
        *args: Any,
        trophy: Trophy,
        teams: Iterable[Team],
        players: Mapping[str, Sequence[tuple[int, str]]],
        seasons: Sequence[Season],
        with_gold: bool,
        limit: Figure | None = None,
        places: Sequence[Team | None] = (),
        gold: Sequence[int] = (),
        **kwargs: Any,
    ) -> None:
        open_one = next((season for season in seasons if season.state == Season.State.OPEN), None)
        chosen = [team.public_id if team else "" for team in (*places, None, None, None)[:3]]
        initial: dict[str, Any] = {"version": trophy.version, **dict(zip(PLACES, chosen, strict=True))}
        initial |= {name: amount for name, amount in zip(PRIZES, gold, strict=False) if amount}
        initial["season"] = str(open_one.number) if open_one else ""
        super().__init__(*args, initial=initial, **kwargs)
        self.teams, self.gold = {team.public_id: team for team in teams}, gold
        self.seasons = {str(season.number): season for season in seasons}
        choices = [(key, team.name) for key, team in self.teams.items()]
        self.fields["season"].choices = [("", _("none")), *((key, each.name) for key, each in self.seasons.items())]
        self.fields["team"].choices = [("", _("choose")), *choices]
        for name in PLACES[1:]:
            self.fields[name].choices = [("", _("none")), *choices]
        self.fields["player"].choices = [
            ("", _("choose")),
            *players.items(),
        ]
        if limit:
            self.fields["runner_up_prize"].help_text = _(
                "The prizes of a minor tournament are at most %(limit)s together%(source)s."
            ) % {"limit": k(limit.amount), "source": cited(limit.rule, limit.page)}
        unused = {*PLACES, *PRIZES} if trophy.for_players else {"player"}
        if len(gold) < len(PLACES):
            unused |= {"third", "third_prize"}
        for name in unused if with_gold else {*unused, *PRIZES}:
            del self.fields[name]

    @property
    def award(self) -> TrophyAward:
        """As the service takes it."""
        typed = self.cleaned_data
        chosen = typed.get("player")
        player = Player.objects.select_related("team").get(pk=chosen) if chosen else None
        return TrophyAward(
            team=player.team if player else self.teams[typed["team"]],
            player=player,
            prize=typed.get("prize", 0),
            runner_up=self.teams.get(typed.get("runner_up", "")),
            runner_up_prize=self._prize_behind(1),
            third=self.teams.get(typed.get("third", "")),
            third_prize=self._prize_behind(2),
            note=typed["note"],
        )

    def _prize_behind(self, place: int) -> int:
        """The prize of a place behind the winner (1 or 2); that of the book is nobody's if nobody has the place."""
        prize = self.cleaned_data.get(PRIZES[place]) or 0
        unchanged = place < len(self.gold) and prize == self.gold[place]
        return 0 if unchanged and not self.cleaned_data.get(PLACES[place]) else prize

    @property
    def given_for(self) -> Season | None:
        """The season that the award is for."""
        return self.seasons.get(self.cleaned_data["season"])


class RevokeTrophyForm(VersionForm):
    """Why an award is revoked."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_("Shown on the trophy's page, in the league's log and in each team's history."),
    )

    def __init__(self, *args: Any, trophy: Trophy, **kwargs: Any) -> None:
        super().__init__(*args, initial={"version": trophy.version}, **kwargs)


class FavourForm(VersionForm):
    """The favoured players, by dice rolled at the table."""

    die = forms.TypedChoiceField(label=_("D3 roll"), coerce=int, widget=forms.RadioSelect)
    players = forms.MultipleChoiceField(
        label=_("Players drawn"),
        widget=forms.CheckboxSelectMultiple,
        help_text=_("As many as the D3 roll, drawn at random."),
    )

    def __init__(
        self, *args: Any, faces: int, roster: Sequence[tuple[int, str]], version: int, typed: bool, **kwargs: Any
    ) -> None:
        super().__init__(*args, initial={"version": version}, **kwargs)
        self.fields["die"].choices = [(face, str(face)) for face in range(1, faces + 1)]
        self.fields["players"].choices = roster
        if not typed:
            del self.fields["die"], self.fields["players"]

    @property
    def favoured(self) -> GiftDraw | None:
        """What was entered; None if the server draws."""
        if "die" not in self.fields:
            return None
        typed = self.cleaned_data
        return GiftDraw(die=typed["die"], players=tuple(map(int, typed["players"])))


class GiftsForm(VersionForm):
    """The gift that each favoured player takes; ``offers`` has their choices with prices, by player id."""

    def __init__(
        self,
        *args: Any,
        offers: Mapping[int, tuple[str, Sequence[tuple[str, str]]]],
        version: int,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, initial={"version": version}, **kwargs)
        self.favoured = tuple(offers)
        for player, (name, choices) in offers.items():
            nothing = ("", _("nothing"))
            self.fields[f"player_{player}"] = forms.ChoiceField(label=name, choices=[nothing, *choices], required=False)

    @property
    def chosen(self) -> dict[int, str]:
        """The chosen gifts by player id; an empty string for none."""
        return {player: self.cleaned_data[f"player_{player}"] for player in self.favoured}


class BestPlayerForm(VersionForm):
    """The Player of the Year, one of those level at the top."""

    player = forms.ChoiceField(label=_("Player of the Year"), widget=forms.RadioSelect)
    season = forms.ChoiceField(label=_("Season"), required=False)

    def __init__(
        self, *args: Any, players: Sequence[tuple[int, str]], seasons: Sequence[Season], version: int, **kwargs: Any
    ) -> None:
        self.seasons = {str(season.number): season for season in seasons}
        super().__init__(*args, initial={"version": version, "season": next(iter(self.seasons), "")}, **kwargs)
        self.fields["player"].choices = players
        self.fields["season"].choices = [("", _("none")), *((key, each.name) for key, each in self.seasons.items())]

    def _prize_behind(self, place: int) -> int:
        """The prize of a place behind the winner (1 or 2); that of the book is nobody's if nobody has the place."""
        prize = self.cleaned_data.get(PRIZES[place]) or 0
        unchanged = place < len(self.gold) and prize == self.gold[place]
        return 0 if unchanged and not self.cleaned_data.get(PLACES[place]) else prize

    @property
    def given_for(self) -> Season | None:
        """The season that the award is for."""
        return self.seasons.get(self.cleaned_data["season"])
