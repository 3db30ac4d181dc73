"""A member number has as much room on a list as with an entry."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0020_member_numbers"),
    ]

    operations = [
        migrations.AlterField(
            model_name="listedrating",
            name="member",
            field=models.CharField(blank=True, max_length=40),
        ),
    ]
