#!/bin/sh
# Measures whole processes: tern ask on four passages, tern demo, and tern serve until its first
# answer, with memory.
#
#   sh bench/start.sh [TIMES [TERN]]    default 5 times, in turns, after one that is not counted; TERN is the launcher,
#                                       ./tern by default, or bin/tern of an unpacked archive
set -eu
tern=$(realpath "${2-$(dirname "$0")/../tern}")
cd "$(dirname "$0")/.."
jdk=$(sh build/tools/find-jdk.sh)
mvn -q -B -pl cli -am -DskipTests package dependency:build-classpath -Dmdep.outputFile=target/class-path.txt \
    -Dmdep.includeScope=test
cd cli
exec "$jdk/bin/java" -cp "$PWD/target/test-classes:$PWD/target/classes:$(cat target/class-path.txt)" \
    dev.tern.cli.StartBenchmark "${1-5}" "$tern"
