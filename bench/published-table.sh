#!/bin/sh
# Repeats the published table: MuSiQue, 2WikiMultihopQA and HotpotQA as sampled by HippoRAG, with
# the baselines.
#
#   sh bench/published-table.sh FOLDER [OPTION...]    the options of "tern eval"
#
# FOLDER holds HippoRAG's files musique.json, musique_corpus.json, 2wikimultihopqa.json,
# 2wikimultihopqa_corpus.json, hotpotqa.json and hotpotqa_corpus.json (its reproduce/dataset), and
# optionally the triplets of a language model in musique_openie.json and so on (its outputs,
# openie_results_ner_*.json). A set without questions is left out. With the key of a chat model it
# also measures graph mode, and answers with --answers. It writes to FOLDER/report, so --out is not
# allowed. A repeated run pays for no reply twice.
set -eu
[ $# -ge 1 ] || { sed -n 's/^#   //p' "$0"; exit 2; }
home=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
data=$(CDPATH='' cd -- "$1" && pwd)
shift
for set in musique 2wikimultihopqa hotpotqa; do
    [ -f "$data/$set.json" ] || continue
    if [ ! -f "$data/beir/$set/qrels/test.tsv" ]; then
        corpus=
        openie=
        [ ! -f "$data/${set}_corpus.json" ] || corpus="--corpus=$data/${set}_corpus.json"
        [ ! -f "$data/${set}_openie.json" ] || openie="--openie=$data/${set}_openie.json"
        "$home/tern" eval convert "$data/$set.json" ${corpus:+"$corpus"} ${openie:+"$openie"} --to "$data/beir/$set"
    fi
    set -- "$@" "$data/beir/$set"
done
exec "$home/tern" eval --baselines --candidates --out "$data/report" "$@"
