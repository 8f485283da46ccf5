"""One view for the forms and buttons whose request only reads, acts and answers."""

from collections.abc import Callable
from typing import Any, ClassVar

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse

from spades_site.accounts.models import User
from spades_site.accounts.requests import person_of
from spades_site.common.forms import PageForm, Words
from spades_site.common.pages import View, answer_form, carry_out, form_of, member_required
from spades_site.common.people.picking import Circle


class Place:
    """The page on which a form or button is, for one request.

    A subclass finds what the address names, or raises Http404 where the viewer may not act. `slug`, `pk`
    and `key` are from the address, `values` from the form.
    """

    page: ClassVar[tuple[str, ...]]
    """The name of the page to which a GET leads, and the keys of its address, as for `form_of`."""
    is_public: ClassVar = False
    """Whether guests may act, and visitors are sent to the page after signing in."""

    def __init__(self, request: HttpRequest, *, slug: str = "", pk: int = 0, key: int = 0) -> None:
        self.request, self.slug, self.pk, self.key = request, slug, pk, key
        self.values: dict[str, Any] = {}

    @property
    def by(self) -> User:
        """Return who acts."""
        return person_of(self.request)

    @property
    def back(self) -> str:
        """Return the address to go to afterwards, by default the page's."""
        name, *keys = self.page
        return reverse(name, args=[getattr(self, key) for key in keys or ("slug",)])

    def show(self, form: PageForm) -> HttpResponse:
        """Return the page with a refused form in its place."""
        raise NotImplementedError

    def undo(self) -> Callable[[], str] | None:
        """Return the function for undoing what begins now, as in `carry_out`."""
        return None

    def bound[Form: PageForm](self, form: type[Form], **given: Any) -> Form:
        """Return a form with what was sent."""
        return form(self.request.POST, action=self.request.path, **given)


class Action[At: Place, Made]:
    """The view of a form, or without one of a button: find the place, call `act`, show `done`, and go back, or to the
    address from `to`. `people` are those whom the form can name.
    """

    def __init__(
        self,
        place: type[At],
        act: Callable[[At], Made],
        *,
        done: Words | Callable[[At, Made], str] = "",
        form: type[PageForm] | Callable[[At], PageForm] | None = None,
        to: Callable[[At, Made], str] | None = None,
        people: Callable[[At], Circle] | None = None,
    ) -> None:
        self.place, self.act, self.done, self.form, self.to = place, act, done, form, to
        self.named = people
        # Middleware tells apps apart by the module of a view.
        self.__module__ = place.__module__
        answer: View = self.answer if place.is_public else member_required(self.answer)
        self.view = form_of(*place.page)(answer)

    def __call__(self, request: HttpRequest, **address: Any) -> HttpResponse:
        return self.view(request, **address)

    def people(self, request: HttpRequest, **address: Any) -> Circle:
        """Return who can be named in the form. Raises Http404 where nobody can, or the user may not act."""
        if self.named is None:
            raise Http404
        return self.named(self.place(request, **address))

    def answer(self, request: HttpRequest, **address: Any) -> HttpResponse:
        """Answer a POST."""
        at = self.place(request, **address)
        if not request.user.is_authenticated:
            return redirect_to_login(at.back)
        done, to, undo = self._done(at), self._to(at), at.undo()
        if self.form is None:
            return carry_out(
                request, lambda: self.act(at), done=done, back=at.back, to=to, undo=undo
            )
        form = at.bound(self.form) if isinstance(self.form, type) else self.form(at)

        def act(values: dict[str, Any]) -> Made:
            at.values = values
            return self.act(at)

        return answer_form(
            request, form, act, page=lambda: at.show(form), done=done, back=to, undo=undo
        )

    def _done(self, at: At) -> Callable[[Made], str]:
        done = self.done
        return lambda made: done(at, made) if callable(done) else str(done)

    def _to(self, at: At) -> Callable[[Made], str]:
        return lambda made: self.to(at, made) if self.to else at.back
