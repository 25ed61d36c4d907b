#!/bin/sh
# Measures whole processes from the shell: tern ask on four passages, tern demo, and tern serve until it answers, with its memory.
#
#   sh bench/start.sh [TIMES]    5 times, by turns, after one that is not counted
set -eu
cd "$(dirname "$0")/.."
jdk=$(sh build/tools/find-jdk.sh)
mvn -q -B -pl cli -am -DskipTests package dependency:build-classpath -Dmdep.outputFile=target/class-path.txt \
    -Dmdep.includeScope=test
cd cli
exec "$jdk/bin/java" -cp "$PWD/target/test-classes:$PWD/target/classes:$(cat target/class-path.txt)" \
    dev.tern.cli.StartBenchmark "${1-5}"
