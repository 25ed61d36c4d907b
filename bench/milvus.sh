#!/bin/sh
# Compares the Milvus store with others, on servers that it starts or on TERN_MILVUS_URI.
#
#   sh bench/milvus.sh insert [RELATIONS]     writing, compared with a bare loop of the same client
#   sh bench/milvus.sh query [PASSAGES...]    retrieval on every store
#   sh bench/milvus.sh edit [STATEMENTS...]   renaming and merging an entity, by its number of statements, and questions
#   sh bench/milvus.sh filter [PASSAGES]      cost and recall of filters on every store
#   sh bench/milvus.sh memory [ROWS]          memory of copying, counting, verifying and exporting, small and large
#   sh bench/milvus.sh parity FOLDER          equality of results on every store, with and without filters; BEIR's layout
#
# SERVERS=lite or SERVERS=standalone selects one server, SERVERS=none only the embedded store.
# QUESTIONS=20 limits the questions per mode. FOLDER=... keeps the embedded store for the next run.
# HEAP=448m sets the heap of the processes.
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
