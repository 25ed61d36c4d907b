#!/bin/sh
# Runs one of the examples offline, in a temporary folder: sh build/tools/example.sh NAME [QUESTION]
#
# NAME is a folder of examples/: plain, langchain4j, spring-boot, command-line, server or mcp.
# Maven first builds a Java example together with the modules that it needs.

set -eu

home=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd -P)
name=${1-}
question=${2:-"What contribution did the son of Euler's teacher make?"}
case $name in
    plain) main=example.plain.Bernoullis ;;
    langchain4j) main=example.langchain4j.Assistant ;;
    spring-boot) main=example.spring.BernoullisApplication ;;
    command-line | server | mcp) exec sh "$home/examples/$name/bernoullis.sh" "$question" ;;
    *) sed -n '2,5s/^# *//p' "$0" >&2 && exit 2 ;;
esac

JAVA_HOME=$(sh "$home/build/tools/find-jdk.sh")
export JAVA_HOME
target=$home/examples/$name/target
mvn -f "$home/pom.xml" -B -q -Dtern.example="$name" -pl "example:$name" -am -Dmaven.test.skip=true \
    -Dmdep.includeScope=runtime -Dmdep.outputFile=target/class-path \
    package org.apache.maven.plugins:maven-dependency-plugin:3.8.1:build-classpath >&2

folder=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server" 2>/dev/null || :; rm -rf "$folder"' EXIT
# The trap at EXIT may not run in a shell that a signal ends.
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM
set -- "$JAVA_HOME/bin/java" --enable-native-access=ALL-UNNAMED -cp "$target/classes:$(cat "$target/class-path")" "$main"
if [ "$name" != spring-boot ]; then
    "$@" "$folder/store" "$question"
    exit
fi

# A web application prints its port to its log; it is asked as soon as its documents are indexed.
"$@" --server.port=0 --server.address=127.0.0.1 --tern.store="$folder/store" >"$folder/log" 2>&1 &
server=$!
until port=$(sed -n 's/.*Tomcat started on port \([0-9]*\).*/\1/p' "$folder/log") && [ -n "$port" ] &&
    curl -sf --noproxy '*' "http://127.0.0.1:$port/actuator/health/readiness" >/dev/null; do
    kill -0 "$server" 2>/dev/null || { cat "$folder/log" >&2; exit 1; }
    sleep 0.2
done
curl -sS --noproxy '*' --fail-with-body --get --data-urlencode "question=$question" "http://127.0.0.1:$port/ask"
echo
