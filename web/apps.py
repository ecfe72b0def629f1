from django.apps import AppConfig


class WebConfig(AppConfig):
    name = "web"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Make `<row:...>` known before any room's addresses are read."""
        from web import addresses  # noqa: F401
