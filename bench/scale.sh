#!/bin/sh
# Measures an embedded graph of N relations: adding, merging, disk space, opening, questions, memory
# and tern verify, without the time of models.
#
#   sh bench/scale.sh N FOLDER...    N from 1,000 to 10,000,000; question sets in BEIR's layout
#
# The texts of the FOLDERs are embedded once and repeated under other names until there are N
# relations. WORK=DIR keeps them and unfinished work (default cli/target/scale): an interrupted run
# continues, and a finished one removes its graph. A million relations need 6 GB of disk. HEAP=448m
# sets the heap for merging and answering.
set -eu
[ $# -ge 2 ] || { sed -n 's/^#   //p' "$0"; exit 2; }
relations=$1
shift
[ "$relations" -ge 1000 ] && [ "$relations" -le 10000000 ] || { sed -n 's/^#   //p' "$0"; exit 2; }
for folder; do
    shift
    set -- "$@" "$(CDPATH='' cd -- "$folder" && pwd)"
done
cd "$(dirname "$0")/.."
work=${WORK:-cli/target/scale}
mkdir -p "$work"
work=$(CDPATH='' cd -- "$work" && pwd)
if ! [ -f "$work/sets.txt" ]; then
    TERN_JAVA_OPTS="${TERN_JAVA_OPTS:--Xmx2500m}" ./tern eval "$@" --merge --modes naive --store "$work/real" >&2
    printf '%s\n' "$@" >"$work/sets.txt"
fi
printf '%s\n' "$@" | cmp -s - "$work/sets.txt" || { echo "$work was made of other folders: $(cat "$work/sets.txt")" >&2; exit 2; }
jdk=$(sh build/tools/find-jdk.sh)
mvn -q -B -pl cli -am -DskipTests package dependency:build-classpath -Dmdep.outputFile=target/class-path.txt \
    -Dmdep.includeScope=test
cd cli
exec "$jdk/bin/java" -Dheap="${HEAP:-448m}" -cp "$PWD/target/test-classes:$PWD/target/classes:$(cat target/class-path.txt)" \
    dev.tern.cli.ScaleBenchmark run "$work" "$relations" "$@"
