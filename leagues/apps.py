from django.apps import AppConfig


class LeaguesConfig(AppConfig):
    name = "leagues"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Tell lower rooms what leagues know: roles, what an account deletion does, whom to tell what, the chain."""
        from leagues import access, account_deletion, command_chain, notices  # noqa: F401
        from leagues.simulation import job  # noqa: F401
