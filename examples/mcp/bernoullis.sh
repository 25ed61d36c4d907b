#!/bin/sh
# Shows the messages of an agent and Tern by the Model Context Protocol on standard streams,
# offline:
# sh bernoullis.sh [QUESTION]
#
# TERN is the command to run; by default the one of the checkout with this file. The configuration of
# an agent has the same command: {"mcpServers": {"tern": {"command": "/path/to/tern", "args": ["mcp", "--store", "..."]}}}

set -eu

question=${1:-"What contribution did the son of Euler's teacher make?"}
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd -P)
tern=${TERN:-$here/../../tern}

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# The trap at EXIT may not run in a shell that a signal ends.
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM
cd "$folder"

cat >bernoullis.jsonl <<'PASSAGES'
{"_id": "leonhard-euler", "title": "Leonhard Euler", "text": "Leonhard Euler was born in Basel in 1707, the son of a pastor. As a boy he was taught by Johann Bernoulli on Saturday afternoons."}
{"_id": "daniel-bernoulli", "title": "Daniel Bernoulli", "text": "Daniel Bernoulli, a son of Johann Bernoulli, explained in his Hydrodynamica of 1738 how the pressure of a moving fluid falls as its speed rises."}
{"_id": "seven-bridges", "title": "The seven bridges of Koenigsberg", "text": "Can one walk through Koenigsberg and cross each of its seven bridges once? Euler showed in 1736 that one cannot."}
{"_id": "jakob-bernoulli", "title": "Jakob Bernoulli", "text": "Jakob Bernoulli held the chair of mathematics in Basel and wrote the first book that treats chance as a science."}
PASSAGES
"$tern" add bernoullis.jsonl --store store --quiet >/dev/null

# A text in JSON, between quotation marks.
quoted() {
    printf '"%s"' "$(printf '%s' "$1" | sed 's/\\/\\\\/g; s/"/\\"/g')"
}

cat >messages <<MESSAGES
{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "example", "version": "1"}}}
{"jsonrpc": "2.0", "method": "notifications/initialized"}
{"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "ask", "arguments": {"question": $(quoted "$question"), "finalTopK": 2}}}
{"jsonrpc": "2.0", "id": 3, "method": "tools/call", "params": {"name": "entity_neighbourhood", "arguments": {"entity": "Johann Bernoulli"}}}
MESSAGES

echo 'To Tern:'
cat messages
echo
echo 'From Tern, each as soon as it is ready:'
"$tern" mcp --store store <messages
