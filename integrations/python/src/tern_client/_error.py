"""What goes wrong."""


class TernError(Exception):
    """A request that was not done. Its text is what the server said, or why there is no answer of a server.

    ``status`` is the HTTP status, None where none came; the log of the server has more under ``instance``.
    """

    def __init__(self, message: str, status: int | None = None, instance: str | None = None):
        super().__init__(message)
        self.status = status
        self.instance = instance


class VersionWarning(UserWarning):
    """The server is of another version than this client."""
