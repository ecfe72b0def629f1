from django.apps import AppConfig


class StatsConfig(AppConfig):
    name = "stats"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Tell careers of players on their pages, and who is in the hall of fame; link coaches, records and graves."""
        from leagues.extensions import MemberPage, member_pages
        from stats import after_corrections, drawn_ahead  # noqa: F401
        from stats.almanac import job  # noqa: F401
        from stats.honours import account_deletion, hints  # noqa: F401
        from stats.pictures import careers  # noqa: F401
        from stats.ratings.people import with_team
        from stats.records import links  # noqa: F401

        member_pages.add(MemberPage("coach", "stats:coach", with_team))
