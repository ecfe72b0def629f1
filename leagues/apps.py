from django.apps import AppConfig


class LeaguesConfig(AppConfig):
    name = "leagues"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Tell lower rooms what leagues know: roles, and what an account deletion does here."""
        from leagues import access, account_deletion  # noqa: F401
