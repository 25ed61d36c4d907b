#!/bin/sh
# Draws entities and relations that the rules find in a corpus, each with the text around it, to be judged by reading.
#
#   sh bench/extraction-sample.sh FOLDER [ENTITIES [RELATIONS [SEED]]]     a folder in BEIR's layout; 400, 200 and 1 unless set
set -eu
folder=$(cd "$1" && pwd)
cd "$(dirname "$0")/.."
jdk=$(sh build/tools/find-jdk.sh)
mvn -q -B -pl bench/eval -am -DskipTests package dependency:build-classpath -Dmdep.outputFile=target/class-path.txt \
    -Dmdep.includeScope=test
cd bench/eval
exec "$jdk/bin/java" -cp "target/test-classes:target/classes:$(cat target/class-path.txt)" dev.tern.eval.ExtractionSample \
    "$folder/corpus.jsonl" "${2:-400}" "${3:-200}" "${4:-1}"
