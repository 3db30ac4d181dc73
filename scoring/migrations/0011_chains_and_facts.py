"""One log chain for each event and one for the installation; entries hold the written facts."""

from django.conf import settings
from django.db import migrations, models

from scoring.models.guard import ACTIVITY, drop_guards


def open_the_log(apps, schema_editor):
    """Remove the triggers, because SQLite rebuilds the table. They are restored after every migration."""
    drop_guards(schema_editor.connection, ACTIVITY)


class Migration(migrations.Migration):

    dependencies = [
        ('scoring', '0010_nicks_of_players'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RunPython(open_the_log, open_the_log),
        migrations.AddField(
            model_name='activity',
            name='carried',
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name='activity',
            name='chain',
            field=models.CharField(max_length=120, null=True),
        ),
        migrations.AddField(
            model_name='activity',
            name='facts',
            field=models.JSONField(null=True),
        ),
        migrations.AlterField(
            model_name='activity',
            name='hash',
            field=models.CharField(max_length=64),
        ),
        migrations.AddIndex(
            model_name='activity',
            index=models.Index(fields=['chain'], name='activity_by_chain'),
        ),
        migrations.AddConstraint(
            model_name='activity',
            constraint=models.UniqueConstraint(fields=('chain', 'hash'), name='hash_once_a_chain'),
        ),
    ]
