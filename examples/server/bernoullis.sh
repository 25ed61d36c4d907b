#!/bin/sh
# A server on a free port, filled and asked over HTTP with curl, offline: sh bernoullis.sh [QUESTION]
#
# TERN is the command to run; by default the one of the checkout with this file.

set -eu

question=${1:-"What contribution did the son of Euler's teacher make?"}
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd -P)
tern=${TERN:-$here/../../tern}

command -v curl >/dev/null || { echo "this example needs curl" >&2; exit 1; }

folder=$(mktemp -d)
server=
trap '[ -z "$server" ] || { kill "$server" 2>/dev/null; wait "$server" 2>/dev/null; } || :; rm -rf "$folder"' EXIT
# The trap at EXIT may not run in a shell that a signal ends.
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM
cd "$folder"
# The server prints its port in one line of JSON as soon as it listens.
: >listening
"$tern" serve --port 0 --json >listening 2>log &
server=$!
while ! grep -q '"port"' listening; do
    kill -0 "$server" 2>/dev/null || { cat log >&2; exit 1; }
    sleep 0.2
done
api=http://127.0.0.1:$(sed 's/.*"port":\([0-9]*\).*/\1/' listening)/api/v1

# Shows a request, sends it, and keeps the answer in the file "reply".
send() {
    printf '\n%s %s\n' "$1" "${2#"$api"}"
    curl -sS --noproxy '*' --fail-with-body -X "$1" -H 'Content-Type: application/json' "$2" --data-binary "$3" >reply || {
        cat reply >&2
        exit 1
    }
}

# A text in JSON, between quotation marks.
quoted() {
    printf '"%s"' "$(printf '%s' "$1" | sed 's/\\/\\\\/g; s/"/\\"/g')"
}

# Adding is a job, accepted at once; it ends when all documents can be queried.
send POST "$api/graphs/default/documents" '{"documents": [
  {"id": "leonhard-euler", "title": "Leonhard Euler", "text": "Leonhard Euler was born in Basel in 1707, the son of a pastor. As a boy he was taught by Johann Bernoulli on Saturday afternoons."},
  {"id": "daniel-bernoulli", "title": "Daniel Bernoulli", "text": "Daniel Bernoulli, a son of Johann Bernoulli, explained in his Hydrodynamica of 1738 how the pressure of a moving fluid falls as its speed rises."},
  {"id": "seven-bridges", "title": "The seven bridges of Koenigsberg", "text": "Can one walk through Koenigsberg and cross each of its seven bridges once? Euler showed in 1736 that one cannot."},
  {"id": "jakob-bernoulli", "title": "Jakob Bernoulli", "text": "Jakob Bernoulli held the chair of mathematics in Basel and wrote the first book that treats chance as a science."}
]}'
cat reply
printf '\n'
job=$(sed 's/.*"id":"\([^"]*\)".*/\1/' reply)
until curl -sS --noproxy '*' --fail-with-body "$api/graphs/default/jobs/$job" >job && grep -Eq '"state":"(done|failed|cancelled)"' job; do
    sleep 0.2
done
printf '\nGET /graphs/default/jobs/%s\n' "$job"
cat job
printf '\n'

send POST "$api/graphs/default/ask" "{\"question\": $(quoted "$question")}"
cat reply
printf '\n'
