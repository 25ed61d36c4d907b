#!/bin/sh
# Builds a release: archives of the command line with and without Java, an image, the Python client
# and the libraries.
#
#   sh build/release/release.sh VERSION [DIR]    VERSION as in 0.1.0; DIR (default target/release) gets the new release
#
#   tern-VERSION.tar.gz, .zip          for Linux, macOS and Windows; needs Java 21 or newer
#   tern-VERSION-static.tar.xz         without neural networks, Milvus and their native code
#   tern-VERSION-linux-x64.tar.gz      with a Java for the current system and processor
#   tern-VERSION-linux-x64-image.tar   the same as an image, if dpkg exists
#   tern_client-VERSION-py3-none-any.whl    the client for Python
#   tern-VERSION-maven.zip             the libraries as a Maven repository, for build/release/sign.sh
#   SHA256SUMS
#
# The libraries need the address of the project: <url> in pom.xml, or
# TERN_URL=https://HOST/OWNER/tern.
#
# The last step is build/release/known-holes.sh, which needs osv-scanner. TERN_REHEARSAL=true skips
# it; build/release/sign.sh never skips it.
#
# It builds the commit from scratch. Needs git, a JDK with jmods or one that can link without,
# Maven, GNU tar, zip, xz, and Python 3.11 or newer with venv.
set -eu

fail() {
    echo "build/release/release.sh: $1" >&2
    exit 1
}

[ $# -ge 1 ] && [ $# -le 2 ] || { sed -n 's/^#   //p' "$0"; exit 2; }
version=$1
printf '%s' "$version" | grep -Eqx '[0-9]+\.[0-9]+\.[0-9]+(-[0-9A-Za-z.]+)?' || fail "VERSION is \"$version\"; it must be like 0.1.0 or 0.1.0-rc.1"
root=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd -P)
out=${2-$root/target/release}
mkdir -p "$out"
out=$(CDPATH='' cd -- "$out" && pwd -P)
cd "$root"
if [ ! -f "$out/SHA256SUMS" ] && [ -n "$(ls -A "$out")" ]; then
    fail "$out holds something else than a release; give a folder that is new or empty"
fi
for tool in git mvn tar zip unzip gzip xz awk sha256sum python3; do
    command -v "$tool" >/dev/null || fail "it needs $tool, which is not on PATH"
done
[ "${TERN_REHEARSAL-}" = true ] || command -v osv-scanner >/dev/null ||
    fail "it needs osv-scanner (google/osv-scanner, version 2), which looks for known holes in what is released, and is not on PATH; TERN_REHEARSAL=true makes files that are not to be published without it"
[ -z "$(git status --porcelain --untracked-files=no)" ] || fail "there are changes that are not committed, and only what is committed is released"
java_home=$(sh build/tools/find-jdk.sh)

url=$(sed -n 's:^  <url>\(.*\)</url>$:\1:p' pom.xml)
url=${TERN_URL-$url}
case $url in
    '' | http*://*[!/]) ;;
    *) fail "the address of the project is \"$url\"; it must begin with http and not end with a slash" ;;
esac
printf '%s' "$url" | grep -q '[[:space:]|\\&<"]' && fail "the address of the project has a character that no address has: $url"

for file in 'tern-*.tar.gz' 'tern-*.tar.xz' 'tern-*.zip' 'tern-*-image.tar' 'tern_client-*.whl' SHA256SUMS SHA256SUMS.asc; do
    find "$out" -maxdepth 1 -name "$file" -delete
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
# The commit's time, for unpacked and generated files, so that archives are reproducible.
time=$(git log -1 --format=%ct)
umask 022
export LC_ALL=C TZ=UTC

