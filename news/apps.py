from django.apps import AppConfig


class NewsConfig(AppConfig):
    name = "news"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Say whom reported comments wait for, and put the latest news on the front page of each league."""
        from news import front, notices  # noqa: F401
