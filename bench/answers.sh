#!/bin/sh
# Counts the right answers without a chat model: in the first line, in all quotes, and of the words
# that are told as found and not found.
#
#   sh bench/answers.sh
set -eu
cd "$(dirname "$0")/.."
mvn -q -B -Pall,checked-tests -pl tests/cli -am -Dtern.tags= -Dtern.tags.left.out= -Dinvoker.skip=true \
    -Dtest='FirstLineTest,QuotedAnswersTest,UnsaidWordsTest' -Dsurefire.failIfNoSpecifiedTests=false package |
    sed -n 's/^answers, //p'
