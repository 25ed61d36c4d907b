#!/bin/sh
# Samples entities and relations that the rules extract from a corpus, with context, for manual
# review.
#
#   sh bench/extraction-sample.sh FOLDER [ENTITIES [RELATIONS [SEED]]]     FOLDER in BEIR's layout; default 400, 200, 1
set -eu
folder=$(cd "$1" && pwd)
cd "$(dirname "$0")/.."
jdk=$(sh build/tools/find-jdk.sh)
mvn -q -B -pl bench/eval -am -DskipTests package dependency:build-classpath -Dmdep.outputFile=target/class-path.txt \
    -Dmdep.includeScope=test
cd bench/eval
exec "$jdk/bin/java" -cp "target/test-classes:target/classes:$(cat target/class-path.txt)" dev.tern.eval.ExtractionSample \
    "$folder/corpus.jsonl" "${2:-400}" "${3:-200}" "${4:-1}"
