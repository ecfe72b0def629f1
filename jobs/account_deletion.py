"""What binds people to jobs: what they had made goes when they do, and the address that a failed mail left."""

from accounts.extensions import AccountDeletion, account_deletions
from accounts.models import User
from jobs.models import Job, State


def undo(user: User) -> None:
    """His jobs are deleted with what they made; one that runs at this moment finds that its owner sees it no more."""
    Job.objects.filter(owner=user).exclude(state=State.RUNNING).delete()
    if user.email:  # which a mail server says when it refuses it
        Job.objects.filter(trace__icontains=user.email).update(trace="")


account_deletions.add(AccountDeletion(room="jobs", undo=undo))
