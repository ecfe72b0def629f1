from django.apps import AppConfig


class CompetitionsConfig(AppConfig):
    name = "competitions"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Make the scheduling formats known, listen to matches, and register jobs and journal sources."""
        from competitions.challenges import notices as challenge_notices  # noqa: F401
        from competitions.dashboard import account_deletion, drawn_at_once, match_context, notices  # noqa: F401
        from competitions.fixtures import date_letters  # noqa: F401
        from competitions.fixtures import notices as fixture_notices  # noqa: F401
        from competitions.formats import legs, receivers  # noqa: F401
        from competitions.formats.kinds import FORMATS
        from competitions.friendlies import letters  # noqa: F401
        from competitions.friendlies import notices as friendly_notices  # noqa: F401
        from competitions.models.formats import register
        from competitions.previews import follow_ups, scenarios  # noqa: F401
        from competitions.prints import jobs  # noqa: F401
        from competitions.rulings import (  # noqa: F401
            asked_decisions,
            deadline_expiry,
            reminders,
            withdrawals,
            won_unplayed_notices,
        )
        from competitions.season_end import notices as season_end_notices  # noqa: F401
        from competitions.season_end import season_end  # noqa: F401
        from competitions.setup import books  # noqa: F401
        from competitions.setup.adjustments import asked_adjustments  # noqa: F401
        from competitions.trophies import awarding, page  # noqa: F401
        from leagues.extensions import MemberPage, member_pages

        register(*FORMATS)
        member_pages.add(MemberPage("removal", "competitions:remove_member"))
