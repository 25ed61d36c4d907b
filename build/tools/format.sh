#!/bin/sh
# Formats every Java file of the tree in place: the format test, told to write instead of to compare.
cd "$(dirname "$0")/../.." || exit 1
exec mvn -q -B test -pl tests/rules -Dtest=FormatTest -Dformat=write -Dtern.rules=all
