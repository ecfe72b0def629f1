from django.apps import AppConfig


class DugoutConfig(AppConfig):
    name = "dugout"

    def ready(self) -> None:
        """Register the system checks and the Celery app that shared tasks belong to."""
        from dugout import celery, checks  # noqa: F401