echo "building $version from $(git rev-parse --short HEAD) ..."
git archive --prefix=source/ HEAD | tar -x -C "$work"
source=$work/source
snapshot=$(sed -n 's:^  <version>\(.*\)</version>$:\1:p' "$source/pom.xml" | head -n 1)
find "$source" -name pom.xml -exec sed -i "s:>$snapshot<:>$version<:" {} +
for part in image maven; do
    # shellcheck source=/dev/null
    . "$source/build/release/$part.sh"
done
[ -z "$url" ] || addressed
(
    cd "$source"
    JAVA_HOME=$java_home mvn -B -q -Prelease -Dmaven.test.skip=true -Dmaven.javadoc.skip=true -Dmaven.source.skip=true -pl cli -am package \
        org.codehaus.mojo:license-maven-plugin:2.7.0:add-third-party -Dlicense.excludedGroups='dev\.tern' -Dlicense.includedScopes=compile,runtime
) || fail "the build of $version failed"

# Builds the archive for all systems.
name=tern-$version
tree=$work/$name
mkdir -p "$tree/bin" "$tree/app" "$tree/share/man/man1" "$tree/share/bash-completion/completions" "$tree/share/zsh/site-functions" "$tree/share/doc"
cp "$source/cli/src/launcher/tern" "$source/cli/src/launcher/tern.cmd" "$tree/bin/"
cp "$source/cli/src/launcher/launch.sh" "$source/build/tools/find-jdk.sh" "$source/cli/target/tern.jar" "$tree/app/"
cp -r "$source/cli/target/lib" "$source/cli/target/eval" "$tree/app/"
cp "$source/LICENSE" "$source/CHANGELOG.md" "$tree/"
cp "$source/cli/src/launcher/README.txt" "$tree/README.txt"
cp "$source/cli/target/generated-sources/license/THIRD-PARTY.txt" "$tree/share/doc/third-party.txt"
cp "$source/cli/target/bom.json" "$tree/share/doc/bom.json"
chmod 755 "$tree/bin/tern"
for shell in bash-completion/completions/tern zsh/site-functions/_tern; do
    XDG_CACHE_HOME=$work JAVA_HOME=$java_home "$tree/bin/tern" completion "${shell%%[-/]*}" >"$tree/share/$shell"
