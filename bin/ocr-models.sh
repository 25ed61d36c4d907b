#!/bin/sh
# Fetches the models that read scanned pages and pictures, once, and prints the folder that they are in:
#
#   export TERN_LOAD_OCR_MODELS=$(sh bin/ocr-models.sh)
#
# They come from PyPI, are held to their checksum, and stay in a folder of the user's cache (32 MB).
set -eu
home=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
requirements=$home/documents/src/test/python/requirements.txt
sum=$(cksum <"$requirements")
cache=${XDG_CACHE_HOME:-$HOME/.cache}/tern-ocr-models
folder=$cache/${sum%% *}
mkdir -p "$cache"
# One at a time fetches them; what a killed one left behind is thrown away. The lock goes with the descriptor.
exec 9>"$cache/lock"
flock 9
if [ ! -f "$folder/complete" ]; then
    sh "$home/bin/setup.sh" python >&2
    echo "fetching the models that read pictures, once ..." >&2
    rm -rf "$folder" "$cache/venv"
    python3 -m venv "$cache/venv"
    "$cache/venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-input --no-deps --no-compile \
        --only-binary=:all: --require-hashes --requirement "$requirements" --target "$folder" >&2
    rm -rf "$cache/venv"
    : >"$folder/complete"
fi
echo "$folder/rapidocr/models"
