#!/bin/sh
# Lets 16 threads retrieve from an embedded graph while it changes without a rest, compares everything that they find with what
# the graph held then, and shows what is held of the machine before and after; some minutes.
#
#   sh bench/soak.sh [RETRIEVALS]     100000 unless told otherwise
#
# HEAP=256m is the heap of the process.
set -eu
cd "$(dirname "$0")/.."
jdk=$(sh build/tools/find-jdk.sh)
mvn -q -B -pl tests/lucene -am -DskipTests package dependency:build-classpath -Dmdep.outputFile=target/class-path.txt \
    -Dmdep.includeScope=test
cd tests/lucene
exec "$jdk/bin/java" --enable-native-access=ALL-UNNAMED --add-modules=jdk.incubator.vector -Xmx"${HEAP:-256m}" \
    -cp "target/test-classes:target/classes:$(cat target/class-path.txt)" \
    dev.tern.store.lucene.SoakBenchmark "${1-100000}"
