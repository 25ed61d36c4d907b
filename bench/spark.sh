#!/bin/sh
# Measures indexing by Spark with two executors, one core each, into a Milvus 2.3.5 that it starts.
#
#   sh bench/spark.sh CORPUS.jsonl [TURNS]   compared with one process on two cores, and in bulk: documents and rows
#                                                    per second, peak memory, checksums; exits with 1 if these differ
#   sh bench/spark.sh equal CORPUS.jsonl     with repeated documents, killed executors and repeated tasks: exits with 1
#                                                    if the graph differs from that of one process, by rules or triplets
#   sh bench/spark.sh memory [PASSAGES...]   live heap of executors after a full collection: 10,000 and 200,000 passages
#
# The time includes loading of models, but not the start of processes.
set -eu
case "${1-}" in
    '') sed -n 's/^#   //p' "$0"; exit 2 ;;
    memory) [ $# -gt 1 ] || set -- memory 10000 200000 ;;
    equal) set -- equal "$(cd "$(dirname "$2")" && pwd)/$(basename "$2")" ;;
    *) set -- compare "$(cd "$(dirname "$1")" && pwd)/$(basename "$1")" "${2:-1}" ;;
esac
cd "$(dirname "$0")/.."
JAVA_HOME=$(sh build/tools/find-jdk.sh)
export JAVA_HOME
mvn -q -B -Pall -pl plugins/spark -am -DskipTests package dependency:build-classpath -Dmdep.outputFile=target/class-path.txt -Dmdep.includeScope=test
cd plugins/spark
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
trap 'exit 130' INT TERM
export SPARK_HOME="$PWD/cluster/target/home" SPARK_SCALA_VERSION=2.13 SPARK_LOCAL_IP=127.0.0.1
grep -v log4j2 src/main/scripts/spark.options >"$folder/options"
"$JAVA_HOME/bin/java" "@$folder/options" -Xmx1g -Djava.io.tmpdir="$folder" -Dlog4j2.configurationFile=src/test/resources/log4j2.properties \
    -Dslf4j.provider=org.apache.logging.slf4j.SLF4JServiceProvider \
    -cp "$PWD/target/test-classes:$PWD/target/classes:$(cat target/class-path.txt)" dev.tern.spark.SparkBenchmark "$@"
