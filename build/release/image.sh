# Writes the image without a container engine. build/release/release.sh sources it if dpkg exists.
#
# The image has two layers: the C libraries needed by Java and the embedding model, as installed by
# this machine's Debian, and Tern with its Java. It contains no shell. The file is an OCI image
# layout with the manifest that "docker load" needs.

of_debian="libc6 libc-bin libgcc-s1 libstdc++6 zlib1g $(dpkg -s libgcc-s1 | sed -n 's/^Depends:.*\(gcc-[0-9]*-base\).*/\1/p')"

# Copies the libraries, licences and scanner entries into the folder $1, and adds an unprivileged
# user.
made_base() {
    mkdir -p "$1/proc" "$1/sys" "$1/dev" "$1/usr/lib" "$1/usr/lib64" "$1/etc" "$1/var/lib/dpkg/status.d" "$1/var/lib/tern" "$1/tmp"
    ln -s usr/lib "$1/lib"
    ln -s usr/lib64 "$1/lib64"
    for package in $of_debian; do
        dpkg -s "$package" >"$1/var/lib/dpkg/status.d/$package" || fail "the image needs the Debian package $package, which is not installed"
        # If /lib is a link to /usr/lib, packages still say /lib. Only C programs need character set
        # converters.
        dpkg -L "$package" | sed 's:^/lib:/usr/lib:' | sort -u |
            grep -E '^/usr/lib(64)?/.*\.so(\.|$)|^/usr/lib/locale/C|^/usr/share/doc/[^/]+(/copyright)?$' | grep -v /gconv/ |
            while read -r file; do
                { [ -d "$file" ] && [ ! -L "$file" ]; } || (cd / && cp -P --parents "${file#/}" "$1/")
            done
    done
    cp /usr/lib/os-release "$1/usr/lib/os-release"
    ln -s ../usr/lib/os-release "$1/etc/os-release"
    printf 'root:x:0:0:root:/root:/sbin/nologin\ntern:x:10001:10001:tern:/var/lib/tern:/sbin/nologin\n' >"$1/etc/passwd"
    printf 'root:x:0:\ntern:x:10001:\n' >"$1/etc/group"
    printf 'hosts: files dns\n' >"$1/etc/nsswitch.conf"
    chmod 1777 "$1/tmp"
}

# Copies Tern of the self-contained archive into the folder $1, without files for interactive use.
made_program() {
    mkdir -p "$1/opt/tern/share"
    cp -r "$tree/app" "$tree/runtime" "$tree/LICENSE" "$1/opt/tern/"
    cp -r "$tree/share/doc" "$1/opt/tern/share/"
    rm -r "$1/opt/tern/app/eval" "$1/opt/tern/app/launch.sh"
    # The native libraries of the embedding model are unpacked here, so that running writes nothing.
    "$tree/runtime/bin/java" --enable-native-access=ALL-UNNAMED -jar "$tree/app/tern.jar" rehearsal --natives "$1/opt/tern/natives" >"$work/rehearsal.log" 2>&1 || {
        cat "$work/rehearsal.log" >&2
        fail 'the native libraries of the image cannot be unpacked'
    }
}

# Moves the file $1 among the blobs and prints its digest.
blob() {
    digest=$(sha256sum "$1" | cut -d ' ' -f 1)
    mv "$1" "$layout/blobs/sha256/$digest"
    printf 'sha256:%s' "$digest"
}

# Prints the descriptor of the blob $2 of the media type $1.
descriptor() {
    printf '{"mediaType":"application/vnd.oci.image.%s","digest":"%s","size":%s}' "$1" "$2" "$(stat -c %s "$layout/blobs/sha256/${2#sha256:}")"
}

# Packs the folder $1 as the layer $1, with var/lib/tern owned by the user. Sets layer to its
# digest, and uncompressed to that of its tar.
layer() {
    folder=$1
    (
        cd "$folder"
        find . -mindepth 1 ! -path './var/lib/tern' -printf '%P\0' | sort -z >"$work/names"
        tar --null --no-recursion --mtime="@$time" --owner=0 --group=0 --numeric-owner -cf "$work/layer.tar" -T "$work/names"
        [ ! -d var/lib/tern ] || tar --no-recursion --mtime="@$time" --owner=10001 --group=10001 --numeric-owner -rf "$work/layer.tar" var/lib/tern
    )
    uncompressed=sha256:$(sha256sum "$work/layer.tar" | cut -d ' ' -f 1)
    gzip -n "$work/layer.tar"
    layer=$(blob "$work/layer.tar.gz")
}

# Writes the image into the file $1.
image() {
    layout=$work/layout
    mkdir -p "$layout/blobs/sha256"
    made_base "$work/base"
    layer "$work/base"
    base=$layer base_uncompressed=$uncompressed
    made_program "$work/program"
    layer "$work/program"
    # The command line equals that of build/release/Dockerfile, with other paths.
    entry=$(sed -n 's/^ENTRYPOINT //p' "$source/build/release/Dockerfile" | sed 's:"java":"/opt/tern/runtime/bin/java":; s:/opt/tern/tern.jar:/opt/tern/app/tern.jar:')
    created=$(date -d "@$time" +%Y-%m-%dT%H:%M:%SZ)
    cat >"$work/config.json" <<JSON
{"created":"$created","architecture":"$debian","os":"linux","config":{"User":"10001:10001","WorkingDir":"/var/lib/tern","ExposedPorts":{"8376/tcp":{}},
"Env":["PATH=/opt/tern/runtime/bin","LANG=C.UTF-8","HOME=/var/lib/tern","TERN_CALLED=tern"],"Entrypoint":$entry,"Cmd":["--help"],
"Labels":{"org.opencontainers.image.title":"Tern","org.opencontainers.image.version":"$version","org.opencontainers.image.licenses":"Apache-2.0"}},
"rootfs":{"type":"layers","diff_ids":["$base_uncompressed","$uncompressed"]},
"history":[{"created":"$created","created_by":"build/release/image.sh: $of_debian"},{"created":"$created","created_by":"build/release/image.sh: Tern $version"}]}
JSON
    config=$(blob "$work/config.json")
    printf '{"schemaVersion":2,"mediaType":"application/vnd.oci.image.manifest.v1+json","config":%s,"layers":[%s,%s]}\n' \
        "$(descriptor config.v1+json "$config")" "$(descriptor layer.v1.tar+gzip "$base")" "$(descriptor layer.v1.tar+gzip "$layer")" >"$work/manifest.json"
    manifest=$(blob "$work/manifest.json")
    of_image=$(descriptor manifest.v1+json "$manifest")
    printf '{"schemaVersion":2,"mediaType":"application/vnd.oci.image.index.v1+json","manifests":[%s,"platform":{"architecture":"%s","os":"linux"},"annotations":{"org.opencontainers.image.ref.name":"%s"}}]}\n' \
        "${of_image%\}}" "$debian" "$version" >"$layout/index.json"
    printf '{"imageLayoutVersion":"1.0.0"}\n' >"$layout/oci-layout"
    in_tar() {
        printf 'blobs/sha256/%s' "${1#sha256:}"
    }
    printf '[{"Config":"%s","RepoTags":["tern:%s"],"Layers":["%s","%s"]}]\n' "$(in_tar "$config")" "$version" "$(in_tar "$base")" "$(in_tar "$layer")" >"$layout/manifest.json"
    tar --sort=name --mtime="@$time" --owner=0 --group=0 --numeric-owner -C "$layout" -cf "$1" .
    rm -r "$layout" "$work/base" "$work/program"
}
