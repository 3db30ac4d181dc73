"""What players report and ask themselves, where that is shut off, and tablets that are kiosks."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournament', '0034_screens'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='division',
            name='players_report',
            field=models.BooleanField(default=True),
        ),
        migrations.AddField(
            model_name='round',
            name='players_report',
            field=models.BooleanField(default=True),
        ),
        migrations.AlterField(
            model_name='resultentry',
            name='source',
            field=models.CharField(choices=[('typed', 'typed'), ('recorded', 'recorded on the score pad'), ('imported', 'read from a file'), ('reported', 'reported by the players'), ('awarded', 'awarded with the pairing')], default='typed', max_length=10),
        ),
        migrations.CreateModel(
            name='Kiosk',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code', models.CharField(max_length=12, unique=True)),
                ('secret', models.CharField(max_length=40, unique=True)),
                ('made_at', models.DateTimeField()),
                ('ended_at', models.DateTimeField(blank=True, null=True)),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='kiosks', to='tournament.event')),
            ],
            options={
                'ordering': ['id'],
            },
        ),
        migrations.CreateModel(
            name='PlayerReport',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('first_score', models.IntegerField()),
                ('second_score', models.IntegerField()),
                ('at', models.DateTimeField()),
                ('key', models.CharField(max_length=40)),
                ('at_kiosk', models.BooleanField(default=False)),
                ('replaced_at', models.DateTimeField(blank=True, null=True)),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='reports', to='tournament.entry')),
                ('pairing', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='reports', to='tournament.pairing')),
            ],
            options={
                'ordering': ['id'],
                'constraints': [models.UniqueConstraint(condition=models.Q(('replaced_at', None)), fields=('pairing', 'entry'), name='one_report_a_player'), models.UniqueConstraint(fields=('entry', 'key'), name='one_report_a_form')],
            },
        ),
        migrations.CreateModel(
            name='PlayerRequest',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('challenge', 'Challenge'), ('question', 'Question'), ('director', 'Director needed'), ('leave', 'Wants to leave'), ('no_phone', 'No phone')], max_length=10)),
                ('round_number', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('board', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('at', models.DateTimeField()),
                ('seen_at', models.DateTimeField(blank=True, null=True)),
                ('settled_at', models.DateTimeField(blank=True, null=True)),
                ('accepted', models.BooleanField(blank=True, null=True)),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='requests', to='tournament.entry')),
                ('settled_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['id'],
                'constraints': [models.UniqueConstraint(condition=models.Q(('settled_at', None)), fields=('entry', 'kind'), name='one_open_request_of_a_kind')],
            },
        ),
    ]
