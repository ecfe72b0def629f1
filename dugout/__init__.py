"""The project: settings, urls, Celery app, commands that run and back up the site."""
