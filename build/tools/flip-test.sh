#!/bin/sh
# Flips single bits of the files of an embedded store and truncates them, and checks after each
# damage that it is reported or harmless. Stops at the first failure and prints its position. Takes
# a quarter of an hour.
#
#   sh build/tools/flip-test.sh [FLIPS [TRUNCATIONS [MEGABYTES]]]     default 2000 and 200
#
# MEGABYTES sets the size of the damaged graph. 300 0 200 takes a few minutes.
#
# SEED=... repeats the damages of another run.
set -eu
cd "$(dirname "$0")/../.."
jdk=$(sh build/tools/find-jdk.sh)
mvn -q -B -pl tests/lucene -am -DskipTests package dependency:build-classpath -Dmdep.outputFile=target/class-path.txt \
    -Dmdep.includeScope=test
cd tests/lucene
exec "$jdk/bin/java" --enable-native-access=ALL-UNNAMED --add-modules=jdk.incubator.vector -Xmx512m ${SEED:+-Dseed="$SEED"} \
    -cp "target/test-classes:target/classes:$(cat target/class-path.txt)" \
    dev.tern.store.lucene.FlipBenchmark "${1-2000}" "${2-200}" "${3-0}"
