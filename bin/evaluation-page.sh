#!/bin/sh
# Measures what docs/evaluation.md shows and writes its tables and its plot; about ten minutes on two cores.
#
#   sh bin/evaluation-page.sh DATA    DATA holds the question sets as folders, and 2wiki-corpus-6119 with more passages
set -eu
[ $# -eq 1 ] || { sed -n 's/^#   //p' "$0"; exit 2; }
data=$(CDPATH='' cd -- "$1" && pwd)
cd "$(dirname "$0")/.."
sets="$data/musique-openie $data/2wikimultihopqa $data/hotpotqa $data/musique"
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
export TERN_JAVA_OPTS="${TERN_JAVA_OPTS:--Xmx1500m}"
# The places of the sets hold no spaces that matter: they are split on purpose.
# shellcheck disable=SC2086
{
    ./tern eval $sets --baselines --ablation --scripted --candidates --out "$out/four"
    ./tern eval $sets "$data/2wiki-corpus-6119" --merge --baselines --out "$out/merged"
    ./tern eval $sets --without-titles --baselines --out "$out/without-titles"
}
for run in four merged without-titles; do
    cp "$out/$run/report.json" "docs/evaluation/$run.json"
done
mvn -q -B test -pl eval -am -Dtest=EvaluationPageTest -Dsurefire.failIfNoSpecifiedTests=false -Dtern.write=true
