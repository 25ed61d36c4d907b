#!/bin/sh
# Kills processes (SIGKILL) at random moments and verifies every graph after each kill: 80 % index,
# merge, copy, back up and restore an embedded graph, 5 % are a tern add with a model, 15 % a tern
# serve that accepts documents and runs jobs. In the end all acknowledged documents must exist. It
# also lets a disk fail at each operation of an embedded graph in turn.
#
#   sh build/tools/kill-test.sh [KILLS]     default 1000
#
# SEED=... starts like another run; the exact moment of a kill depends on the machine.
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
