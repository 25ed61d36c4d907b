#!/bin/sh
# Makes a Python environment and installs packages with uv in a tenth of pip's time, or with pip.
#
#   sh build/tools/python-packages.sh FOLDER OPTION...      options that "pip install" and uv share
#
# Installs only files whose checksums are in the list, which build/tools/python-hashes.py writes.
# PYTHON sets another interpreter than python3. pip fetches uv once into the user's cache (60 MB).
# uv gets the settings of pip; if it fails, pip installs the packages.
set -eu
folder=$1
shift
python=${PYTHON:-python3}
list=${0%.sh}.txt
version=$(sed -n 's/^uv==\([^ ]*\).*/\1/p' "$list")
cache=${XDG_CACHE_HOME:-$HOME/.cache}/tern-uv
uv=$cache/$version

# A lock admits one process; it ends with its descriptor. A half-made environment is replaced.
fetched() (
    mkdir -p "$cache"
    exec 9>"$cache/lock"
    ! command -v flock >/dev/null || flock 9
    [ ! -f "$uv/complete" ] || exit 0
    python3 -m venv --clear "$uv" && "$uv/bin/pip" install --quiet --disable-pip-version-check --no-input --no-compile \
        --only-binary=:all: --require-hashes --requirement "$list" && : >"$uv/complete"
)

# Prints a setting of pip: environment variables override its files.
setting() {
    for section in :env: install global; do
        value=$(echo "$settings" | sed -n "s/^$section\.$1='\(.*\)'$/\1/p")
        [ -z "$value" ] || break
    done
    echo "$value"
}

# Sets a variable of uv to a setting of pip, unless the user has set the variable.
use_setting() {
    eval "set=\${$1:-}"
    # shellcheck disable=SC2154 # set by eval
    if [ -z "$set" ] && [ -n "$2" ]; then
        export "$1=$2"
    fi
}

by_uv() (
    "$uv/bin/uv" python find "$folder/bin/python" >/dev/null || exit 1
    settings=$("$uv/bin/pip" config list)
    use_setting UV_DEFAULT_INDEX "$(setting index-url)"
    use_setting UV_INDEX "$(setting extra-index-url)"
    use_setting UV_FIND_LINKS "$(setting find-links | tr ' ' ',')"
    use_setting UV_NO_INDEX "$(setting no-index)"
    use_setting UV_INSECURE_HOST "$(setting trusted-host)"
    use_setting SSL_CERT_FILE "$(setting cert)"
    use_setting ALL_PROXY "$(setting proxy)"
    use_setting UV_SYSTEM_CERTS true
    "$uv/bin/uv" pip install --quiet --python "$folder/bin/python" --only-binary=:all: --require-hashes "$@"
)

"$python" -m venv --clear --without-pip "$folder"
if ! fetched || ! by_uv "$@"; then
    "$folder/bin/python" -m ensurepip
    "$folder/bin/python" -m pip install --disable-pip-version-check --no-input --no-compile --only-binary=:all: --require-hashes "$@"
fi
