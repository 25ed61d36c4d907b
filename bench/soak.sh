#!/bin/sh
# Lets 16 threads retrieve from an embedded graph while it changes, compares every result with the
# content of the graph at that time, and prints memory and file handles before and after. Takes
# minutes.
#
#   sh bench/soak.sh [RETRIEVALS]     default 100000
#
# HEAP=256m sets the heap of the process.
set -eu
cd "$(dirname "$0")/.."
jdk=$(sh build/tools/find-jdk.sh)
mvn -q -B -pl tests/lucene -am -DskipTests package dependency:build-classpath -Dmdep.outputFile=target/class-path.txt \
    -Dmdep.includeScope=test
cd tests/lucene
exec "$jdk/bin/java" --enable-native-access=ALL-UNNAMED --add-modules=jdk.incubator.vector -Xmx"${HEAP:-256m}" \
    -cp "target/test-classes:target/classes:$(cat target/class-path.txt)" \
    dev.tern.store.lucene.SoakBenchmark "${1-100000}"
