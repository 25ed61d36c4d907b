#!/bin/sh
# Unpacks an image and runs it like a container engine: read-only, as its user, without a network.
# build/release/install-test.sh calls it in separate namespaces.
#
#   sh build/release/image-test.sh IMAGE FOLDER    FOLDER is made
set -eu
image=$1
folder=$2
root=$folder/root
mkdir -p "$folder/layout" "$root"
tar -xf "$image" -C "$folder/layout"
cd "$folder/layout/blobs/sha256"
for blob in *; do
    echo "$blob  $blob"
done | sha256sum --quiet --check
cd "$folder/layout"
# Prints the values of the list $1 in the JSON file $2.
list() {
    sed -n "s/.*\"$1\":\[\([^]]*\)\].*/\1/p" "$2" | tr -d '" ' | tr , '\n'
}
for layer in $(list Layers manifest.json); do
    tar -xzf "$layer" -C "$root" --numeric-owner
done
config=$(sed -n 's/.*"Config":"\([^"]*\)".*/\1/p' manifest.json)
mount --bind "$root" "$root"
mount -o remount,bind,ro "$root"
mount -t proc proc "$root/proc"
mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
mount -t tmpfs -o mode=700,uid=10001,gid=10001 tmpfs "$root/var/lib/tern"
failed=0
said=$folder/said
check() {
    if eval "$2"; then
        echo "ok: $1"
    else
        echo "FAILED: $1" >&2
        sed 's/^/    /' "$said" >&2
        failed=1
    fi
}
# Replaces the shell by the image's program, with the given arguments.
inside() {
    # shellcheck disable=SC2046 # each line is a word
    exec env -i $(list Env "$config") TERN_STORE=/var/lib/tern/store TERN_CACHE_DIRECTORY=/var/lib/tern/cache TERN_SERVER_API_KEY=0123456789abcdef0123456789abcdef \
        "$(command -v chroot)" --userspec=10001:10001 "$root" $(list Entrypoint "$config") "$@"
}
check 'the image: the demo runs read-only and without rights' '(inside demo) >"$said" 2>&1 && grep -q "local  found" "$said" && grep -q "^  tern sync" "$said"'
mkdir -p "$root/tmp/Über all"
printf '<html><title>Lena Marr</title><p>Lena Marr built the Vale bridge.</p></html>' >"$root/tmp/Über all/Brücke.html"
check 'the image: a file with an umlaut in its name is parsed' '(inside add "/tmp/Über all") >"$said" 2>&1 && (inside ask "Who built the Vale bridge?") >"$said" 2>&1 && grep -q "Lena Marr" "$said"'
inside serve --host 0.0.0.0 >"$said" 2>&1 &
server=$!
answer() {
    bash -c 'exec 3<>/dev/tcp/127.0.0.1/8376 && printf "GET %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n" "$1" "$2" >&3 && head -n 1 <&3' sh "$1" "$2" 2>/dev/null
}
for i in $(seq 120); do
    sleep 0.5
    answer /health/ready localhost | grep -q ' 200 ' && break
done
check 'the image: the server is ready, by the name that probes use' 'answer /health/ready localhost | grep -q " 200 "'
check 'the image: it refuses requests without a key' 'answer /api/v1/graphs localhost | grep -q " 401 "'
kill "$server"
wait "$server" || true
umount "$root/tmp" "$root/var/lib/tern" "$root/proc" "$root"
rm -rf "$folder"
exit $failed
