from django.apps import AppConfig


class TeamsConfig(AppConfig):
    name = "teams"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register the kinds of job of this room, and what account deletion does to teams."""
        from teams import account_deletion  # noqa: F401
        from teams.trading import loan_jobs  # noqa: F401
