import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('tables', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='RatedResult',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('pool', models.CharField(choices=[('partnership', 'Partnership'), ('headsup', 'Heads-up'), ('solo', 'Solo')], max_length=12)),
                ('places', models.JSONField(help_text="Each side's place, 0 the best; equal places are draws.")),
                ('finished_at', models.DateTimeField()),
                ('voided_at', models.DateTimeField(null=True)),
                ('void_reason', models.TextField(blank=True)),
                ('table', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='rated_result', to='tables.table')),
                ('voided_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [models.Index(fields=['pool', 'id'], name='rated_result_log')],
                'constraints': [models.CheckConstraint(condition=models.Q(('voided_at__isnull', False), models.Q(('void_reason', ''), ('voided_by', None)), _connector='OR'), name='rated_result_void_has_a_time')],
            },
        ),
        migrations.CreateModel(
            name='Rating',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('pool', models.CharField(choices=[('partnership', 'Partnership'), ('headsup', 'Heads-up'), ('solo', 'Solo')], max_length=12)),
                ('millis', models.IntegerField(default=1500000)),
                ('games', models.PositiveIntegerField(default=0)),
                ('peak', models.IntegerField(default=1500000, help_text='The highest so far, in millis.')),
                ('last_game_at', models.DateTimeField(null=True)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='ratings', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [models.Index(fields=['pool', '-millis'], name='rating_leaderboard')],
                'constraints': [models.UniqueConstraint(fields=('user', 'pool'), name='rating_once_a_pool'), models.CheckConstraint(condition=models.Q(('peak__gte', models.F('millis'))), name='rating_not_above_its_peak')],
            },
        ),
        migrations.CreateModel(
            name='RatingChange',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('side', models.PositiveSmallIntegerField()),
                ('before', models.IntegerField()),
                ('after', models.IntegerField()),
                ('games_before', models.PositiveIntegerField()),
                ('expected', models.PositiveIntegerField()),
                ('score', models.PositiveIntegerField()),
                ('by_bot', models.BooleanField(default=False, help_text="A bot played most of the player's cards.")),
                ('result', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='changes', to='ratings.ratedresult')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='rating_changes', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [models.Index(fields=['user', '-result'], name='rating_history')],
                'constraints': [models.UniqueConstraint(fields=('result', 'user'), name='rating_change_once_a_result'), models.CheckConstraint(condition=models.Q(('expected__lte', 4000000), ('score__lte', 4000000)), name='rating_change_in_millionths')],
            },
        ),
    ]
