#!/bin/sh
# Takes the pictures of docs/page.md with the page tests in Chromium.
set -eu

home=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd)
cd "$home"
mvn -q -B verify -Pall -pl tests/page -am -Dpictures -Dsurefire.failIfNoSpecifiedTests=false \
    -Dtest='AskTest#demoQuestion*+stepShowsThePicture*,FillTest#fileThatCannotBeRead*,ThreadTest#questionFollows*+graphIsBrowsed*,CorrectingTest#anEntityIsRenamed*,ThemesTest#themesAreFound*,EmptyTest#fiveDocuments*'
cp tests/page/target/pictures/ask.png docs/page.png
cp tests/page/target/pictures/moment.png docs/page-moment.png
cp tests/page/target/pictures/estimate.png docs/page-fill.png
cp tests/page/target/pictures/thread.png docs/page-thread.png
cp tests/page/target/pictures/browse.png docs/page-browse.png
cp tests/page/target/pictures/correcting.png docs/page-correct.png
cp tests/page/target/pictures/themes-part.png docs/page-themes.png
for step in 1 2 3 4 5; do
    cp "tests/page/target/pictures/walk-$step.png" "docs/page-walk-$step.png"
done
