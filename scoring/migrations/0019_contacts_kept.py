"""The number of days for which an organisation keeps contacts."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('scoring', '0018_organisations'),
    ]

    operations = [
        migrations.AddField(
            model_name='organisation',
            name='contacts_kept_days',
            field=models.PositiveSmallIntegerField(default=365),
        ),
    ]
