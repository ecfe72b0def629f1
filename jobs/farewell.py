"""What binds people to jobs: what they had made, prints above all, goes when they do."""

from accounts.farewell import Tie, tie
from accounts.models import User
from jobs.models import Job, State


def undo(user: User) -> None:
    """His jobs are deleted with what they made; one that runs at this moment finds that its owner sees it no more."""
    Job.objects.filter(owner=user).exclude(state=State.RUNNING).delete()


tie("jobs", Tie(undo=undo))
