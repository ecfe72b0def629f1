"""`manage.py jobs`: lists jobs, shows why one failed, and tries failed jobs again."""

from collections.abc import Sequence
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db.models import Count
from django.utils import timezone

from dugout.preparation import require_tables
from jobs.models import Job, State
from jobs.queue import try_again
from jobs.runner import run_waiting
from jobs.sweeper import sweep
from jobs.workers import workforce

SHOWN = 50


class Command(BaseCommand):
    help = "List jobs, show one, try jobs again that were set aside, sweep, or run waiting jobs here."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the subcommands."""
        actions = parser.add_subparsers(dest="action", metavar="ACTION")
        listing = actions.add_parser("list", help="how many jobs are in each state, and the latest (the default)")
        listing.add_argument("--state", choices=State.values, help="only jobs in this state")
        showing = actions.add_parser("show", help="everything about one job, with its last error")
        showing.add_argument("number", help="the job's number, as on its page")
        again = actions.add_parser("retry", help="give jobs that were set aside three more tries")
        again.add_argument("numbers", nargs="*", metavar="number")
        again.add_argument("--all", action="store_true", help="all jobs that were set aside")
        actions.add_parser("sweep", help="do now what every worker does every 15 seconds")
        actions.add_parser("run", help="run waiting jobs here, without a worker")

    def handle(self, *args: Any, **options: Any) -> None:
        """Do what the subcommand says. Raises CommandError for an unknown number, or if there are no tables."""
        require_tables()
        match options["action"]:
            case "show":
                self._show(_job(options["number"]))
            case "retry":
                self._retry(options["numbers"], everything=options["all"])
            case "sweep":
                done = sweep()
                self.stdout.write(
                    f"{done.freed} freed ({done.set_aside} of them set aside), {done.sent} messages sent, "
                    f"{done.purged} old results deleted"
                )
                if done.broker_lost:
                    raise CommandError("the broker cannot be reached; the waiting jobs still wait.")
            case "run":
                self.stdout.write(f"{run_waiting()} run")
            case _:
                self._list(options.get("state"))

    def _list(self, state: str | None) -> None:
        counts = dict(Job.objects.values_list("state").annotate(Count("pk")).order_by("state"))
        self.stdout.write(", ".join(f"{counts.get(value, 0)} {value}" for value in State.values))
        force = workforce()
        if not force.alive:
            seen = f"since {force.last_seen:%Y-%m-%d %H:%M} UTC" if force.last_seen else "yet"
            self.stdout.write(f"No worker has been seen {seen}.")
        elif force.broker_lost:
            self.stdout.write("The worker runs, but cannot reach the broker.")
        jobs = Job.objects.select_related("owner").order_by("-pk")
        for job in (jobs.filter(state=state) if state else jobs)[:SHOWN]:
            whose = job.owner.get_username() if job.owner else "server"
            self.stdout.write(f"{job.public_id}  {job.created:%Y-%m-%d %H:%M}  {job.state:9}  {job.kind}  {whose}")

    def _show(self, job: Job) -> None:
        for name in (
            "public_id", "kind", "params", "owner", "scope_kind", "scope_id", "state", "attempts", "claimed_by",
            "lease_until", "progress_done", "progress_total", "created", "started", "finished", "not_before",
            "keep_until", "reason", "error",
        ):  # fmt: skip
            self.stdout.write(f"{name}: {getattr(job, name)}")
        if job.trace:
            self.stdout.write(f"\n{job.trace}")

    def _retry(self, numbers: Sequence[str], *, everything: bool) -> None:
        if bool(numbers) == everything:
            raise CommandError("name the jobs to try again, or give --all; `jobs list --state set_aside` shows them.")
        jobs = list(Job.objects.filter(state=State.SET_ASIDE)) if everything else [_job(number) for number in numbers]
        for job in jobs:
            if try_again(job):
                self.stdout.write(f"{job} waits again")
            else:
                self.stderr.write(f"{job} is {job.state}, not set aside: nothing done")
        if jobs and not workforce().alive:
            self.stdout.write(f"No worker runs now ({timezone.now():%H:%M} UTC). Start one, or use `jobs run`.")


def _job(number: str) -> Job:
    job = Job.objects.select_related("owner").filter(public_id=number).first()
    if job is None:
        raise CommandError(f"no job has the number {number!r}; `jobs list` shows the latest.")
    return job
