#!/bin/sh
# Measures the in-process embedding model against ONNX Runtime with the same network, in turns.
#
#   sh bench/embedding.sh FOLDER [ROUNDS]    FOLDER in BEIR's layout, with triplets; 5 rounds
#
# TEXTS=5000 limits the number of passages, statements and names.
set -eu
[ $# -ge 1 ] || { sed -n 's/^#   //p' "$0"; exit 2; }
data=$(CDPATH='' cd -- "$1" && pwd)
cd "$(dirname "$0")/.."
jdk=$(sh build/tools/find-jdk.sh)
python=$(sh build/tools/python-environment.sh tern-embedding models/src/test/python/requirements.txt)/bin/python
mvn -q -B -pl models -am -DskipTests package dependency:build-classpath -Dmdep.outputFile=target/class-path.txt \
    -Dmdep.includeScope=test
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
set -- "${2:-5}" "$jdk/bin/java" --enable-native-access=ALL-UNNAMED \
    -cp "$PWD/models/target/test-classes:$PWD/models/target/classes:$(cat models/target/class-path.txt)" dev.tern.models.EmbeddingBenchmark
rounds=$1
shift
"$@" files "$work"
"$python" models/src/test/python/embedding.py "$data" "${TEXTS:-5000}" "$rounds" "$work" "$@"
