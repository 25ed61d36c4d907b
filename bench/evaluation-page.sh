#!/bin/sh
# Measures the figures of docs/evaluation.md and writes its tables and its plot. Takes half an hour
# on two shared cores if the vectors are cached.
#
#   sh bench/evaluation-page.sh DATA    DATA holds the question sets and 2wiki-corpus-6119, one folder each
set -eu
[ $# -eq 1 ] || { sed -n 's/^#   //p' "$0"; exit 2; }
data=$(CDPATH='' cd -- "$1" && pwd)
cd "$(dirname "$0")/.."
wikipedia="$data/musique-openie $data/2wikimultihopqa $data/hotpotqa $data/musique"
all="$wikipedia $data/2wiki-train $data/novel $data/lihua"
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
export TERN_JAVA_OPTS="${TERN_JAVA_OPTS:--Xmx2500m}"
# The paths of the sets are split at spaces on purpose.
# shellcheck disable=SC2086
{
    ./tern eval $all --baselines --out "$out/seven"
    ./tern eval $wikipedia --ablation --scripted --candidates --out "$out/four"
    ./tern eval $wikipedia "$data/2wiki-corpus-6119" --merge --baselines --out "$out/merged"
    ./tern eval $all --embedding-provider in-process --embedding-model static --out "$out/static"
    ./tern eval $all --embedding-provider in-process --embedding-model bge-small-en-v1.5 --out "$out/bge-small"
    ./tern eval $all --embedding-provider in-process --embedding-model e5-small-v2 --out "$out/e5-small"
}
for run in seven four merged static bge-small e5-small; do
    cp "$out/$run/report.json" "docs/evaluation/$run.json"
done
mvn -q -B test -pl bench/eval -am -Dtest=EvaluationPageTest -Dsurefire.failIfNoSpecifiedTests=false -Dtern.write=true
