from allauth.account.decorators import reauthentication_required
from django.contrib.auth.decorators import login_required
from django.urls import path

from spades_site.accounts import friend_views, picking_views, views
from spades_site.accounts.sign_in import login
from spades_site.accounts.tokens import views as token_views

urlpatterns = [
    path("settings/", views.settings, name="settings"),
    path("avatar/", views.avatar, name="avatar"),
    path("avatar/upload/", views.avatar_upload, name="avatar_upload"),
    # static/js/avatar.js has the same address.
    path("avatar/<str:digest>.webp", views.avatar_picture, name="avatar_picture"),
    path("export/", views.export, name="account_export"),
    path("bot/", views.bot_account, name="bot_account"),
    path("close/", views.close, name="account_close"),
    path("tokens/", token_views.tokens, name="tokens"),
    path("tokens/<int:pk>/revoke/", token_views.token_revoke, name="token_revoke"),
    path("language/", views.choose_language, name="choose_language"),
    path("people-to-name/", picking_views.people_to_name, name="people_to_name"),
    path("friends/", friend_views.friends, name="friends"),
    path("friends/ask/", friend_views.ask, name="friend_ask"),
    path("friends/accept/", friend_views.accept, name="friend_accept"),
    path("friends/remove/", friend_views.remove, name="friend_remove"),
    path("guest/", views.become_guest, name="become_guest"),
    # Before allauth's own: ours lists the sessions without asking for the password, but asks before ending any.
    path(
        "sessions/",
        login_required(reauthentication_required(login.end_other_sessions, allow_get=True)),
        name="usersessions_list",
    ),
    # Before allauth's own, which treat a guest as somebody with an account.
    path("signup/", login.SignUp.as_view(), name="account_signup"),
    path("login/", login.SignIn.as_view(), name="account_login"),
    path("2fa/authenticate/", login.SignInBySecondFactor.as_view(), name="mfa_authenticate"),
    path("2fa/webauthn/login/", login.SignInByPasskey.as_view(), name="mfa_login_webauthn"),
]
