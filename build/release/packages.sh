# What package managers read: a Helm chart, and for Homebrew, Scoop and JBang the files of build/release/packages; read by build/release/release.sh.

# Packs the chart of build/release/chart, as Helm itself would, in the version of the release.
chart() {
    mkdir "$work/chart"
    cp -r "$source/build/release/chart" "$work/chart/tern"
    sed -i "s/^version: .*/version: $version/; s/^appVersion: .*/appVersion: \"$version\"/" "$work/chart/tern/Chart.yaml"
    cp "$source/LICENSE" "$work/chart/tern/"
    tar --sort=name --mtime="@$time" --owner=0 --group=0 --numeric-owner -C "$work/chart" -cf - tern | gzip -n >"$out/tern-$version-chart.tgz"
}

# Fills the files of build/release/packages in: @version@, @url@ of the project, @files@, where the files of the release are, and @sha256 FILE@.
manifests() {
    for file in jbang-catalog.json tern.rb tern.json; do
        sed "/^# .*at signs\.$/d; s|@version@|$version|g; s|@url@|$url|g; s|@files@|$files|g" "$source/build/release/packages/$file" >"$work/manifest"
        sed -n 's/.*@sha256 \([^@]*\)@.*/\1/p' "$work/manifest" | while read -r name; do
            [ -f "$out/$name" ] || fail "build/release/packages/$file names $name, which this release does not have"
            sed -i "s|@sha256 $name@|$(sha256sum "$out/$name" | cut -d ' ' -f 1)|" "$work/manifest"
        done
        ! grep -n '@[a-z0-9 ]*@' "$work/manifest" || fail "build/release/packages/$file asks for what build/release/release.sh does not know"
        case $file in
            *.json) python3 -m json.tool "$work/manifest" >/dev/null || fail "build/release/packages/$file is no JSON" ;;
        esac
        cp "$work/manifest" "$out/$file"
    done
}
