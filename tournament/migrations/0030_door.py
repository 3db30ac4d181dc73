"""A helper at the door, who checks players in and does nothing else."""

from django.db import migrations, models

ROLES = [
    ("owner", "Owner"),
    ("director", "Director"),
    ("scorekeeper", "Scorekeeper"),
    ("door", "Door"),
    ("reader", "Read-only"),
]


class Migration(migrations.Migration):
    dependencies = [("tournament", "0029_unattended_rounds")]

    operations = [
        migrations.AlterField("invitation", "role", models.CharField(choices=ROLES, max_length=12)),
        migrations.AlterField("membership", "role", models.CharField(choices=ROLES, max_length=12)),
        migrations.RemoveConstraint("membership", "role_is_known"),
        migrations.AddConstraint(
            "membership",
            models.CheckConstraint(
                condition=models.Q(role__in=[key for key, _label in ROLES]), name="role_is_known"
            ),
        ),
    ]
