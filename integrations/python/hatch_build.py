"""Generates tern_client.rest from the OpenAPI description while the wheel is built."""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

DESCRIPTION = "../../server/src/main/resources/dev/tern/server/openapi.yaml"


class GeneratingHook(BuildHookInterface):
    def initialize(self, version, build_data):
        here = Path(self.root)
        self.folder = tempfile.mkdtemp()
        rest = Path(self.folder, "rest")
        generate = [sys.executable, "-m", "openapi_python_client", "generate", "--fail-on-warning", "--meta", "none"]
        generate += ["--path", str(here / DESCRIPTION), "--output-path", str(rest)]
        generate += ["--custom-template-path", str(here / "templates"), "--config", str(here / "generator.yaml")]
        # The generator formats its output with ruff, which is installed next to it.
        path = str(Path(sys.executable).parent) + os.pathsep + os.environ.get("PATH", "")
        subprocess.run(generate, check=True, env={**os.environ, "PATH": path})
        build_data["force_include"][str(rest)] = "tern_client/rest"

    def finalize(self, version, build_data, artifact_path):
        shutil.rmtree(self.folder)
