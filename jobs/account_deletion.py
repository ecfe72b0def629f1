"""What deleting an account does to jobs: it deletes the person's jobs, their address in the errors of mails, and stored
prints, which may name them; and what others have asked for and is being made starts once more.
"""

from django.utils import timezone

from accounts.extensions import AccountDeletion, account_deletions
from accounts.models import User
from jobs.claims import begin_again
from jobs.models import Job, JobResult, State

PRINT = "application/pdf"


def undo(user: User) -> None:
    """Delete the person's jobs and their results. A job that runs now is refused: its owner can no longer see it."""
    Job.objects.filter(owner=user).exclude(state=State.RUNNING).delete()
    if user.email:  # a mail server names it when it refuses a mail
        Job.objects.filter(trace__icontains=user.email).update(trace="")
    # Of everybody, since nobody knows what names they have; those made before the person came cannot name them.
    prints = JobResult.objects.filter(content_type=PRINT, job__finished__gte=user.date_joined)
    Job.objects.filter(pk__in=prints.values("job")).update(current_key=None, keep_until=timezone.now())
    prints.delete()
    begin_again(Job.objects.filter(owner__isnull=False).exclude(owner=user))


account_deletions.add(AccountDeletion(room="jobs", undo=undo))
