#!/bin/sh
# Measures tern serve as a process of its own, beside models that answer after 100 ms: 64 clients ask while documents are
# added; then the server is told to end under load, and started again.
#
#   sh bin/serve-benchmark.sh embedded [SECONDS]            on the embedded store
#   sh bin/serve-benchmark.sh milvus PROGRAM [SECONDS]      on Milvus Lite, by its program milvus-lite, which is killed and
#                                                           started again under load
#
# HEAP=448m is the heap of the server, CLIENTS=64 how many ask, THINK=0 how many milliseconds each waits between an answer and
# the next question.
set -eu
case "${1-}" in
    embedded) set -- embedded "${2-60}" ;;
    milvus) set -- milvus "${3-60}" "${2:?the program milvus-lite is missing}" ;;
    *) sed -n 's/^# //p' "$0"; exit 2 ;;
esac
cd "$(dirname "$0")/.."
jdk=$(sh bin/find-jdk.sh)
mvn -q -B -pl cli -am -DskipTests package dependency:build-classpath -Dmdep.outputFile=target/class-path.txt \
    -Dmdep.includeScope=test
cd cli
exec "$jdk/bin/java" -Dheap="${HEAP:-448m}" -Dclients="${CLIENTS:-64}" -Dthink="${THINK:-0}" \
    -cp "$PWD/target/test-classes:$PWD/target/classes:$(cat target/class-path.txt)" \
    dev.tern.cli.ServeBenchmark "$@"
