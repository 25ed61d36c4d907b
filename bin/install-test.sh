#!/bin/sh
# Installs what bin/release.sh made as people do, on a Debian without Java, Maven, home or network, and uses it; a minute.
#
#   sh bin/install-test.sh [DIR]    DIR is where the archives are (target/release); has to be run as root
#
# The Debian is this machine's /usr in a root of its own, without its Javas; JAVA_17=HOME is an old Java that is tried as well.
set -eu
release=${1-$(dirname -- "$0")/../target/release}
release=$(CDPATH='' cd -- "$release" && pwd -P)
cd "$(dirname -- "$0")/.."
[ "$(id -u)" = 0 ] || { echo "bin/install-test.sh has to be run as root: it makes a root of its own" >&2; exit 2; }

if [ "${INSIDE-}" != yes ]; then
    root=$(mktemp -d)
    trap 'rmdir "$root"' EXIT
    INSIDE=yes root=$root JAVA_17=${JAVA_17-} unshare --mount --net --pid --fork sh bin/install-test.sh "$release"
    exit
fi

# Within namespaces of our own: nothing of this is left when it ends.
mount -t tmpfs -o mode=755 tmpfs "$root"
for folder in usr etc; do
    mkdir "$root/$folder"
    mount --rbind "/$folder" "$root/$folder"
done
for link in bin sbin lib lib64; do
    if [ -L "/$link" ]; then cp -P "/$link" "$root/"; else mkdir "$root/$link" && mount --rbind "/$link" "$root/$link"; fi
done
mkdir -p "$root/tmp" "$root/proc" "$root/dev" "$root/release" "$root/root" "$root/srv/walk" "$root/old" "$root/var"
chmod 1777 "$root/tmp"
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mount --bind "$release" "$root/release"
if [ -n "$JAVA_17" ]; then
    mount --bind "$JAVA_17" "$root/old"
fi
for folder in /usr/lib/jvm /usr/local /usr/share/maven; do
    [ ! -d "$folder" ] || mount -t tmpfs tmpfs "$root$folder"
done
cat >"$root/tmp/walk.sh" <<'END'
set -u
failed=0
said=$(mktemp)
check() {
    if ! eval "$2"; then
        echo "FAILED: $1" >&2
        sed 's/^/    /' "$said" >&2
        failed=1
    else
        echo "ok: $1"
    fi
}
seconds() {
    start=$(date +%s.%N)
    "$@" >"$said" 2>&1
    code=$?
    took=$(date +%s.%N | awk -v start="$start" '{ printf "%.1f", $1 - start }')
    return $code
}
if java -version >/dev/null 2>&1; then echo "FAILED: there is a Java here" >&2; exit 1; fi
cd /srv/walk
export HOME=/srv/walk
whole=$(ls /release/tern-*-linux-*.tar.gz)
plain=$(ls /release/tern-*.tar.gz | grep -v linux)

mkdir "Über all" && cd "Über all"
seconds tar -xzf "$whole"
echo "unpacked in $took s"
cd tern-*
check 'the first demo ends well' 'seconds bin/tern demo && grep -q "local  found" "$said"'
echo "the first demo took $took s"
check 'it leaves an archive for quicker starts' '[ -s "$(echo "$HOME"/.cache/tern/launchers/*/start-*.jsa)" ]'
check 'the first demo takes less than 10 s' 'awk -v took="$took" "BEGIN { exit !(took < 10) }"'
check 'the second demo ends well and is silent but for what it shows' 'seconds bin/tern demo && ! grep -qi "warn\|preparing" "$said"'
echo "the second demo took $took s"
check 'the version is that of the archive' 'seconds bin/tern --version && case $PWD in *-$(head -n 1 "$said" | sed "s/^tern //;s/^Tern //;s/ .*//")-linux*) ;; *) false ;; esac'
ln -s "$PWD/bin/tern" "$HOME/tern"
cd /tmp
printf '{"_id": "x", "title": "Lena Marr", "text": "Lena Marr built the Vale bridge."}\n' >passages.jsonl
check 'documents are added, by a link' 'seconds "$HOME/tern" add passages.jsonl'
check 'a question is answered' 'seconds "$HOME/tern" ask "Who built the Vale bridge?" && grep -q "Lena Marr" "$said"'
"$HOME/tern" serve >serve.log 2>&1 &
server=$!
for i in 1 2 3 4 5 6 7 8 9 10; do
    sleep 0.5
    if bash -c 'exec 3<>/dev/tcp/127.0.0.1/8376 && printf "GET /health/ready HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n" >&3 && head -n 1 <&3 | grep -q " 200 "' 2>/dev/null; then
        ready=yes
        break
    fi
done
check 'the server answers' '[ "${ready-}" = yes ]'
kill "$server"
wait "$server"
check 'the evaluation is there' 'seconds "$HOME/tern" eval --help && grep -q "BEIR" "$said"'

chown -R 65534 /tmp/tern-store
cd /tmp/tern-store
check 'without a home that can be written it starts all the same' \
    'HOME=/nonexistent seconds setpriv --reuid 65534 --clear-groups "$(readlink /srv/walk/tern)" ask --store /tmp/tern-store "Who built the Vale bridge?" && grep -q "Lena Marr" "$said" && [ ! -e /nonexistent ]'
cd /srv/walk
mkdir cut && head -c 215000000 "$whole" >cut.tar.gz
check 'an archive that is cut is told by tar' '! seconds tar -xzf cut.tar.gz -C cut'
check 'what was unpacked of it is told by the launcher' '! seconds cut/tern-*/bin/tern demo && grep -q "unpack the archive again" "$said"'
rm -r cut cut.tar.gz

mkdir plain && tar -xzf "$plain" -C plain
check 'without a Java it is told which is needed, and what instead' \
    '! seconds plain/tern-*/bin/tern demo && grep -q "Tern needs Java 21 or newer and found no Java at all" "$said" && grep -q "take the archive that brings its own Java" "$said"'
if [ -x /old/bin/java ]; then
    check 'an old Java is told' 'export JAVA_HOME=/old; ! seconds plain/tern-*/bin/tern demo && grep -q "found Java 17 in /old" "$said"'
fi
check 'a newer one runs it' 'export JAVA_HOME="$(echo /srv/walk/Über*/tern-*/runtime)"; seconds plain/tern-*/bin/tern demo && grep -q "local  found" "$said"'
unset JAVA_HOME
for package in /release/*.deb; do
    [ -f "$package" ] || continue
    mkdir -p /tmp/package && dpkg-deb -x "$package" /tmp/package && mkdir -p /opt && mv /tmp/package/opt/tern /opt/tern
    check 'what the package installs runs' 'seconds /tmp/package/usr/bin/tern demo && grep -q "local  found" "$said"'
done
exit $failed
END
ip link set lo up
exec chroot "$root" /bin/sh /tmp/walk.sh
