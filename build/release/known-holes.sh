#!/bin/sh
# Checks the libraries of a release for known vulnerabilities: asks the OSV database about each
# library in the bill of materials.
#
#   sh build/release/known-holes.sh [DIR]   DIR holds the release (default target/release)
#
# Needs osv-scanner 2 of google/osv-scanner and the network; with OSV_OFFLINE=true it reads the
# database that "osv-scanner --download-offline-databases" has fetched. A vulnerability that Tern
# cannot reach is listed in build/release/osv-scanner.toml with its reason and a date for review.
set -eu

fail() {
    echo "build/release/known-holes.sh: $1" >&2
    exit 1
}

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd -P)
release=${1-$here/../../target/release}
command -v osv-scanner >/dev/null ||
    fail 'it needs osv-scanner (google/osv-scanner, version 2), which is not on PATH; a release is published only after it has found nothing'
set -- "$release"/tern-*.tar.gz
[ -f "$1" ] || fail "there is no archive of a release in $release"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tar -xzf "$1" -C "$work" --strip-components=3 --wildcards '*/share/doc/bom.json' || fail "$1 has no bill of materials"
offline=
[ "${OSV_OFFLINE-}" != true ] || offline=--offline
status=0
# shellcheck disable=SC2086 # an option or none
osv-scanner scan source $offline --config "$here/osv-scanner.toml" --lockfile "$work/bom.json" || status=$?
case $status in
    0) echo "no known holes in the libraries of ${1##*/}" ;;
    1) fail 'there are known holes, listed above: take newer libraries, or say in build/release/osv-scanner.toml why they do no harm' ;;
    *) fail "osv-scanner ended with $status: nothing is known of the libraries, so this release is not to be published yet" ;;
esac
