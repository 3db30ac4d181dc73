"""Who was erased on request."""

import django.db.models.deletion
import scoring.models.organisation
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('scoring', '0020_redacted_entries'),
        ('tournament', '0062_registration'),
    ]

    operations = [
        migrations.CreateModel(
            name='Erasure',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('person', models.PositiveBigIntegerField(null=True)),
                ('shown', models.CharField(max_length=80)),
                ('digests', models.JSONField(default=list)),
                ('photographs_too', models.BooleanField(default=True)),
                ('at', models.DateTimeField()),
                ('organisation', models.ForeignKey(db_constraint=False, default=scoring.models.organisation.current_or_first_tenant, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='scoring.organisation')),
            ],
            options={
                'ordering': ['id'],
            },
        ),
    ]
