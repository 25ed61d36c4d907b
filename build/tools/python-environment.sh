#!/bin/sh
# Makes a Python environment with the packages of a requirements file, and prints its folder:
#
#   sh build/tools/python-environment.sh NAME REQUIREMENTS [OPTION OF PIP...]
#
# The environment stays in the folder NAME of the user's cache until the requirements change.
set -eu
home=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd)
name=$1
requirements=$2
shift 2
sum=$(cksum <"$requirements")
cache=${XDG_CACHE_HOME:-$HOME/.cache}/$name
folder=$cache/${sum%% *}
mkdir -p "$cache"
# A lock admits one process; it ends with its descriptor. A half-made environment is replaced.
exec 9>"$cache/lock"
! command -v flock >/dev/null || flock 9
if [ ! -f "$folder/complete" ]; then
    sh "$home/build/tools/setup.sh" python
    echo "fetching the packages of ${requirements#"$home/"}, once ..." >&2
    sh "$home/build/tools/python-packages.sh" "$folder" --no-deps "$@" --requirement "$requirements" >&2
    : >"$folder/complete"
fi
echo "$folder"
