from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "accounts"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Let allauth's limits count where nothing is lost, instead of in the cache; hear of new passwords."""
        from allauth.account.signals import password_reset
        from allauth.core.internal import ratelimit
        from django.core.cache import caches
        from django.utils.connection import ConnectionProxy

        from accounts import sign_in_limits

        password_reset.connect(sign_in_limits.forgive, dispatch_uid="accounts.sign_in_limits")
        ratelimit.cache = ConnectionProxy(caches, "limits")
