#!/bin/sh
# Takes the pictures of docs/page.md: the page as its tests see it in Chromium.
set -eu

home=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
cd "$home"
mvn -q -B verify -pl web-test -am -Dpictures -Dsurefire.failIfNoSpecifiedTests=false \
    -Dtest='AskTest#demoQuestion*+stepShowsThePicture*,FillTest#fileThatCannotBeRead*,ThreadTest#questionFollows*+graphIsBrowsed*,CorrectingTest#anEntityIsRenamed*,ThemesTest#themesAreFound*'
cp web-test/target/pictures/ask.png docs/page.png
cp web-test/target/pictures/moment.png docs/page-moment.png
cp web-test/target/pictures/estimate.png docs/page-fill.png
cp web-test/target/pictures/thread.png docs/page-thread.png
cp web-test/target/pictures/browse.png docs/page-browse.png
cp web-test/target/pictures/correcting.png docs/page-correct.png
cp web-test/target/pictures/themes-part.png docs/page-themes.png
