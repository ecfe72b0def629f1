"""Jobs, their results and the signs of life of workers."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import jobs.models
from accounts.migrations._create_models import CreateModels


class Migration(migrations.Migration):
    initial = True

    replaces = [("jobs", "0001_initial"), ("jobs", "0002_plain_labels"), ("jobs", "0003_failed_jobs")]

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        CreateModels(
            migrations.CreateModel(
                name="WorkerSign",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
                    ("name", models.CharField(max_length=120, unique=True)),
                    ("since", models.DateTimeField()),
                    ("seen", models.DateTimeField(db_index=True)),
                    ("stopped", models.DateTimeField(blank=True, null=True)),
                    ("broker_lost", models.BooleanField(default=False)),
                ],
                options={
                    "verbose_name": "worker heartbeat",
                    "verbose_name_plural": "worker heartbeats",
                },
            ),
            migrations.CreateModel(
                name="Job",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
                    (
                        "public_id",
                        models.CharField(default=jobs.models.new_public_id, editable=False, max_length=22, unique=True),
                    ),
                    ("kind", models.CharField(max_length=60)),
                    ("params", models.JSONField(default=dict)),
                    ("scope_kind", models.CharField(blank=True, max_length=30)),
                    ("scope_id", models.CharField(blank=True, max_length=40)),
                    ("lane", models.CharField(max_length=80)),
                    ("version", models.CharField(blank=True, max_length=64)),
                    ("current_key", models.CharField(blank=True, max_length=64, null=True, unique=True)),
                    (
                        "state",
                        models.CharField(
                            choices=[
                                ("queued", "Waiting"),
                                ("running", "Running"),
                                ("done", "Done"),
                                ("failed", "Refused"),
                                ("set_aside", "Failed"),
                            ],
                            default="queued",
                            max_length=10,
                        ),
                    ),
                    ("not_before", models.DateTimeField(default=django.utils.timezone.now)),
                    ("told", models.DateTimeField(blank=True, null=True)),
                    ("attempts", models.PositiveSmallIntegerField(default=0)),
                    ("claim", models.CharField(blank=True, max_length=32)),
                    ("claimed_by", models.CharField(blank=True, max_length=120)),
                    ("lease_until", models.DateTimeField(blank=True, null=True)),
                    ("progress_done", models.PositiveIntegerField(default=0)),
                    ("progress_total", models.PositiveIntegerField(default=0)),
                    ("progress_message", models.CharField(blank=True, max_length=60)),
                    (
                        "reason",
                        models.CharField(
                            blank=True,
                            choices=[
                                ("refused", "it was refused"),
                                ("rights", "its owner can no longer see the data"),
                                ("fault", "an error in the program"),
                                ("silent", "it took too long"),
                                ("lost", "its worker stopped"),
                            ],
                            max_length=10,
                        ),
                    ),
                    ("error", models.TextField(blank=True)),
                    ("trace", models.TextField(blank=True)),
                    ("created", models.DateTimeField(default=django.utils.timezone.now)),
                    ("started", models.DateTimeField(blank=True, null=True)),
                    ("finished", models.DateTimeField(blank=True, null=True)),
                    ("keep_until", models.DateTimeField(blank=True, null=True)),
                    (
                        "owner",
                        models.ForeignKey(
                            blank=True,
                            null=True,
                            on_delete=django.db.models.deletion.CASCADE,
                            related_name="jobs",
                            to=settings.AUTH_USER_MODEL,
                        ),
                    ),
                ],
                options={
                    "indexes": [
                        models.Index(fields=["state", "not_before"], name="job_waiting"),
                        models.Index(fields=["lane", "started"], name="job_turns"),
                        models.Index(fields=["owner", "-created"], name="job_of_owner"),
                        models.Index(fields=["scope_kind", "scope_id"], name="job_scope"),
                        models.Index(fields=["keep_until"], name="job_keep_until"),
                    ],
                    "constraints": [
                        models.CheckConstraint(
                            condition=models.Q(
                                models.Q(
                                    ("lease_until__isnull", False),
                                    ("state", "running"),
                                    models.Q(("claim", ""), _negated=True),
                                ),
                                models.Q(
                                    models.Q(("state", "running"), _negated=True),
                                    ("claim", ""),
                                    ("lease_until__isnull", True),
                                ),
                                _connector="OR",
                            ),
                            name="job_running_has_lease",
                        )
                    ],
                },
            ),
            migrations.CreateModel(
                name="JobResult",
                fields=[
                    (
                        "id",
                        models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                    ),
                    ("filename", models.CharField(max_length=160)),
                    ("content_type", models.CharField(max_length=100)),
                    ("size", models.PositiveIntegerField()),
                    ("content", models.BinaryField()),
                    (
                        "job",
                        models.OneToOneField(
                            on_delete=django.db.models.deletion.CASCADE, related_name="result", to="jobs.job"
                        ),
                    ),
                ],
            ),
        ),
    ]