done
# Converts docs/cli.md, which a test keeps up to date, into a manual page.
awk -v version="$version" '
    BEGIN { printf ".TH TERN 1 \"\" \"Tern %s\" \"\"\n.SH NAME\ntern \\- Graph RAG on a vector database\n", version }
    /^```/ { print (within ? ".fi" : ".nf"); within = !within; next }
    { gsub(/\\/, "\\e"); gsub(/-/, "\\-") }
    !within && /^## / { print ".SH " toupper(substr($0, 4)); next }
    within { print (/^[.'\'']/ ? "\\&" : "") $0 }
' "$source/docs/cli.md" >"$tree/share/man/man1/tern.1"

# Packs files in a fixed order, with one time and owner, by the program $2 into a file that ends with $3.
packed() {
    tar --sort=name --mtime="@$time" --owner=0 --group=0 --numeric-owner -C "$work" -cf "$work/packed.tar" "$1"
    $2 -c "$work/packed.tar" >"$out/$1.tar.$3"
    rm "$work/packed.tar"
}
# Removes the files of the jar $1 that match $2 but not $3.
kept() {
    jar=$(find "$tree/app/lib" -name "$1-[0-9]*.jar")
    unzip -Z1 "$jar" | grep -E "$2" | grep -Ev "$3" | grep -v '/$' | zip -q -d "$jar" -@ || fail "the native libraries of $jar are not where they were"
}
packed "$name" 'gzip -n' gz
find "$tree" -exec touch -h -d "@$time" {} +
(cd "$work" && find "$name" | sort >names && zip -q -X "$out/$name.zip" -@ <names)

# Builds the archive without neural networks. Its jars are stored, so that xz compresses equal
# parts of all of them once: to 42 MB in place of 93.
cp -r "$tree" "$work/$name-static"
tree=$work/$name-static
while read -r library; do
    rm "$tree/app/lib/$library"-[0-9]*.jar
done <"$source/build/release/static.txt"
kept sqlite-jdbc /native/ '/(Linux/(x86_64|aarch64)|Mac/aarch64|Windows/x86_64)/'
for jar in "$tree"/app/lib/*.jar "$tree/app/tern.jar"; do
    mkdir "$work/jar"
    unzip -q "$jar" -d "$work/jar"
    find "$work/jar" -exec touch -h -d "@$time" {} +
    rm "$jar"
    (cd "$work/jar" && find . -type f | sed 's:^./::' | sort | zip -0 -q -X "$jar" -@)
    rm -r "$work/jar"
done
packed "$name-static" 'xz -6' xz
tree=$work/$name

# Builds the archive with a Java and the native libraries of one system.
[ "$(uname -s)" = Linux ] || fail "archives with a Java are made on Linux, and this is $(uname -s)"
case $(uname -m) in
    x86_64 | amd64) processor=x64 machine=x86_64 debian=amd64 ;;
    aarch64 | arm64) processor=aarch64 machine=aarch64 debian=arm64 ;;
    *) fail "there is no archive with a Java for the processor $(uname -m)" ;;
esac
whole=$name-linux-$processor
echo "packing a Java into $whole ..."
mv "$tree" "$work/$whole"
tree=$work/$whole
rm "$tree/bin/tern.cmd" "$tree/app/find-jdk.sh"
# All modules of Java SE, and the JDK modules needed by name: sun.misc.Unsafe, ciphers, further
# charsets and locales, the vector module, zip file systems, DNS, and jcmd for operators.
"$java_home/bin/jlink" --add-modules java.se,jdk.unsupported,jdk.crypto.ec,jdk.charsets,jdk.localedata,jdk.incubator.vector,jdk.zipfs,jdk.management,jdk.jcmd,jdk.net,jdk.naming.dns,jdk.xml.dom \
    --strip-debug --no-header-files --no-man-pages --compress zip-6 --generate-cds-archive --output "$tree/runtime" 2>"$work/jlink.log" || {
    cat "$work/jlink.log" >&2
    fail 'the Java cannot be linked'
}
of_java() {
    sed -n "s/^$1=\"\(.*\)\"/\1/p" "$java_home/release"
}
cat >>"$tree/share/doc/third-party.txt" <<END

The Java in runtime/ is $(of_java IMPLEMENTOR) OpenJDK $(of_java JAVA_RUNTIME_VERSION), under the GNU General Public License, version 2,
with the Classpath Exception. Its notices are in runtime/legal; its source: $(of_java SOURCE_REPO) $(of_java SOURCE)
END
kept onnxruntime '^ai/onnxruntime/native/' "/linux-($processor|$machine)/"
kept tokenizers '^native/lib/' "/linux-$machine/|properties"
packed "$whole" 'gzip -n' gz

if command -v dpkg >/dev/null; then
    echo "packing the image ..."
    image "$out/$whole-image.tar"
fi
echo "building the client for Python ..."
sh "$source/build/tools/python-packages.sh" "$work/python" --requirement "$source/tests/server/src/test/python/tern-client-requirements.txt" ||
    fail 'the packages that build the client for Python cannot be had'
TERN_VERSION=$version SOURCE_DATE_EPOCH=$time "$work/python/bin/pip" wheel --quiet --no-build-isolation --no-deps --wheel-dir "$out" "$source/integrations/python" || fail 'the client for Python cannot be built'
if [ -n "$url" ]; then
    echo "building the libraries ..."
    libraries
else
    echo "build/release/release.sh: without an address of the project (<url> in pom.xml, or TERN_URL) there are no libraries" >&2
fi
(cd "$out" && sha256sum -- * >SHA256SUMS && cat SHA256SUMS && du -h -- *)
[ "${TERN_REHEARSAL-}" = true ] || sh "$source/build/release/known-holes.sh" "$out"
