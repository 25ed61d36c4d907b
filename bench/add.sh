#!/bin/sh
# Measures tern add as a separate process.
#
#   sh bench/add.sh offline CORPUS.jsonl   each text of a corpus as a file, without a chat model: once and four times
#   sh bench/add.sh model [PASSAGES]       with a provider that takes 200 ms per call, 32 calls at once
#
# HEAP=512m sets the heap of the process.
set -eu
case "${1-}" in
    offline) set -- offline "$(cd "$(dirname "$2")" && pwd)/$(basename "$2")" ;;
    model) set -- model "${2-2000}" ;;
    *) sed -n 's/^#   //p' "$0"; exit 2 ;;
esac
cd "$(dirname "$0")/.."
jdk=$(sh build/tools/find-jdk.sh)
mvn -q -B -pl cli -am -DskipTests package dependency:build-classpath -Dmdep.outputFile=target/class-path.txt \
    -Dmdep.includeScope=test
cd cli
exec "$jdk/bin/java" -Dheap="${HEAP:-512m}" -cp "$PWD/target/test-classes:$PWD/target/classes:$(cat target/class-path.txt)" \
    dev.tern.cli.AddBenchmark "$@"
