#!/bin/sh
# Prints the home of a JDK that can build and run Tern, or fails with the reason in one sentence.
#
#   sh build/tools/find-jdk.sh [jre]    with "jre", a Java without compiler is enough
#
# Looks in JAVA_HOME, at every java on PATH (links resolved) and in the usual folders. There it
# prefers the newest long-term release, then the newest release: the compiler plugins follow
# long-term releases most closely. ./tern and Maven both call this script, so they use the same JDK.
#
# FIND_JDK_ROOT is prepended to the system's folders, for the tests of this script.

least=21
wanted=${1-jdk}
root=${FIND_JDK_ROOT-}
seen=

# Sets major to the Java version of the home $1, or to nothing. Reading the file "release" of a JDK
# takes microseconds, starting a JVM a tenth of a second.
version_of() {
    major=
    [ -x "$1/bin/java" ] || return 1
    if [ -r "$1/release" ]; then
        while IFS= read -r line || [ -n "$line" ]; do
            case $line in
                JAVA_VERSION=*)
                    major=${line#JAVA_VERSION=}
                    major=${major#\"}
                    break
                    ;;
            esac
        done <"$1/release"
    else
        major=$("$1/bin/java" -XshowSettings:properties -version 2>&1 |
            sed -n 's/^ *java\.specification\.version = //p')
    fi
    major=${major%%[!0-9]*}
    [ -n "$major" ]
}

# Checks the home $1; adds the reason for a rejection to seen.
fits() {
    version_of "$1" || return 1
    without=
    [ "$wanted" = jre ] || [ -x "$1/bin/javac" ] || without=" without javac"
    if [ "$major" -ge "$least" ] && [ -z "$without" ]; then
        return 0
    fi
    case "$seen" in
        *" in $1"[,\;]* | *" in $1") ;;
        *) seen="$seen${seen:+, }Java $major$without in $1" ;;
    esac
    return 1
}

found() {
    printf '%s\n' "$1"
    exit 0
}

if [ -n "${JAVA_HOME-}" ] && fits "${JAVA_HOME%/}"; then
    found "${JAVA_HOME%/}"
fi

rest=${PATH-}:
while [ -n "$rest" ]; do
    folder=${rest%%:*}
    rest=${rest#*:}
    if [ -z "$folder" ] || [ ! -x "$folder/java" ]; then
        continue
    fi
    java=$(readlink -f -- "$folder/java" 2>/dev/null) || java=$folder/java
    home=${java%/bin/java}
    # On macOS /usr/bin/java is no JDK: it starts one, or opens a dialogue.
    if [ "$home" = "$java" ] || [ "$home" = /usr ]; then
        continue
    fi
    if fits "$home"; then
        found "$home"
    fi
done

best=
best_rank=0
consider() {
    fits "$1" || return 0
    rank=$major
    if [ $(((major - 21) % 4)) -eq 0 ]; then
        rank=$((major + 1000))
    fi
    if [ "$rank" -gt "$best_rank" ]; then
        best=$1
        best_rank=$rank
    fi
}

for home in "$root"/usr/lib/jvm/* "$root"/usr/java/* "$root"/opt/* "$root"/opt/java/* \
    "$root"/Library/Java/JavaVirtualMachines/*/Contents/Home; do
    consider "$home"
done
if [ -n "${HOME-}" ]; then
    for home in "$HOME"/.sdkman/candidates/java/* "$HOME"/.jdks/* "$HOME"/.asdf/installs/java/* "$HOME"/.m2/jdks/* \
        "$HOME"/.gradle/jdks/* "$HOME"/Library/Java/JavaVirtualMachines/*/Contents/Home; do
        consider "$home"
    done
fi
if [ -z "$best" ] && [ -x "$root/usr/libexec/java_home" ]; then
    home=$("$root/usr/libexec/java_home" -v "$least+" 2>/dev/null) && consider "$home"
fi
if [ -n "$best" ]; then
    found "$best"
fi

if [ "$wanted" = jre ]; then
    needs="Tern needs Java $least or newer"
    instead=', or take the archive that brings its own Java'
else
    needs="Tern needs a JDK $least or newer (a Java with javac)"
    instead=
fi
echo "$needs and found ${seen:-no Java at all}: it looked in JAVA_HOME" \
    "(${JAVA_HOME:-not set}), on PATH, in /usr/lib/jvm, /usr/java, /opt and /Library/Java, and in the folders of SDKMAN," \
    "asdf, Gradle and IntelliJ in your home; install one (Debian 13 or Ubuntu: \"sudo apt install openjdk-21-jdk\";" \
    "Debian 12: Eclipse Temurin's packages; macOS: \"brew install --cask temurin\"; anywhere: \"sdk install java\")" \
    "or set JAVA_HOME to one$instead." >&2
exit 1
