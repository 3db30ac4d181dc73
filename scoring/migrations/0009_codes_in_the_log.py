from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("scoring", "0008_lines_as_written"),
    ]

    operations = [
        # Null rather than empty, so that the column is added without rebuilding the table and existing
        # entries keep their hash.
        migrations.AddField(
            model_name="activity",
            name="message",
            field=models.JSONField(null=True),
        ),
    ]
