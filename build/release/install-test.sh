#!/bin/sh
# Installs and uses a release like a user, on a Debian without Java, Maven, home or network. Takes
# minutes.
#
#   sh build/release/install-test.sh [DIR]    DIR holds the archives (default target/release); must run as root
#
# The Debian is a separate root with this machine's /usr without its Javas; JAVA_17=HOME adds a test
# with an old Java. The image runs in a separate root. The completion for zsh is tested if zsh
# exists, and signing if gpg exists, with a new key.
set -eu
release=${1-$(dirname -- "$0")/../../target/release}
release=$(CDPATH='' cd -- "$release" && pwd -P)
cd "$(dirname -- "$0")/../.."
[ "$(id -u)" = 0 ] || { echo "build/release/install-test.sh has to be run as root: it makes a root of its own" >&2; exit 2; }

if [ "${INSIDE-}" != yes ]; then
    sh build/release/libraries-test.sh "$release"
    root=$(mktemp -d)
    trap 'rmdir "$root"' EXIT
    INSIDE=yes root=$root JAVA_17=${JAVA_17-} unshare --mount --net --pid --fork sh build/release/install-test.sh "$release"
    exit
fi

# Runs in separate namespaces, which leave nothing behind.
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
ip link set lo up
for image in "$release"/*-image.tar; do
    [ ! -f "$image" ] || sh build/release/image-test.sh "$image" "$root/image"
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
version=${plain#/release/tern-}
version=${version%.tar.gz}

mkdir "Über all" && cd "Über all"
seconds tar -xzf "$whole"
echo "unpacked in $took s"
cd tern-*
check 'the first demo ends well' 'seconds bin/tern demo && grep -q "local  found" "$said"'
echo "the first demo took $took s"
check 'the first demo takes less than 10 s' 'awk -v took="$took" "BEGIN { exit !(took < 10) }"'
prepared() {
    for second in $(seq 120); do
        [ -d "$(echo "$HOME"/.cache/tern/launchers/*/lock)" ] || break
        sleep 1
    done
    [ -s "$(echo "$HOME"/.cache/tern/launchers/*/start-*.jsa)" ]
}
check 'an archive for quicker starts is made beside it' 'seconds prepared'
echo "it was there $took s later"
check 'the second demo ends well and is silent but for what it shows' 'seconds bin/tern demo && ! grep -qi warn "$said"'
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
# Installs a newer release in another folder, and then over the first one, while the server runs.
mkdir "$HOME/beside" && tar -xzf "$whole" -C "$HOME/beside"
of_server=$(readlink "$HOME/tern")
ln -sfn "$(echo "$HOME"/beside/tern-*/bin/tern)" "$HOME/tern"
check 'the link to a new release starts that one, beside a server of the old one' 'seconds "$HOME/tern" --version'
tar -xzf "$whole" -C "${of_server%/tern-*}"
asked() {
    bash -c 'exec 3<>/dev/tcp/127.0.0.1/8376 && printf "%s\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s" "$1" "${#2}" "$2" >&3 && cat <&3' sh \
        'POST /api/v1/graphs/default/ask HTTP/1.1' '{"question": "Who built the Vale bridge?"}'
}
check 'a server over whose files the archive is unpacked goes on answering' 'seconds asked && grep -q "Lena Marr" "$said"'
kill "$server"
wait "$server"
check 'and its graph is that of the new one' 'seconds "$HOME/tern" ask "Who built the Vale bridge?" && grep -q "Lena Marr" "$said"'
ln -sfn "$of_server" "$HOME/tern" && rm -r "$HOME/beside"
share=${of_server%/bin/tern}/share
check 'bash completes commands' "seconds bash -c '. \"$share/bash-completion/completions/tern\"; COMP_WORDS=(tern doct) COMP_CWORD=1; _complete_tern; echo \"\${COMPREPLY[@]}\"' && grep -qx 'doctor *' \"\$said\""
if command -v zsh >/dev/null; then
    cat >"$HOME/completed.zsh" <<ZSH
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "fpath=('$share/zsh/site-functions' \$fpath); autoload -Uz compinit; compinit -u -D; echo ready\$((1+1))"
zpty -r shell out '*ready2*'
zpty -w -n shell \$'tern doct\t'
sleep 3
while zpty -r -t shell out; do print -rn -- "\$out"; done
ZSH
    check 'zsh completes commands' 'seconds zsh -f "$HOME/completed.zsh" && grep -q "doctor" "$said"'
fi
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
    check 'an old Java on PATH is told' 'PATH=/old/bin:$PATH; ! seconds plain/tern-*/bin/tern demo && grep -q "found Java 17 in /old" "$said"'
    check 'an old Java in JAVA_HOME is told' 'export JAVA_HOME=/old; ! seconds plain/tern-*/bin/tern demo && grep -q "found Java 17 in /old" "$said"'
fi
check 'a newer one runs it' 'export JAVA_HOME="$(echo /srv/walk/Über*/tern-*/runtime)"; seconds plain/tern-*/bin/tern demo && grep -q "local  found" "$said"'
mkdir static && tar -xJf /release/tern-*-static.tar.xz -C static
check 'the static archive is at most 60 MB' '[ "$(stat -c %s /release/tern-*-static.tar.xz)" -le 60000000 ]'
check 'it adds documents' 'seconds static/tern-*/bin/tern add --store static-store /tmp/passages.jsonl'
check 'and answers' 'seconds static/tern-*/bin/tern ask --store static-store "Who built the Vale bridge?" && grep -q "Lena Marr" "$said"'
unset JAVA_HOME
exit $failed
END
exec chroot "$root" /bin/sh /tmp/walk.sh
