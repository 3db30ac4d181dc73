"""Who is kept apart from whom in an event."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0008_clubs"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="KeepApart",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("is_hard", models.BooleanField(default=True)),
                ("reason", models.CharField(blank=True, max_length=300)),
                ("added_at", models.DateTimeField()),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
                (
                    "added_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="kept_apart",
                        to="tournament.event",
                    ),
                ),
                (
                    "one",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="tournament.player",
                    ),
                ),
                (
                    "other",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="tournament.player",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "pairs kept apart",
                "ordering": ["one__sort_name", "id"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("one", models.F("other")), _negated=True),
                        name="nobody_kept_apart_from_himself",
                    )
                ],
            },
        ),
    ]
