"""What deleting an account does to jobs: it deletes the person's jobs, and their address in the errors of mails."""

from accounts.extensions import AccountDeletion, account_deletions
from accounts.models import User
from jobs.models import Job, State


def undo(user: User) -> None:
    """Delete the person's jobs and their results. A job that runs now is refused: its owner can no longer see it."""
    Job.objects.filter(owner=user).exclude(state=State.RUNNING).delete()
    if user.email:  # a mail server names it when it refuses a mail
        Job.objects.filter(trace__icontains=user.email).update(trace="")


account_deletions.add(AccountDeletion(room="jobs", undo=undo))
