#!/bin/sh
# Checks for the named tools, and offers to install missing ones by apt:
#
#   sh build/tools/setup.sh jdk maven git curl npm python chromium tesseract tesseract-rus
#
# It first lists the missing tools and the unavailable ones. Then it asks, unless it runs as root or
# CI is set; without a terminal it only prints the command. The exit status is 0 if nothing is
# missing in the end.

set -u
here=${0%/*}

has() {
    command -v "$1" >/dev/null 2>&1
}

present() {
    case $1 in
        jdk) sh "$here/find-jdk.sh" >/dev/null 2>&1 ;;
        maven) has mvn ;;
        python) python3 -c 'import ensurepip, venv, sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 ;;
        chromium) has chromium-headless-shell || has chromium || has chromium-browser || has google-chrome ;;
        tesseract) has tesseract ;;
        tesseract-rus) tesseract --list-langs 2>/dev/null | grep -qx rus ;;
        git | curl | npm) has "$1" ;;
        *)
            echo "build/tools/setup.sh knows no tool \"$1\"; it knows jdk, maven, git, curl, npm, python, chromium, tesseract and tesseract-rus" >&2
            exit 2
            ;;
    esac
}

# Prints the description of the tool $1 for manual installation.
described() {
    case $1 in
        jdk) echo 'a JDK 21 or newer (Debian 12 has none of its own: the packages of Eclipse Temurin have; or "sdk install java")' ;;
        maven) echo 'Maven 3.8 or newer (mvn)' ;;
        python) echo 'Python 3.11 or newer with venv, for the servers of the tests' ;;
        chromium) echo 'Chromium, for the tests of the page' ;;
        npm) echo 'npm, for the conformance tests of MCP' ;;
        tesseract) echo 'Tesseract, for the tests of scanned pages' ;;
        tesseract-rus) echo "Tesseract's data for Russian, for the same tests" ;;
        *) echo "$1" ;;
    esac
}

packages_of() {
    case $1 in
        jdk) echo 'openjdk-25-jdk-headless openjdk-21-jdk-headless temurin-25-jdk temurin-21-jdk' ;;
        python) echo python3-venv ;;
        chromium) echo 'chromium-headless-shell chromium' ;;
        tesseract) echo tesseract-ocr ;;
        tesseract-rus) echo tesseract-ocr-rus ;;
        *) echo "$1" ;;
    esac
}

offered() {
    [ -n "$(apt-cache show "$1" 2>/dev/null)" ]
}

# Prints the first package for the tool $1 that apt offers.
package_of() {
    for package in $(packages_of "$1"); do
        if offered "$package"; then
            echo "$package"
            return
        fi
    done
}

as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    elif [ -n "${CI-}" ]; then
        sudo -n "$@"
    else
        sudo "$@"
    fi
}

missing=
for tool in "$@"; do
    present "$tool" || missing="$missing $tool"
done
[ -n "$missing" ] || exit 0

for tool in $missing; do
    echo "missing: $(described "$tool")" >&2
done
if ! has apt-get; then
    echo "There is no apt here to install it by: install it in your system's way, and run this again." >&2
    exit 1
fi

asks=
[ "$(id -u)" -eq 0 ] || [ -n "${CI-}" ] || asks=yes
if [ -n "$asks" ] && ! has sudo; then
    echo "Installing needs root, and there is no sudo: run \"sh build/tools/setup.sh$missing\" as root." >&2
    exit 1
fi
# A new machine or container has no package lists yet.
refreshed=
refresh() {
    [ -n "$refreshed" ] || as_root apt-get update -qq >/dev/null 2>&1
    refreshed=yes
}
[ -n "$asks" ] || refresh

install=
unknown=
for tool in $missing; do
    package=$(package_of "$tool")
    if [ -n "$package" ]; then install="$install $package"; else unknown="$unknown $tool"; fi
done
if [ -n "$unknown" ]; then
    for tool in $unknown; do
        echo "apt offers no package for it: $(described "$tool")" >&2
    done
    [ -z "$asks" ] || echo "If its list of packages is old: sudo apt-get update" >&2
    exit 1
fi

command="apt-get install -y --no-install-recommends$install"
if [ -n "$asks" ]; then
    if ! [ -t 0 ]; then
        echo "To install it: sudo $command" >&2
        exit 1
    fi
    printf 'Run "sudo %s"? [y/N] ' "$command" >&2
    read -r reply || reply=
    case $reply in
        y | Y | yes | Yes) refresh ;;
        *) exit 1 ;;
    esac
fi
echo "Installing$install" >&2
# shellcheck disable=SC2086 # packages are words
if ! as_root env DEBIAN_FRONTEND=noninteractive $command >/dev/null; then
    echo "apt-get failed; what it said is above" >&2
    exit 1
fi
for tool in $missing; do
    if ! present "$tool"; then
        echo "still missing after the installation: $(described "$tool")" >&2
        exit 1
    fi
done
