"""Log chains built on hashes of salted content, so that a person can be erased."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('scoring', '0019_contacts_kept'),
    ]

    operations = [
        migrations.AddField(
            model_name='activity',
            name='content_hash',
            field=models.CharField(blank=True, default='', max_length=64),
        ),
        migrations.AddField(
            model_name='activity',
            name='redacted_at',
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name='activity',
            name='redacts',
            field=models.JSONField(null=True),
        ),
        migrations.AddField(
            model_name='activity',
            name='salt',
            field=models.CharField(blank=True, default='', max_length=32),
        ),
    ]
