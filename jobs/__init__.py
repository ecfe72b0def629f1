"""Job rows, claims, the sweeper and the one Celery task."""
