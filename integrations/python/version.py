"""The version of the client: TERN_VERSION of a release, or that of the checkout."""

import os

__version__ = os.environ.get("TERN_VERSION", "0.1.0.dev0")
