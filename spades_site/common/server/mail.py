"""Readable mail on the console."""

from email.message import EmailMessage as Message

from django.core.mail import EmailMessage
from django.core.mail.backends.console import EmailBackend


class ReadableConsole(EmailBackend):
    """Prints each mail's headers and text as its reader would see them.

    Django's own backend prints the encoded mail, in which a long link is broken over lines with `=` and can't be
    opened.
    """

    def write_message(self, message: EmailMessage) -> None:
        """Print one mail."""
        mail = message.message()
        lines = [f"{name}: {mail[name]}" for name in ("Subject", "From", "To") if mail[name]]
        text = mail.get_body(("plain",)) if isinstance(mail, Message) else None
        lines += ["", str(text.get_content()) if text is not None else str(message.body)]
        self.stream.write("\n".join(lines).rstrip() + f"\n{'-' * 79}\n")
