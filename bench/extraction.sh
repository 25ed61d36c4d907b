#!/bin/sh
# Compares extractors that need no chat model: recall of local mode with their statements, with
# given statements and without any, and texts per second.
#
#   sh bench/extraction.sh FOLDER...     folders in BEIR's layout; without queries.jsonl only the speed is measured
set -eu
count=$#
for folder in "$@"; do
    set -- "$@" "$(cd "$folder" && pwd)"
done
shift "$count"
cd "$(dirname "$0")/.."
jdk=$(sh build/tools/find-jdk.sh)
mvn -q -B -pl bench/eval -am -DskipTests package dependency:build-classpath -Dmdep.outputFile=target/class-path.txt \
    -Dmdep.includeScope=test
cd bench/eval
exec "$jdk/bin/java" --enable-native-access=ALL-UNNAMED --add-modules=jdk.incubator.vector -Xmx4g \
    -cp "target/test-classes:target/classes:$(cat target/class-path.txt)" dev.tern.eval.ExtractionBenchmark "$@"
