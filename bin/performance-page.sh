#!/bin/sh
# Measures what docs/performance.md shows and writes its tables and its plot; two hours on two quiet cores.
#
#   sh bin/performance-page.sh DATA [N | peer | start]...    DATA holds the question sets of the evaluation as folders
#
# Without more words it measures graphs of 1,000 to 1,000,000 relations, the peer and whole processes; with some, only those, a graph of N
# relations for each N, and keeps the other figures as they were.
set -eu
[ $# -ge 1 ] || { sed -n 's/^#   //p' "$0"; exit 2; }
data=$(CDPATH='' cd -- "$1" && pwd)
shift
[ $# -gt 0 ] || set -- 1000 10000 30000 100000 300000 1000000 peer start
cd "$(dirname "$0")/.."
kept=docs/performance
new=$(mktemp)
trap 'rm -f "$new"' EXIT
for part; do
    case $part in
        peer)
            for passages in 100 500 1890; do
                PASSAGES=$passages sh bin/peer-benchmark.sh "$data/musique-openie" 3 | tail -n 1
            done >"$new"
            sh bin/peer-benchmark.sh "$data/2wiki-train" 3 | tail -n 1 >>"$new"
            cp "$new" "$kept/peer.jsonl"
            ;;
        start)
            sh bin/start-benchmark.sh | tail -n 1 >"$new"
            cp "$new" "$kept/start.jsonl"
            ;;
        *)
            sh bin/scale-benchmark.sh "$part" "$data/musique-openie" "$data/2wikimultihopqa" "$data/hotpotqa" "$data/musique" \
                "$data/2wiki-train" "$data/novel" "$data/lihua" | tail -n 1 >"$new"
            [ -s "$new" ] || exit 1
            grep -v "\"wanted\":$part," "$kept/scale.jsonl" >>"$new" || true
            sort -t : -k 2n "$new" >"$kept/scale.jsonl"
            ;;
    esac
done
mvn -q -B test -pl eval -am -Dtest=PerformancePageTest -Dsurefire.failIfNoSpecifiedTests=false -Dtern.write=true
