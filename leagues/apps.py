from django.apps import AppConfig


class LeaguesConfig(AppConfig):
    name = "leagues"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Make `<row:...>` known before any room's addresses are read."""
        from leagues import addresses  # noqa: F401
