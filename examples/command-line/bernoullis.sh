#!/bin/sh
# From four passages to an answer, on the command line, offline: sh bernoullis.sh [QUESTION]
#
# TERN is the command to run; by default the one of the checkout with this file.

set -eu

question=${1:-"What contribution did the son of Euler's teacher make?"}
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd -P)
tern=${TERN:-$here/../../tern}

# Shows a command as it would be typed, and runs it.
run() {
    printf '\n$ tern'
    for word in "$@"; do
        case $word in
            *[!A-Za-z0-9./_-]*) printf ' "%s"' "$word" ;;
            *) printf ' %s' "$word" ;;
        esac
    done
    printf '\n'
    "$tern" "$@"
}

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# The trap at EXIT may not run in a shell that a signal ends.
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM
cd "$folder"

# One passage per line, optionally with its triplets; otherwise rules or a chat model extract them.
cat >bernoullis.jsonl <<'PASSAGES'
{"_id": "leonhard-euler", "title": "Leonhard Euler", "text": "Leonhard Euler was born in Basel in 1707, the son of a pastor. As a boy he was taught by Johann Bernoulli on Saturday afternoons.", "metadata": {"born": 1707}}
{"_id": "daniel-bernoulli", "title": "Daniel Bernoulli", "text": "Daniel Bernoulli, a son of Johann Bernoulli, explained in his Hydrodynamica of 1738 how the pressure of a moving fluid falls as its speed rises.", "metadata": {"born": 1700}}
{"_id": "seven-bridges", "title": "The seven bridges of Koenigsberg", "text": "Can one walk through Koenigsberg and cross each of its seven bridges once? Euler showed in 1736 that one cannot."}
{"_id": "jakob-bernoulli", "title": "Jakob Bernoulli", "text": "Jakob Bernoulli held the chair of mathematics in Basel and wrote the first book that treats chance as a science.", "metadata": {"born": 1655}}
PASSAGES

run add bernoullis.jsonl
run ask "$question"
# Plain similarity search beside the graph.
run ask --compare "$question"
# The search, the walk and the answer see only passages that match the filter.
run retrieve "$question" --filter "born >= 1650 and born < 1705"
run graphs
