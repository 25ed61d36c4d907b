#!/bin/sh
# Measures the Milvus store beside others, on servers that it starts, or on the one that TERN_MILVUS_URI names.
#
#   sh bench/milvus.sh insert [RELATIONS]     writing, beside a bare loop of the same client
#   sh bench/milvus.sh query [PASSAGES...]    retrieval on every store
#   sh bench/milvus.sh hub [RELATIONS]        a question about a hub beside one about an entity of ten relations
#   sh bench/milvus.sh edit [STATEMENTS...]   renaming and merging an entity of so many statements, and questions about it
#   sh bench/milvus.sh filter [PASSAGES]      what filters cost on every store, and whether they miss anything
#   sh bench/milvus.sh memory [ROWS]          memory of a process that copies, counts, verifies, exports, small and large
#   sh bench/milvus.sh parity FOLDER          the same passages on every store, filter or none? FOLDER in BEIR's layout
#
# SERVERS=lite or SERVERS=standalone measures on one of the two, SERVERS=none on the embedded store only; QUESTIONS=20 asks so
# many in each mode; FOLDER=... keeps the embedded store for the next run; HEAP=448m is the heap of these processes.
set -eu
if [ "${1-}" = parity ] && [ -n "${2-}" ]; then
    set -- parity "$(cd "$2" && pwd)"
fi
cd "$(dirname "$0")/.."
jdk=$(sh build/tools/find-jdk.sh)
mvn -q -B -Pall -pl tests/milvus -am -DskipTests package dependency:build-classpath -Dmdep.outputFile=target/class-path.txt \
    -Dmdep.includeScope=test
cd tests/milvus
exec "$jdk/bin/java" --enable-native-access=ALL-UNNAMED --add-modules=jdk.incubator.vector -Xmx4g \
    -Dservers="${SERVERS:-lite,standalone}" -Dquestions="${QUESTIONS:-100}" -Dheap="${HEAP:-448m}" -Dfolder="${FOLDER:-}" \
    -cp "$PWD/target/test-classes:$PWD/target/classes:$(cat target/class-path.txt)" \
    dev.tern.store.milvus.benchmark.Benchmarks "$@"
