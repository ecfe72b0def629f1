"""A real Celery worker on a test's database, as a process of its own: `python -m tests.jobs.worker CONFIG.json`.

The configuration names the database, the broker, the pool and how fast the pulse beats.
"""

import json
import sys
from datetime import timedelta
from pathlib import Path


def main(config_file: str) -> None:
    """Set up as `celery worker` does, with what the test says, and work until killed."""
    config = json.loads(Path(config_file).read_text())

    from django.conf import settings

    settings.DATABASES["default"].update(config["database"])
    from dugout.celery import app

    app.conf.update(**config["celery"])
    import django

    django.setup()
    from jobs import claims, pulse, sweeper
    from tests.jobs import kinds  # noqa: F401 - registers the test kinds

    pulse.BEAT = config["beat"]
    claims.APART = timedelta(seconds=config["apart"])
    sweeper.WORD_LASTS = timedelta(seconds=config["word_lasts"])
    app.worker_main([
        "worker", "--pool", config["pool"], "--concurrency", "2", "--loglevel", "warning",
        "--without-gossip", "--without-mingle", "--without-heartbeat",
    ])  # fmt: skip


if __name__ == "__main__":
    main(sys.argv[1])
