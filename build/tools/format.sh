#!/bin/sh
# Formats every Java file in place: runs the format test in its writing mode.
cd "$(dirname "$0")/../.." || exit 1
exec mvn -q -B test -pl tests/rules -Dtest=FormatTest -Dformat=write -Dtern.rules=all
