#!/bin/sh
# Measures the ways to find statements without a chat model: what a graph of them finds in mode local, beside the statements
# that came with the documents and beside none, and how many texts a second they read.
#
#   sh bench/extraction.sh FOLDER...     folders in BEIR's layout; one without queries.jsonl is only timed
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
