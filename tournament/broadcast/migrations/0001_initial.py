import django.db.models.deletion
import scoring.tenancy
from django.db import migrations, models

from tournament.migration_operations import CreateModelIfMissing


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('scoring', '0029_logged_counts'),
        ('tournament', '0081_rooms'),
    ]

    operations = [
        CreateModelIfMissing(
            name='ApiKey',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=60)),
                ('digest', models.CharField(max_length=64, unique=True)),
                ('per_second', models.PositiveSmallIntegerField(default=100)),
                ('is_of_club', models.BooleanField(default=False)),
                ('made_at', models.DateTimeField()),
                ('ended_at', models.DateTimeField(blank=True, null=True)),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='api_keys', to='tournament.event')),
            ],
            options={
                'db_table': 'tournament_apikey',
                'ordering': ['made_at', 'id'],
            },
        ),
        CreateModelIfMissing(
            name='Channel',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('slug', models.SlugField(max_length=40, unique=True)),
                ('name', models.CharField(max_length=80)),
                ('club', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='channels', to='tournament.club')),
                ('event', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='channels', to='tournament.event')),
                ('organisation', models.ForeignKey(default=scoring.tenancy.current_or_first_tenant, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scoring.organisation')),
            ],
            options={
                'db_table': 'tournament_channel',
                'ordering': ['name'],
            },
        ),
    ]
