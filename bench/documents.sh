#!/bin/sh
# Measures by format how much of a document's visible text Tern extracts.
#
#   sh bench/documents.sh [DIR]    DIR holds files, each with its expected text in NAME.txt, or
#                                  as "text" in a NAME.json beside it;
#                                  default: the small set of the tests
set -eu
cd "$(dirname "$0")/.."
dir=$(CDPATH='' cd -- "${1:-documents/src/test/resources/texts}" && pwd)
jdk=$(sh build/tools/find-jdk.sh)
mvn -q -B -pl documents -am -DskipTests package dependency:build-classpath -Dmdep.outputFile=target/class-path.txt \
    -Dmdep.includeScope=test
exec "$jdk/bin/java" -cp "$PWD/documents/target/test-classes:$PWD/documents/target/classes:$(cat documents/target/class-path.txt)" \
    dev.tern.documents.TextAccuracy "$dir"
