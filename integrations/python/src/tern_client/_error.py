"""The errors of the client."""


class TernError(Exception):
    """A failed request, with the message of the server or the reason for its missing answer.

    ``status`` is the HTTP status, or None without a response; ``instance`` identifies the entry in
    the server's log.
    """

    def __init__(self, message: str, status: int | None = None, instance: str | None = None):
        super().__init__(message)
        self.status = status
        self.instance = instance


class VersionWarning(UserWarning):
    """A server of another version than this client."""
