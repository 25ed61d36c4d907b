#!/bin/sh
# Signs a release after another check for vulnerabilities, and checks the libraries as Maven Central
# does.
#
#   sh build/release/sign.sh KEY [DIR]   KEY is a secret key of gpg, DIR holds the release (default target/release)
#
#   SHA256SUMS.asc                     the signature of the sums, which covers every file
#   tern-VERSION-central.zip           every library with its signature, for Central's portal
set -eu

[ $# -ge 1 ] && [ $# -le 2 ] || { sed -n 's/^#   //p' "$0"; exit 2; }
key=$1
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd -P)
cd "${2-$here/../../target/release}"
sha256sum --quiet --check SHA256SUMS
sh "$here/known-holes.sh" "$PWD"
gpg --batch --yes --quiet --local-user "$key" --armor --detach-sign SHA256SUMS
for libraries in tern-*-maven.zip; do
    [ -f "$libraries" ] || { echo "build/release/sign.sh: there are no libraries in $PWD: the release was made without the address of the project" >&2; exit 1; }
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    unzip -q "$libraries" -d "$work"
    find "$work" -type f ! -name '*.md5' ! -name '*.sha1' -exec gpg --batch --quiet --local-user "$key" --armor --detach-sign {} \;
    python3 "$here/central.py" "$work"
    bundle=$PWD/${libraries%-maven.zip}-central.zip
    rm -f "$bundle"
    (cd "$work" && find . -type f | sort | zip -q -X "$bundle" -@)
    echo "signed: SHA256SUMS.asc, ${bundle##*/}"
done
