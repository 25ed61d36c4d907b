#!/bin/sh
# Kills processes (SIGKILL) that index, merge, copy, back up and restore an embedded graph, each at a random moment, and verifies
# everything after each; an hour and a half on two busy cores, a quarter of it on idle ones.
#
#   sh bin/kill-test.sh [KILLS]     1000 unless told otherwise
#
# SEED=... begins as another run did; where exactly a process is killed depends on the machine.
set -eu
cd "$(dirname "$0")/.."
exec mvn -q -B test -pl store-lucene -am -Dtest=DurabilityTest -Dsurefire.failIfNoSpecifiedTests=false \
    -Dkills="${1-1000}" ${SEED:+-Dseed="$SEED"}
