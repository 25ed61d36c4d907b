#!/bin/sh
# Compares Tern with vector-graph-rag 0.4.0 on the same passages, triplets and vectors, in turns:
# without the encoder, and with it.
#
#   sh bench/peer.sh FOLDER [ROUNDS]    FOLDER in BEIR's layout; rules add missing triplets; default 5 rounds
#
# PASSAGES=1000 limits the passages; the relevant ones come first. PREPARED=DIR keeps the embedded
# input for the next run, which saves minutes. The Python environment in the user's cache has the
# versions of cli/src/test/python/peer-requirements.txt.
set -eu
[ $# -ge 1 ] || { sed -n 's/^#   //p' "$0"; exit 2; }
data=$(CDPATH='' cd -- "$1" && pwd)
prepared=${PREPARED:+$(mkdir -p "$PREPARED" && CDPATH='' cd -- "$PREPARED" && pwd)}
cd "$(dirname "$0")/.."
jdk=$(sh build/tools/find-jdk.sh)
mvn -q -B -pl cli -am -DskipTests package dependency:build-classpath -Dmdep.outputFile=target/class-path.txt \
    -Dmdep.includeScope=test
cd cli
python=$(sh ../build/tools/python-environment.sh tern-peer src/test/python/peer-requirements.txt)/bin/python
exec "$jdk/bin/java" --enable-native-access=ALL-UNNAMED -Dpython="$python" -Dprepared="$prepared" \
    -cp "$PWD/target/test-classes:$PWD/target/classes:$(cat target/class-path.txt)" \
    dev.tern.cli.PeerBenchmark run "$data" "${2:-5}" "${PASSAGES:-2147483647}"
