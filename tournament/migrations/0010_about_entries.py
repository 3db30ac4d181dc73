"""Class, team and payment of an entry."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0009_keep_apart"),
    ]

    operations = [
        migrations.AddField(
            model_name="entry",
            name="owes",
            field=models.CharField(blank=True, max_length=40),
        ),
        migrations.AddField(
            model_name="entry",
            name="paid_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="entry",
            name="rating_class",
            field=models.CharField(blank=True, max_length=20),
        ),
        migrations.AddField(
            model_name="entry",
            name="team",
            field=models.CharField(blank=True, max_length=40),
        ),
    ]
