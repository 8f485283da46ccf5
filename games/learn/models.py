"""People's progress in the course."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class LessonProgress(models.Model):
    """A person's progress in a lesson: the right answers so far, which the course replays to find the step."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="lessons"
    )
    lesson = models.CharField(max_length=40)
    answers = models.JSONField(default=list, help_text=_("One right answer for each step taken."))
    done_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "lesson"], name="progress_once_a_lesson")
        ]

    def __str__(self) -> str:
        return f"{self.user_id} {self.lesson} {len(self.answers)}"
