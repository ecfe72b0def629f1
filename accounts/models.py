"""People who use Dugout."""

from django.contrib.auth.models import AbstractUser


class User(AbstractUser):
    """A person: coach, commissioner or site staff. What he may do is decided by his memberships."""
