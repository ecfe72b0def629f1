"""The one Celery task. Its message says that there is work; the database says which."""

from celery import shared_task

from jobs.runner import run_next


@shared_task(name="jobs.run_job", ignore_result=True)
def run_job(job_id: str) -> None:
    """Run the next job: one message, one job.

    The id is the job that the message was sent for, as the log shows it. Turns decide now which job runs. As many
    messages as jobs run all jobs, and a message that is lost, late or comes twice changes nothing.
    """
    run_next()
