"""People shared between organisations by consent."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('scoring', '0026_trigrams'),
        ('tournament', '0073_championships'),
    ]

    operations = [
        migrations.CreateModel(
            name='SharedPerson',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('consent_how', models.CharField(max_length=200)),
                ('offered_by', models.CharField(max_length=150)),
                ('offered_at', models.DateTimeField()),
                ('accepted_at', models.DateTimeField(blank=True, null=True)),
                ('ended_at', models.DateTimeField(blank=True, null=True)),
                ('own', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='received', to='tournament.player')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='shares', to='tournament.player')),
                ('to', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scoring.organisation')),
            ],
            options={
                'ordering': ['-id'],
                'constraints': [models.UniqueConstraint(condition=models.Q(('ended_at', None)), fields=('player', 'to'), name='person_shared_once')],
            },
        ),
    ]
