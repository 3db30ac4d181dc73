"""The plan of an event, and what a round was paired on."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0011_merged_persons"),
    ]

    operations = [
        migrations.AddField(
            model_name="round",
            name="notes",
            field=models.JSONField(blank=True, default=list),
        ),
        migrations.AddField(
            model_name="round",
            name="source_round",
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.CreateModel(
            name="PlanLine",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("from_round", models.PositiveSmallIntegerField()),
                ("to_round", models.PositiveSmallIntegerField()),
                ("method", models.CharField(max_length=40)),
                ("options", models.JSONField(blank=True, default=dict)),
                ("source", models.CharField(max_length=20)),
                (
                    "division",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="plan_lines",
                        to="tournament.division",
                    ),
                ),
            ],
            options={
                "ordering": ["from_round"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("division", "from_round"), name="plan_line_once_a_round"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("from_round__lte", models.F("to_round"))),
                        name="plan_line_runs_forward",
                    ),
                ],
            },
        ),
    ]
