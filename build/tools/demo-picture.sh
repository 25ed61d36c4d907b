#!/bin/sh
# Draws docs/demo.svg: what "tern demo" prints in a terminal of 80 columns, as it is.
# Needs "script" of util-linux for the terminal.
set -eu

home=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd)
"$home/tern" --version >/dev/null
COLUMNS=80 TERM=xterm script -qec "'$home/tern' demo" /dev/null </dev/null | tr -d '\r' | awk '
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
        out = ""
        while (match(line, /\033\[[0-9;]*m/)) {
            out = out escaped(substr(line, 1, RSTART - 1))
            code = substr(line, RSTART + 2, RLENGTH - 3)
            line = substr(line, RSTART + RLENGTH)
            out = out (code == "0" ? "</tspan>" : "<tspan " style(code) ">")
        }
        lines[NR] = out escaped(line)
    }
    END {
        height = NR * 17 + 30
        printf "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"680\" height=\"%d\" role=\"img\"", height
        printf " aria-label=\"What tern demo prints\">\n"
        printf "<rect width=\"680\" height=\"%d\" rx=\"8\" fill=\"#0d1117\"/>\n", height
        printf "<g font-family=\"ui-monospace, Menlo, Consolas, DejaVu Sans Mono, monospace\" font-size=\"13.3px\""
        printf " fill=\"#e6edf3\" style=\"white-space: pre\">\n"
        for (i = 1; i <= NR; i++) {
            if (lines[i] != "") printf "<text x=\"16\" y=\"%d\" xml:space=\"preserve\">%s</text>\n", i * 17 + 12, lines[i]
        }
        print "</g>\n</svg>"
    }' >"$home/docs/demo.svg.new"
mv "$home/docs/demo.svg.new" "$home/docs/demo.svg"
