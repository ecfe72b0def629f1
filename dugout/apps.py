from django.apps import AppConfig


class DugoutConfig(AppConfig):
    name = "dugout"

    def ready(self) -> None:
        """Register the system checks and the Celery app that shared tasks belong to; collect the rooms' routes."""
        from dugout import celery, checks, routes  # noqa: F401

        routes.collect()
