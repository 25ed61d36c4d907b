#!/bin/sh
# Makes a Python environment with the packages of a file of requirements, and prints its folder:
#
#   sh build/tools/python-environment.sh NAME REQUIREMENTS [OPTION OF PIP...]
#
# It stays in a folder NAME of the user's cache, for as long as the requirements are the same.
set -eu
home=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd)
name=$1
requirements=$2
shift 2
sum=$(cksum <"$requirements")
cache=${XDG_CACHE_HOME:-$HOME/.cache}/$name
folder=$cache/${sum%% *}
mkdir -p "$cache"
# One at a time makes it; what a killed one left behind is thrown away. The lock goes with the descriptor.
exec 9>"$cache/lock"
! command -v flock >/dev/null || flock 9
if [ ! -f "$folder/complete" ]; then
    sh "$home/build/tools/setup.sh" python
    echo "fetching the packages of ${requirements#"$home/"}, once ..." >&2
    sh "$home/build/tools/python-packages.sh" "$folder" --no-deps "$@" --requirement "$requirements" >&2
    : >"$folder/complete"
fi
echo "$folder"
