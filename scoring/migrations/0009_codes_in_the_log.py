from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("scoring", "0008_lines_as_written"),
    ]

    operations = [
        # Null and not empty, so that the column is added to the table as it stands: entries written
        # before keep their hash.
        migrations.AddField(
            model_name="activity",
            name="message",
            field=models.JSONField(null=True),
        ),
    ]
