"""What deleting an account does to notices: it deletes the person's notices and their choices about mail."""

from accounts.extensions import AccountDeletion, account_deletions
from accounts.models import User
from notices.models import MailPreference, Notice


def undo(user: User) -> None:
    """Delete them. What happened stays, since others were told of it too."""
    Notice.objects.filter(reader=user).delete()
    MailPreference.objects.filter(user=user).delete()


account_deletions.add(AccountDeletion(room="notices", undo=undo))
