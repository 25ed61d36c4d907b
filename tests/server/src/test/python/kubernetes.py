"""Holds manifests against the schemas of Kubernetes, strictly: what is not known is wrong."""

import sys

import kubernetes_validate
import yaml

for path in sys.argv[1:]:
    with open(path, encoding="utf-8") as file:
        for manifest in yaml.safe_load_all(file):
            kubernetes_validate.validate(manifest, kubernetes_validate.latest_version(), strict=True)
            print(path, manifest["kind"])
