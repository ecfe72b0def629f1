"""What a match that ended otherwise would change in the stages that its competition feeds."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext as _

from competitions.formats.qualification import finishers
from competitions.formats.qualification_refresh import change_words, qualified_otherwise, stage_has_begun
from competitions.models import Competition
from competitions.previews.hypothetical import as_ended, fixture_in, standings_in
from matches.previews import Otherwise, StageLine, StagePreview, previews_stages


@previews_stages
def feeds_after(otherwise: Otherwise) -> list[StagePreview]:
    """The stages into which others would come; nothing where nobody has been brought in yet."""
    fixture = fixture_in(otherwise)
    if fixture is None:
        return []
    source = fixture.round.competition
    targets = Competition.objects.filter(feeds__source=source).select_related("season__league").distinct()
    if not targets:
        return []
    lines = standings_in(otherwise).lines
    changed = {source.pk: finishers(source, lines, {fixture.pk: as_ended(otherwise.ended)})}
    found = []
    for target in targets:
        if changes := change_words(qualified_otherwise(target, changed)):
            found.append(_preview(target, changes))
    return found


def _preview(target: Competition, changes: list[str]) -> StagePreview:
    url = reverse("competitions:feeds", args=[target.public_id])
    lines = [StageLine(text=_("Who would come in: %(change)s.") % {"change": change}) for change in changes]
    if stage_has_begun(target):
        stands = StageLine(text=_("A match of it was opened or decided, so those who came in stay."))
    else:
        text = _("No match of it was opened: after the correction a commissioner can bring in those who qualify then.")
        stands = StageLine(text=text, url=url)
    url = reverse("competitions:competition", args=[target.public_id])
    return StagePreview(name=target.name, url=url, lines=(*lines, stands))
