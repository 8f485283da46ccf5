from django.conf import settings
from django.db import migrations, models


def count_opponents(apps, schema_editor):
    """Fill `Rating.opponents` from the log: in one query for each pool, as `meetings.opponents_of` does."""
    Rating, Change = apps.get_model('ratings', 'Rating'), apps.get_model('ratings', 'RatingChange')
    for pool in ('partnership', 'headsup', 'solo'):
        paired = Change.objects.filter(result__pool=pool).annotate(
            other=models.F('result__changes__user'), their=models.F('result__changes__side')
        )
        counted = paired.exclude(side=models.F('their')).values_list('user_id')
        found = dict(counted.annotate(models.Count('other', distinct=True)).order_by())
        ratings = list(Rating.objects.filter(pool=pool, user_id__in=found))
        for rating in ratings:
            rating.opponents = found[rating.user_id]
        Rating.objects.bulk_update(ratings, ['opponents'], batch_size=500)


class Migration(migrations.Migration):

    dependencies = [
        ('ratings', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='rating',
            name='opponents',
            field=models.PositiveIntegerField(default=0, help_text='How many different people the player has been rated against.'),
        ),
        migrations.AddField(
            model_name='ratingchange',
            name='divisor',
            field=models.PositiveIntegerField(default=1, help_text='The game counts as one divided by this (`elo.divisor`).'),
        ),
        migrations.AddField(
            model_name='ratingchange',
            name='left',
            field=models.BooleanField(default=False, help_text='The player left the game, which is rated as lost.'),
        ),
        migrations.AddConstraint(
            model_name='ratingchange',
            constraint=models.CheckConstraint(condition=models.Q(('divisor__gte', 1)), name='rating_change_divisor_positive'),
        ),
        migrations.RunPython(count_opponents, migrations.RunPython.noop),
    ]
