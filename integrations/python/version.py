"""The version of the Tern that the client is made with: TERN_VERSION of a release, else that of a checkout."""

import os

__version__ = os.environ.get("TERN_VERSION", "0.1.0.dev0")
