from django.apps import AppConfig


class StatsConfig(AppConfig):
    name = "stats"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Tell the careers of players on their pages."""
        from stats.pictures import careers  # noqa: F401
