"""Printing mail on the console so that it can be read."""

from email.message import EmailMessage as Message

from django.core.mail import EmailMessage
from django.core.mail.backends.console import EmailBackend


class ReadableConsole(EmailBackend):
    """Prints each mail's head and text as its reader would see them.

    Django's own prints the mail as it goes over the wire, where a long link is broken over lines with `=`: nobody
    could follow it from there.
    """

    def write_message(self, message: EmailMessage) -> None:
        """Print one mail."""
        mail = message.message()
        lines = [f"{name}: {mail[name]}" for name in ("Subject", "From", "To") if mail[name]]
        text = mail.get_body(("plain",)) if isinstance(mail, Message) else None
        lines += ["", str(text.get_content()) if text is not None else str(message.body)]
        self.stream.write("\n".join(lines).rstrip() + f"\n{'-' * 79}\n")
