#!/bin/sh
# Fetches the models that read scanned pages and pictures, once, and prints their folder:
#
#   export TERN_LOAD_OCR_MODELS=$(sh build/tools/ocr-models.sh)
#
# They come from PyPI with pinned checksums, and stay in the user's cache (32 MB).
set -eu
home=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd)
folder=$(sh "$home/build/tools/python-environment.sh" tern-ocr "$home/plugins/ocr/src/test/python/requirements.txt")
echo "$folder"/lib/python3*/site-packages/rapidocr/models
