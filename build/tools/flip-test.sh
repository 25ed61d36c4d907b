#!/bin/sh
# Flips single bits of, and cuts off, files of an embedded store, and asks after each damage what the store knows and answers.
# Ends with the first one that is neither told nor harmless, and says its place; a quarter of an hour.
#
#   sh build/tools/flip-test.sh [FLIPS [TRUNCATIONS [MEGABYTES]]]     2000 and 200 unless told otherwise
#
# With MEGABYTES they are done to one graph of that size. 300 0 200 takes a few minutes.
#
# SEED=... does those of another run again.
set -eu
cd "$(dirname "$0")/../.."
jdk=$(sh build/tools/find-jdk.sh)
mvn -q -B -pl tests/lucene -am -DskipTests package dependency:build-classpath -Dmdep.outputFile=target/class-path.txt \
    -Dmdep.includeScope=test
cd tests/lucene
exec "$jdk/bin/java" --enable-native-access=ALL-UNNAMED --add-modules=jdk.incubator.vector -Xmx512m ${SEED:+-Dseed="$SEED"} \
    -cp "target/test-classes:target/classes:$(cat target/class-path.txt)" \
    dev.tern.store.lucene.FlipBenchmark "${1-2000}" "${2-200}" "${3-0}"
