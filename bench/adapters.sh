#!/bin/sh
# Measures retrieval through LangChain4j and Spring AI against the library itself, by JMH, in turns.
#
#   sh bench/adapters.sh [ROUNDS]   default 3 rounds, a minute and a half each
set -eu
cd "$(dirname "$0")/.."
jdk=$(sh build/tools/find-jdk.sh)
mvn -q -B -pl integrations/spring-boot -am -DskipTests package dependency:build-classpath \
    -Dmdep.outputFile=target/class-path.txt -Dmdep.includeScope=test
cd integrations/spring-boot
made=target/jmh
rm -rf "$made"
mkdir -p "$made/only" "$made/sources" "$made/classes" target/test-classes
# JMH writes the loops around a benchmark; not in the build, which has no use for them.
cp --parents target/test-classes/dev/tern/spring/boot/AdaptersBenchmark*.class "$made/only"
classes="$PWD/target/test-classes:$PWD/target/classes:$(cat target/class-path.txt)"
"$jdk/bin/java" -cp "$classes" org.openjdk.jmh.generators.bytecode.JmhBytecodeGenerator \
    "$made/only/target/test-classes" "$made/sources" "$made/classes" reflection
"$jdk/bin/javac" -nowarn -proc:none -cp "$classes" -d "$made/classes" $(find "$made/sources" -name '*.java')
exec "$jdk/bin/java" --enable-native-access=ALL-UNNAMED --add-modules=jdk.incubator.vector \
    -cp "$PWD/$made/classes:$classes" dev.tern.spring.boot.AdaptersBenchmark "${1-3}"
