"""Contacts of people, and who is not of age."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournament', '0060_calendar'),
    ]

    operations = [
        migrations.AddField(
            model_name='player',
            name='is_minor',
            field=models.BooleanField(default=False),
        ),
        migrations.CreateModel(
            name='Contact',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('email', models.EmailField(blank=True, max_length=254)),
                ('telephone', models.CharField(blank=True, max_length=40)),
                ('call_whom', models.CharField(blank=True, max_length=200)),
                ('changed_at', models.DateTimeField()),
                ('player', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='contact', to='tournament.player')),
            ],
            options={
                'ordering': ['player__sort_name'],
            },
        ),
    ]
