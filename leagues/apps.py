from django.apps import AppConfig


class LeaguesConfig(AppConfig):
    name = "leagues"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Make `<row:...>` known before any room's addresses are read, and what binds people to leagues."""
        from leagues import account_deletion  # noqa: F401
        from web import addresses  # noqa: F401
