#!/bin/sh
# Measures the figures of docs/performance.md and writes its tables and its plot. Takes hours on two
# cores.
#
#   sh bench/performance-page.sh DATA [N | peer | start]...    DATA holds the question sets, one folder each
#
# By default it measures graphs of 1,000 to 1,000,000 relations, the peer, and whole processes. With
# arguments it measures only the named ones (N relations for each N) and keeps the other figures.
# LAUNCHER=DIR/bin/tern also measures the processes of an unpacked archive.
set -eu
[ $# -ge 1 ] || { sed -n 's/^#   //p' "$0"; exit 2; }
data=$(CDPATH='' cd -- "$1" && pwd)
shift
[ $# -gt 0 ] || set -- 1000 10000 30000 100000 300000 1000000 peer start
cd "$(dirname "$0")/.."
kept=docs/performance
unset PREPARED
new=$(mktemp)
said=$(mktemp)
trap 'rm -f "$new" "$said"' EXIT

# Runs a benchmark, and adds the line of figures that it ends with to $new.
measure() {
    sh "$@" >"$said"
    tail -n 1 "$said" | grep '^{' >>"$new" || { cat "$said" >&2; exit 1; }
}

for part; do
    : >"$new"
    case $part in
        peer)
            for passages in 100 500 1890; do
                export PASSAGES=$passages
                measure bench/peer.sh "$data/musique-openie" 5
            done
            unset PASSAGES
            measure bench/peer.sh "$data/2wiki-train" 5
            cp "$new" "$kept/peer.jsonl"
            ;;
        start)
            measure bench/start.sh
            [ -z "${LAUNCHER-}" ] || measure bench/start.sh 5 "$LAUNCHER"
            cp "$new" "$kept/start.jsonl"
            ;;
        *)
            measure bench/scale.sh "$part" "$data/musique-openie" "$data/2wikimultihopqa" "$data/hotpotqa" "$data/musique" \
                "$data/2wiki-train" "$data/novel" "$data/lihua"
            grep -v "\"wanted\":$part," "$kept/scale.jsonl" >>"$new" || true
            sort -t : -k 2n "$new" >"$kept/scale.jsonl"
            ;;
    esac
done
mvn -q -B test -pl bench/eval -am -Dtest=PerformancePageTest -Dsurefire.failIfNoSpecifiedTests=false -Dtern.write=true
