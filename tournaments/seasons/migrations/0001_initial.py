import django.db.models.deletion
import django.db.models.expressions
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('events', '0001_initial'),
        ('leagues', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Division',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('level', models.PositiveSmallIntegerField(help_text='From 1, the highest.')),
                ('name', models.CharField(max_length=40, verbose_name='name')),
                ('size', models.PositiveSmallIntegerField(default=8, verbose_name='places')),
                ('promoted', models.PositiveSmallIntegerField(default=0, verbose_name='promoted')),
                ('relegated', models.PositiveSmallIntegerField(default=0, verbose_name='relegated')),
                ('play_offs', models.PositiveSmallIntegerField(default=0, help_text='From the top of the table; 0: none.', verbose_name='places in the play-offs')),
                ('play_off', models.OneToOneField(blank=True, help_text='The bracket of its best after the last round.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='play_off_of', to='events.tournament')),
                ('season', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='divisions', to='leagues.season')),
                ('tournament', models.OneToOneField(blank=True, help_text='Made when the season is published.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='division', to='events.tournament')),
            ],
            options={
                'ordering': ['level'],
                'constraints': [models.UniqueConstraint(fields=('season', 'level'), name='division_level_once'), models.CheckConstraint(condition=models.Q(('level__gte', 1)), name='division_levels_from_one'), models.CheckConstraint(condition=models.Q(('size__gte', 2), ('size__lte', 32)), name='division_size'), models.CheckConstraint(condition=models.Q(('size__gte', django.db.models.expressions.CombinedExpression(models.F('promoted'), '+', models.F('relegated')))), name='division_moves_within_its_size')],
            },
        ),
        migrations.CreateModel(
            name='SeasonEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(help_text="The players' names, or the team's.", max_length=130)),
                ('status', models.CharField(choices=[('invited', "waiting for a player's answer"), ('entered', 'entered'), ('declined', 'a player declined'), ('withdrawn', 'withdrawn')], default='invited', max_length=10)),
                ('seed_no', models.PositiveSmallIntegerField(blank=True, help_text='In its division, from 1; empty: not placed yet.', null=True)),
                ('came_from', models.CharField(blank=True, default='', help_text='How it came to its division: promoted, relegated, stays, or empty for newcomers.', max_length=10)),
                ('rating', models.PositiveSmallIntegerField(blank=True, help_text="Mean of its players' ratings when it was placed.", null=True)),
                ('reason', models.CharField(blank=True, default='', help_text='Why it withdrew.', max_length=300)),
                ('created_at', models.DateTimeField()),
                ('division', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='entries', to='seasons.division')),
                ('entry', models.OneToOneField(blank=True, help_text="In its division's tournament, once the season is published.", null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='season_entry', to='events.entry')),
                ('season', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='entries', to='leagues.season')),
                ('team', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='season_entries', to='leagues.team')),
            ],
            options={
                'verbose_name_plural': 'season entries',
                'ordering': ['division__level', 'seed_no', 'pk'],
                'constraints': [models.UniqueConstraint(condition=models.Q(('status__in', ('invited', 'entered'))), fields=('season', 'team'), name='team_enters_season_once'), models.UniqueConstraint(fields=('division', 'seed_no'), name='division_seed_once'), models.CheckConstraint(condition=models.Q(('seed_no', None), models.Q(('division__isnull', False), ('seed_no__gte', 1)), _connector='OR'), name='season_seed_within_division')],
            },
        ),
        migrations.CreateModel(
            name='FinalPlace',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(blank=True, default='', help_text='In a series of pairs or teams theirs.', max_length=310)),
                ('place', models.PositiveSmallIntegerField(help_text="In the division's table, or in the series.")),
                ('field_size', models.PositiveSmallIntegerField(help_text='How many were ranked there.')),
                ('champion', models.BooleanField(default=False)),
                ('season', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='final_places', to='leagues.season')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='final_places', to=settings.AUTH_USER_MODEL)),
                ('entry', models.ForeignKey(blank=True, help_text='Empty in a series.', null=True, on_delete=django.db.models.deletion.CASCADE, related_name='final_places', to='seasons.seasonentry')),
            ],
            options={
                'ordering': ['season', 'place', 'pk'],
                'constraints': [models.UniqueConstraint(fields=('season', 'user'), name='ends_season_once'), models.CheckConstraint(condition=models.Q(('field_size__gte', models.F('place')), ('place__gte', 1)), name='final_place_within_field')],
            },
        ),
        migrations.CreateModel(
            name='SeasonPlayer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('position', models.PositiveSmallIntegerField(help_text='From 0.')),
                ('accepted_at', models.DateTimeField(blank=True, help_text="Empty: they haven't answered the invitation.", null=True)),
                ('active', models.BooleanField(default=False, help_text="They have accepted, and the entry hasn't withdrawn.")),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='players', to='seasons.seasonentry')),
                ('season', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='leagues.season')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='season_places', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['position'],
                'constraints': [models.UniqueConstraint(condition=models.Q(('active', True)), fields=('season', 'user'), name='plays_season_once'), models.UniqueConstraint(fields=('entry', 'position'), name='season_position_once')],
            },
        ),
        migrations.CreateModel(
            name='StandIn',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
                ('season', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='stand_ins', to='leagues.season')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='stands_in', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['at', 'pk'],
                'constraints': [models.UniqueConstraint(fields=('season', 'user'), name='stands_in_season_once')],
            },
        ),
        migrations.CreateModel(
            name='Break',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=40, verbose_name='name')),
                ('starts_on', models.DateField(verbose_name='first day')),
                ('ends_on', models.DateField(verbose_name='last day')),
                ('season', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='breaks', to='leagues.season')),
            ],
            options={
                'ordering': ['starts_on'],
                'constraints': [models.CheckConstraint(condition=models.Q(('ends_on__gte', models.F('starts_on'))), name='break_ends_after_start')],
            },
        ),
    ]
