"""Organisations that own games, uploads and judgements; existing rows belong to the first one."""

import django.db.models.deletion
import scoring.models.organisation
from django.core.management.color import no_style
from django.db import migrations, models
from django.utils import timezone


def make_first(apps, schema_editor):
    organisation = apps.get_model("scoring", "Organisation")
    connection = schema_editor.connection
    organisation.objects.using(connection.alias).create(pk=1, created_at=timezone.now())
    for statement in connection.ops.sequence_reset_sql(no_style(), [organisation]):
        schema_editor.execute(statement)


class Migration(migrations.Migration):

    dependencies = [
        ('scoring', '0017_sides_of_games'),
    ]

    operations = [
        migrations.CreateModel(
            name='Organisation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(blank=True, max_length=120)),
                ('created_at', models.DateTimeField()),
            ],
            options={
                'ordering': ['name', 'id'],
            },
        ),
        migrations.RunPython(make_first, migrations.RunPython.noop),
        migrations.AddField(
            model_name='game',
            name='organisation',
            field=models.ForeignKey(default=scoring.models.organisation.current_or_first_tenant, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scoring.organisation'),
        ),
        migrations.AddField(
            model_name='judgement',
            name='organisation',
            field=models.ForeignKey(default=scoring.models.organisation.current_or_first_tenant, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scoring.organisation'),
        ),
        migrations.AddField(
            model_name='upload',
            name='organisation',
            field=models.ForeignKey(default=scoring.models.organisation.current_or_first_tenant, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scoring.organisation'),
        ),
    ]
