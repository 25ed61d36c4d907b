#!/bin/sh
# Measures tern serve as a separate process with models that answer after 100 ms: 64 clients ask
# while documents are added; then the server is stopped under load and started again.
#
#   sh bench/serve.sh embedded [SECONDS]      on the embedded store
#   sh bench/serve.sh lite [SECONDS]          on Milvus Lite, which is killed and started again under load
#   sh bench/serve.sh standalone [SECONDS]    on Milvus 2.3, likewise
#   sh bench/serve.sh demo [SECONDS]          the graph of tern demo with the in-process model; one client and 64, in turns
#   sh bench/serve.sh worst [SECONDS]         on the embedded store, 64 clients that send the most expensive requests
#
# STORE=DIR QUESTIONS=FILE, with absolute paths, let "demo" ask the graph "default" of an embedded store the questions
# of a file, one a line; EMBEDDING=static names the model that embedded the graph.
#
# HEAP=448m sets the heap of the server, CLIENTS=64 the number of clients, THINK=0 the milliseconds
# between an answer and the next question, OPTIONS=... Java options of the server, DOCUMENTS=10000
# the size of the graph of "worst".
set -eu
case "${1-}" in
    embedded | demo | worst | lite | standalone) set -- "$1" "${2-60}" ;;
    *) sed -n 's/^# //p' "$0"; exit 2 ;;
esac
cd "$(dirname "$0")/.."
jdk=$(sh build/tools/find-jdk.sh)
modules=cli
milvus=
case "$1" in lite | standalone) modules=cli,tests/milvus ;; esac
mvn -q -B -Pall -pl "$modules" -am -DskipTests package dependency:build-classpath -Dmdep.outputFile=target/class-path.txt \
    -Dmdep.includeScope=test
if [ "$modules" != cli ]; then
    milvus="$PWD/tests/milvus/target/test-classes:$(cat tests/milvus/target/class-path.txt)"
fi
cd cli
exec "$jdk/bin/java" -Dheap="${HEAP:-448m}" -Dclients="${CLIENTS:-64}" -Dthink="${THINK:-0}" -Doptions="${OPTIONS:-}" \
    -Ddocuments="${DOCUMENTS:-10000}" -Dstore="${STORE:-}" -Dquestions="${QUESTIONS:-}" \
    -Dembedding="${EMBEDDING:-all-MiniLM-L6-v2}" -Dmilvus="$milvus" -cp "$PWD/target/test-classes:$PWD/target/classes:$(cat target/class-path.txt)" \
    dev.tern.cli.ServeBenchmark "$@"
