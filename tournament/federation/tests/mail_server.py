"""A local mail server for tests that refuses the given addresses."""

import socketserver
import threading
from contextlib import contextmanager


class MailServer(socketserver.ThreadingTCPServer):
    """A minimal SMTP server."""

    allow_reuse_address = True
    daemon_threads = True

    def __init__(self, refused):
        super().__init__(("127.0.0.1", 0), Session)
        self.refused = refused
        self.letters = []
        """Sender, recipients and content of the accepted messages."""


class Session(socketserver.StreamRequestHandler):
    """The connection of one client."""

    def say(self, line):
        self.wfile.write(line.encode() + b"\r\n")

    def handle(self):
        self.say("220 mail.test")
        to = []
        sender = ""
        while line := self.rfile.readline().decode().strip():
            verb, _colon, rest = line.partition(":")
            if verb.upper().startswith("MAIL FROM"):
                sender, to = rest.partition(">")[0].lstrip(" <"), []
                self.say("250 OK")
            elif verb.upper().startswith("RCPT TO"):
                address = rest.strip().strip("<>")
                if address in self.server.refused:
                    self.say("550 No such mailbox")
                else:
                    to.append(address)
                    self.say("250 OK")
            elif line.upper() == "DATA":
                self.say("354 Go on")
                content = b""
                while (row := self.rfile.readline()) != b".\r\n":
                    content += row
                self.server.letters.append((sender, to, content))
                self.say("250 Taken")
            elif line.upper() == "QUIT":
                self.say("221 Bye")
                return
            else:
                self.say("250 OK")


@contextmanager
def mail_server(settings, *, refused=()):
    """Run a mail server, configure the program for it, and yield the accepted messages."""
    with MailServer(set(refused)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        use_mail_server(settings, server.server_address[1])
        try:
            yield server.letters
        finally:
            server.shutdown()


def use_mail_server(settings, port):
    """Configure this port for mail; nothing needs to listen there."""
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", port
    settings.EMAIL_HOST_USER = settings.EMAIL_HOST_PASSWORD = ""
    settings.DEFAULT_FROM_EMAIL = "club@example.org"
