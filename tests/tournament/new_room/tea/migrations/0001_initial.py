import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True
    dependencies = [("tournament", "0081_rooms")]
    operations = [
        migrations.CreateModel(
            name="Cup",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False)),
                ("sugar", models.PositiveSmallIntegerField(default=0)),
                (
                    "entry",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="cup",
                        to="tournament.entry",
                    ),
                ),
            ],
            options={"abstract": False},
        ),
    ]
