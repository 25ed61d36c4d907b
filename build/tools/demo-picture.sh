#!/bin/sh
# Draws docs/demo.svg, the output of "tern demo" in a terminal of 80 columns, and
# docs/first-run.svg, a first session with five documents. Needs "script" of util-linux.
set -eu

home=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
ln -s "$home/tern" "$work/tern"
PATH=$work:$PATH
export PATH
tern --version >/dev/null

# Runs a command in a pseudo-terminal.
terminal() {
    COLUMNS=80 TERM=xterm script -qec "$1" /dev/null </dev/null 2>/dev/null
}

# Draws stdin into the file $1 with the description $2.
draw() {
    sed 's/\r*$//; s/.*\r//; /^Indexing /d' | awk -v label="$2" '
    function style(code) {
        if (code == "1") return "font-weight=\"bold\""
        if (code == "2") return "fill=\"#8b949e\""
        if (code == "1;36") return "font-weight=\"bold\" fill=\"#56d4dd\""
        if (code == "32") return "fill=\"#56d364\""
        if (code == "33") return "fill=\"#e3b341\""
        return ""
    }
    function escaped(text) {
        gsub(/&/, "\\&amp;", text)
        gsub(/</, "\\&lt;", text)
        gsub(/>/, "\\&gt;", text)
        return text
    }
    {
        line = $0
        gsub(/\033\]8;;[^\033]*\033\\/, "", line)
        out = ""
        while (match(line, /\033\[[0-9;]*m/)) {
            out = out escaped(substr(line, 1, RSTART - 1))
            code = substr(line, RSTART + 2, RLENGTH - 3)
            line = substr(line, RSTART + RLENGTH)
            out = out (code == "0" ? "</tspan>" : "<tspan " style(code) ">")
        }
        lines[NR] = out escaped(line)
        plain = $0
        gsub(/\033\]8;;[^\033]*\033\\|\033\[[0-9;]*m/, "", plain)
        if (length(plain) > columns) columns = length(plain)
    }
    END {
        height = NR * 17 + 30
        width = columns > 80 ? 40 + columns * 8 : 680
        printf "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" role=\"img\"", width, height
        printf " aria-label=\"%s\">\n", label
        printf "<rect width=\"%d\" height=\"%d\" rx=\"8\" fill=\"#0d1117\"/>\n", width, height
        printf "<g font-family=\"ui-monospace, Menlo, Consolas, DejaVu Sans Mono, monospace\" font-size=\"13.3px\""
        printf " fill=\"#e6edf3\" style=\"white-space: pre\">\n"
        for (i = 1; i <= NR; i++) {
            if (lines[i] != "") printf "<text x=\"16\" y=\"%d\" xml:space=\"preserve\">%s</text>\n", i * 17 + 12, lines[i]
        }
        print "</g>\n</svg>"
    }' >"$work/picture.svg"
    mv "$work/picture.svg" "$home/docs/$1"
}

mkdir "$work/harbour"
cd "$work/harbour"
cat >lease.md <<'TEXT'
# Lease of the harbour office

## 1 Parties

Marisol Quayside lets the house at Pier Road 4 in Leith to Polarvind.

## 2 Rent

2.1 The monthly rent is 4,200 euros, payable on the third working day of each month.
2.2 Either party may end the lease with six months' notice in writing.
TEXT
cat >vessels.csv <<'TEXT'
vessel,built,captain
Lomvi,1998,Kari Brekke
Jan Mayen,2006,Anders Solli
TEXT
cat >people.txt <<'TEXT'
Anders Solli was born in Vardø and has been at sea since 1994. His daughter Randi lives in Leith.
TEXT
cat >notizen.md <<'TEXT'
# Notizen zum Projekt Eiskante

Das Projekt Eiskante wird von Jutta Brandmeier geleitet. Die Kosten trägt die Stiftung Wattenmeer in Husum.
TEXT
cat >repair.txt <<'TEXT'
Polarvind owns the ship Jan Mayen. Its bow thruster failed on 3 April off Bear Island, and Hydro Marine in Harstad repaired it.
TEXT

(cd "$work" && terminal 'tern demo') | draw demo.svg 'What tern demo prints'
for command in ls 'tern init --yes' 'tern sync .' 'tern ask "How much is the monthly rent?" --top 1' \
    'tern ask "Where was the captain of the ship of Polarvind born?" --top 3' 'tern ask "What is the IBAN of Marisol Quayside?" --top 1'; do
    printf '\033[2m$\033[0m \033[1m%s\033[0m\n' "$command"
    terminal "$command"
    echo
done | draw first-run.svg 'A first session: five documents, tern init, tern sync and three questions'
