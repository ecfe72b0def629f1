from django.apps import AppConfig


class TeamsConfig(AppConfig):
    name = "teams"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register jobs, what account deletion does to teams, whom to tell, teams of members, what needs others."""
        from teams import account_deletion, notices  # noqa: F401
        from teams.building import own_rules  # noqa: F401
        from teams.roster import members, own_figures  # noqa: F401
        from teams.trading import loan_jobs  # noqa: F401
