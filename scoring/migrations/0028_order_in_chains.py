"""An index for finding the end of a log chain quickly."""

from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('scoring', '0027_folding'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RemoveIndex(
            model_name='activity',
            name='activity_by_chain',
        ),
        migrations.AddIndex(
            model_name='activity',
            index=models.Index(fields=['chain', 'id'], name='activity_in_chain'),
        ),
    ]
