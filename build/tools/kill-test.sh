#!/bin/sh
# Kills processes (SIGKILL), each at a random moment, and verifies every graph after each kill: four of five index, merge, copy,
# back up and restore an embedded graph, one of twenty is a tern add that asks a model, three of twenty are a tern serve that
# takes in documents and works on its jobs. In the end nothing that was acknowledged may be missing. And it lets a disk fail at
# each operation of an embedded graph in turn.
#
#   sh build/tools/kill-test.sh [KILLS]     1000 unless told otherwise
#
# SEED=... begins as another run did; where exactly a process is killed depends on the machine.
set -eu
cd "$(dirname "$0")/../.."
log=tests/cli/target/kill-test.log
mkdir -p tests/cli/target
echo "what is said on the way is in $log" >&2
if ! mvn -B test -Pall -pl tests/lucene,tests/cli -am -Dtest='DurabilityTest,KilledRunTest,KilledServeTest,FaultyDiskTest' \
    -Dsurefire.failIfNoSpecifiedTests=false -Dstride=1 -Dkills="${1-1000}" ${SEED:+-Dseed="$SEED"} >"$log" 2>&1; then
    grep -e '^\[ERROR\]' -e '^seed' "$log" | head -n 60
    exit 1
fi
awk '/^kills: / { print; sum += $2 } END { print "kills: " sum " in all; nothing was lost" }' "$log"
