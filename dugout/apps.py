from django.apps import AppConfig, apps
from django.db.models.signals import post_migrate, pre_migrate


class DugoutConfig(AppConfig):
    name = "dugout"

    def ready(self) -> None:
        """Register the system checks, the Celery app of shared tasks and the demo's job; collect the rooms' routes.

        Migrations stop and start the counting of changes: it starts when the last room's migrations have run.
        """
        from dugout import celery, checks, counting, routes  # noqa: F401
        from dugout.demo import job  # noqa: F401

        routes.collect()
        last = apps.get_app_config("competitions")
        pre_migrate.connect(counting.before_migrations, sender=last, dispatch_uid="counting")
        post_migrate.connect(counting.start_counting, sender=last, dispatch_uid="counting")
