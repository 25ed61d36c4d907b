#!/bin/sh
# Indexes a corpus with Spark (two executors) into a Milvus Lite server, both started locally, and
# asks a question; stops and removes everything afterwards.
#
#   sh build/tools/spark-example.sh [FOLDER [QUESTION]]   FOLDER with a corpus.jsonl in BEIR's format; default a small one
#   sh build/tools/spark-example.sh --watch FOLDER        indexes new JSON-lines files of a folder until interrupted
set -eu

home=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd -P)
watch=
[ "${1-}" != --watch ] || { watch=yes && shift; }
corpus=$(CDPATH='' cd -- "${1-"$home/tests/cli/src/test/resources/dev/tern/cli/quoted"}" && pwd -P)
question=${2:-"Who designed the bridge of Oberwesten?"}
JAVA_HOME=$(sh "$home/build/tools/find-jdk.sh")
export JAVA_HOME
mvn -f "$home/pom.xml" -B -q -Pall -pl plugins/spark -am -Dmaven.test.skip=true package >&2

folder=$(mktemp -d)
server=
# The server ends with its input.
trap 'exec 3>&-; [ -z "$server" ] || wait "$server" || :; rm -rf "$folder"' EXIT
trap 'exit 130' INT TERM
mkfifo "$folder/orders"
sh "$home/bench/milvus.sh" server lite <"$folder/orders" >"$folder/store" 2>"$folder/milvus.log" &
server=$!
exec 3>"$folder/orders"

# Spark runs from its jars on Maven Central, without its own scripts.
export SPARK_HOME="$home/plugins/spark/cluster/target/home" SPARK_SCALA_VERSION=2.13 SPARK_LOCAL_IP=127.0.0.1
jars=$(ls "$home"/plugins/spark/target/lib/*.jar "$home"/plugins/spark/target/tern-spark-*.jar | tr '\n' ',')
until store=$(grep -o 'http://[0-9.:]*' "$folder/store"); do
    kill -0 "$server" 2>/dev/null || { cat "$folder/milvus.log" >&2 && exit 1; }
    sleep 0.2
done
cd "$folder"
# A freshly started machine answers slowly.
export TERN_MILVUS_TIMEOUT_SECONDS=360
submit() {
    "$JAVA_HOME/bin/java" -cp "$SPARK_HOME/jars/*" -Xmx1g @"$home/plugins/spark/src/main/scripts/spark.options" \
        -Dlog4j2.configurationFile="$home/plugins/spark/src/test/resources/log4j2.properties" \
        org.apache.spark.deploy.SparkSubmit --master "local-cluster[2,1,2048]" --conf spark.ui.enabled=false \
        --conf spark.executor.memory=2g --jars "${jars%,}" --class dev.tern.spark.SparkProgram \
        "$(ls "$home"/plugins/spark/target/tern-spark-*.jar | head -n 1)" \
        --set store="$store" --set graph=example --failures "$folder/failures" "$@"
}
if [ -n "$watch" ]; then
    echo "in another terminal: ./tern ask --store $store --graph example QUESTION" >&2
    submit --watch "$folder/checkpoint" "$corpus"
else
    submit "$corpus/corpus.jsonl"
    "$home/tern" ask --store "$store" --graph example "$question"
fi
