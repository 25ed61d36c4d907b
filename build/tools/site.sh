#!/bin/sh
# Builds the documentation site of one version: sh build/tools/site.sh [FOLDER]
#
# The site is written to FOLDER/VERSION (default target/site), next to earlier versions; FOLDER's
# index.html redirects to the newest. A broken link or anchor fails the build. To look at it:
#
#   python3 -m http.server --directory target/site
#
# The generator comes from PyPI, once, and stays in the user's cache (0.1 GB).
set -eu
home=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd)
mkdir -p "${1:-$home/target/site}"
folder=$(CDPATH='' cd -- "${1:-$home/target/site}" && pwd)
version=$(sed -n 's/^  <version>\(.*\)<\/version>$/\1/p' "$home/pom.xml" | head -n 1)
environment=$(sh "$home/build/tools/python-environment.sh" tern-site "$home/docs/site/requirements.txt")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -R "$home/docs/site/zensical.toml" "$home/docs/site/theme" "$work"
"$environment/bin/python" "$home/docs/site/pages.py" gather "$home" "$work/pages"
"$environment/bin/zensical" build --strict -f "$work/zensical.toml" >"$work/log" 2>&1 || {
    sed "/^Traceback/,\$d; s/$(printf '\033')\[[0-9;]*m//g" "$work/log" >&2
    exit 1
}
rm -rf "${folder:?}/$version"
mv "$work/site" "$folder/$version"
"$environment/bin/python" "$home/docs/site/pages.py" versions "$folder"
echo "$folder/$version/index.html"
