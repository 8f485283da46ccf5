"""Texts of allauth shown here whose German translation is stilted; ours take precedence."""

from django.utils.translation import gettext_noop as _

WORDS = (
    _("Use your password"),
    _("Use authenticator app or code"),
    _("Use a security key"),
    _("You cannot deactivate two-factor authentication."),
    _("You cannot generate recovery codes without having two-factor authentication enabled."),
    _("Authenticator code"),
    _("Too many failed login attempts. Try again later."),
    _("You are receiving this mail because the following change was made to your account:"),
    _(
        "If you do not recognize this change then please take proper security precautions immediately. The change to your account originates from:\n\n- IP address: %(ip)s\n- Browser: %(user_agent)s\n- Date: %(timestamp)s"
    ),
    _("Your email has been changed from %(from_email)s to %(to_email)s."),
    _("Your email has been confirmed."),
    _(
        "You’re receiving this email because user %(user_display)s has given your email address to register an account on %(site_domain)s."
    ),
    _("To confirm this is correct, go to %(activate_url)s"),
    _("Email address %(deleted_email)s has been removed from your account."),
    _("Your password has been reset."),
    _("Your password has been set."),
    _("Security key added."),
    _("Security key removed."),
    _("A new security key has been added."),
    _("A security key has been removed."),
    _("Signed out of all other sessions."),
)
