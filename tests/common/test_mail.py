"""Mail on the console is readable, and its links work."""

from io import StringIO

from django.core.mail import EmailMultiAlternatives

from spades_site.common.server.mail import ReadableConsole


def test_a_long_link_is_printed_on_one_line() -> None:
    link = "http://localhost:8000/account/confirm-email/" + "a1:" * 30 + "/"
    mail = EmailMultiAlternatives(
        "Please confirm", f"Grüße!\n\nGo to {link}\n", "Club <club@localhost>", ["ann@example.org"]
    )
    mail.attach_alternative("<p>Hello</p>", "text/html")
    console = StringIO()
    assert ReadableConsole(stream=console).send_messages([mail]) == 1
    assert console.getvalue() == (
        "Subject: Please confirm\nFrom: Club <club@localhost>\nTo: ann@example.org\n\n"
        f"Grüße!\n\nGo to {link}\n{'-' * 79}\n"
    )
