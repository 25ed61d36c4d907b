#!/bin/sh
# Signs a release with a new key and damages its libraries. build/release/install-test.sh calls it.
#
#   sh build/release/libraries-test.sh DIR
set -eu
release=$1
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd -P)
command -v gpg >/dev/null && [ -n "$(ls "$release"/tern-*-maven.zip 2>/dev/null)" ] || {
    echo 'left out: the libraries, because there are none or no gpg'
    exit
}
failed() {
    echo "FAILED: $1" >&2
    sed 's/^/    /' "$work/said" >&2
    exit 1
}
work=$(mktemp -d)
export GNUPGHOME="$work/keys"
trap 'gpgconf --kill all; rm -rf "$work"' EXIT
mkdir -m 700 "$GNUPGHOME" "$work/release"
gpg --batch --quiet --passphrase '' --quick-generate-key 'Nobody <nobody@localhost>' ed25519 sign never 2>"$work/said" || failed 'a key is made'
(cd "$release" && ln -s "$PWD"/* "$work/release/")
sh "$here/sign.sh" nobody@localhost "$work/release" >"$work/said" 2>&1 || failed 'the release is signed, and its libraries are as Maven Central asks for them'
sed 's/^/ok: /' "$work/said"
gpg --quiet --verify "$work/release/SHA256SUMS.asc" "$work/release/SHA256SUMS" 2>"$work/said" || failed 'the signature of the sums fits'
mkdir "$work/spoilt"
(cd "$work/spoilt" && unzip -q "$work"/release/tern-*-central.zip)
core=$(echo "$work"/spoilt/dev/tern/tern-core/*/tern-core-*.pom)
rm "${core%.pom}-javadoc.jar" "${core%.pom}-sources.jar.asc"
echo >>"${core%.pom}.jar"
sed -i '/<description>/d' "$core"
! python3 "$here/central.py" "$work/spoilt" >"$work/said" || failed 'spoilt libraries are refused'
for problem in 'javadoc.jar is missing' 'sources.jar: is not signed' 'jar: its sha1 is missing or wrong' 'jar: its signature does not fit'; do
    grep -q "tern-core-.*$problem" "$work/said" || failed "of spoilt libraries it is said: $problem"
done
echo 'ok: spoilt libraries are refused, with everything that is wrong'
