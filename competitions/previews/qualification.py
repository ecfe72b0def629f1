"""What a changed match changes in the stages for which its competition qualifies teams."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext as _

from competitions.formats.qualification.refresh import change_words, qualification_changes, stage_has_begun
from competitions.models import Competition
from competitions.previews.moment import Followed, Moment
from matches.previews import StageLine, StagePreview


def _targets(moment: Moment) -> list[Competition] | None:
    found = Competition.objects.filter(feeds__source=moment.competition).select_related("season__league").distinct()
    return list(found) or None


def _others_qualify(_moment: Moment, _before: list[Competition], after: list[Competition]) -> list[StagePreview]:
    """The stages that teams have already entered, if other teams would qualify for them."""
    changes = ((target, change_words(qualification_changes(target))) for target in after)
    return [_preview(target, words) for target, words in changes if words]


QUALIFICATION = Followed(read=_targets, describe=_others_qualify)


def _preview(target: Competition, changes: list[str]) -> StagePreview:
    lines = [StageLine(text=_("Would qualify: %(change)s.") % {"change": change}) for change in changes]
    if stage_has_begun(target):
        then = StageLine(text=_("One of its matches was opened or decided, so its teams stay."))
    else:
        text = _("None of its matches is open yet: after the correction, a commissioner can enter the new teams.")
        then = StageLine(text=text, url=reverse("competitions:feeds", args=[target.public_id]))
    url = reverse("competitions:competition", args=[target.public_id])
    return StagePreview(name=target.name, url=url, lines=(*lines, then))
