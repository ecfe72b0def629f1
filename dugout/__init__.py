"""The project: settings, urls, Celery app, commands that run and save the whole house."""
