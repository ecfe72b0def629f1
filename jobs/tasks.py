"""The one Celery task. What it carries is the word that there is work; what the work is stands in the database."""

from celery import shared_task

from jobs.runner import run_next


@shared_task(name="jobs.run_job", ignore_result=True)
def run_job(job_id: str) -> None:
    """Run the job whose turn it is: one word, one job.

    The id is the job that the word was sent for, and so what the log shows. Which job is run is decided now, in the
    order of turns: as many words as jobs run them all, and a lost, doubled or late one changes nothing.
    """
    run_next()
