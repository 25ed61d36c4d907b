#!/bin/sh
# Takes docs/page.png: the page after the demo's question, as a test of the page sees it in Chromium.
set -eu

home=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
cd "$home"
mvn -q -B verify -pl web-test -am -Dtest='AskTest#demoQuestionIsAnsweredWithItsStepsItsPassagesAndNaiveBesideIt' \
    -Dsurefire.failIfNoSpecifiedTests=false
cp web-test/target/pictures/ask.png docs/page.png
