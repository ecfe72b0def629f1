from django.apps import AppConfig


class TeamsConfig(AppConfig):
    name = "teams"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Make the room's kind of job known, and what binds people to teams."""
        from teams import account_deletion, loan_jobs  # noqa: F401
