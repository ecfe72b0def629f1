from django.apps import AppConfig


class TeamsConfig(AppConfig):
    name = "teams"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Make the room's kind of job known, and what binds people to teams."""
        from teams import account_deletion  # noqa: F401
        from teams.trading import loan_jobs  # noqa: F401
