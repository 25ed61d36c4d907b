# Starts Tern's Java. ./tern in a checkout and bin/tern of a release source this file.
#
# They set:
#   app        the folder with tern.jar, lib and eval
#   java_home  the Java to run it with
#   kept       a folder for a faster start: the class archive of the Java that ran Tern last, the
#              model's unpacked libraries, and logs; without write access Tern starts without it

fail() {
    printf 'tern: %s\n' "$1" >&2
    exit 1
}

# Prints the cause of a failed build that its log hides between other errors: missing libraries.
unfetched() {
    ! grep -qE 'Could not transfer artifact|in offline mode' "$1" ||
        printf 'libraries are missing and no repository answered: it needs a network (or a mirror in settings.xml of Maven) once; '
}

unlock() {
    rm -rf "$kept/lock"
}

# Returns 0 if the process that took the lock has ended. A holder with this process's number is an
# earlier process, as in a restarted container.
abandoned() {
    holder=$(cat "$kept/lock/pid" 2>/dev/null)
    if [ -n "$holder" ]; then
        [ "$holder" = "$self" ] || ! kill -0 "$holder" 2>/dev/null
    else
        # The holder ended before it wrote its number.
        [ -n "$(find "$kept/lock" -prune -mmin +1 2>/dev/null)" ]
    fi
}

# Takes the lock, or waits for its holder; replaces the lock of a dead process. Fails if the lock
# cannot be created.
lock() {
    self=${1-$$}
    said=
    unwritten=0
    unmade=0
    until mkdir "$kept/lock" 2>/dev/null; do
        if [ ! -d "$kept/lock" ]; then
            unmade=$((unmade + 1))
            if [ ! -w "$kept" ] || [ "$unmade" -eq 5 ]; then
                return 1
            fi
        fi
        if abandoned; then
            mv "$kept/lock" "$kept/lock.$self" 2>/dev/null && rm -rf "$kept/lock.$self"
            continue
        fi
        if [ -z "$holder" ]; then
            unwritten=$((unwritten + 1))
            [ "$unwritten" -lt 10 ] || unlock
        elif [ -z "$said" ]; then
            printf 'tern: process %s prepares Tern already; waiting for it ...\n' "$holder" >&2
            said=yes
        fi
        sleep 1
    done
    echo "$self" >"$kept/lock/pid"
    trap 'unlock; exit 130' INT
    trap 'unlock; exit 143' TERM
    trap 'unlock; exit 129' HUP
}

# Runs the usual commands offline to make the class archive; an empty archive means that it cannot
# be made.
rehearse() {
    lock "$(exec sh -c 'echo "$PPID"')" || return 0
    if [ ! -f "$archive" ] || [ -n "$(find "$jar" "$app/lib" -newer "$archive" -print 2>/dev/null)" ]; then
        # Removes the archives of earlier versions of Tern or Java.
        rm -rf "$kept"/start-*.jsa "$kept"/start-*.jsa.new "$kept"/natives*
        # The archive is named relative to its folder, because the path may contain a space.
        # shellcheck disable=SC2086
        if cd "$kept"; then
            "$java" $flags -XX:TieredStopAtLevel=1 "-XX:ArchiveClassesAtExit=${archive##*/}.new" -jar "$jar" rehearsal --natives "$natives" >rehearsal.log 2>&1
        fi
        if [ -s "$archive.new" ]; then
            mv "$archive.new" "$archive"
        else
            rm -f "$archive.new"
            : >"$archive"
        fi
    fi
    unlock
}

# Returns 0 if files take at most $1 kilobytes; other words count nothing.
fits() {
    limit=$1
    shift
    size=$(du -skcH -- "$@" 2>/dev/null | tail -n 1)
    size=${size%%[!0-9]*}
    [ "${size:-0}" -le "$limit" ]
}

# Prints the name by which Tern was started, for hints about the next command.
called() {
    case $0 in
        */*) [ "$(command -v "${0##*/}")" = "$0" ] && echo "${0##*/}" && return ;;
        *) echo "./$0" && return ;;
    esac
    case $0 in
        *[!A-Za-z0-9_./-]*) echo "\"$0\"" ;;
        *) echo "$0" ;;
    esac
}

# Replaces the shell by Tern with the given arguments.
launch() {
    TERN_CALLED=${TERN_CALLED-$(called)}
    export TERN_CALLED
    java=$java_home/bin/java
    jar=$app/tern.jar
    noise=$kept/jvm.log
    # The serial collector and small limits need less memory and start faster than Java's server
    # defaults.
    flags='--enable-native-access=ALL-UNNAMED -XX:+UseSerialGC -Xmx448m'
    # Since version 23 Java warns about the Milvus client's Netty unless allowed. It can also return
    # the memory of the start to the C library, without a message if that is unsupported. Older
    # versions reject both options.
    trim=
    if [ -r "$java_home/release" ] && grep -Eq '^JAVA_VERSION="(2[3-9]|[3-9][0-9])' "$java_home/release"; then
        flags="$flags --sun-misc-unsafe-memory-access=allow"
        trim='-XX:TrimNativeHeapInterval=2000 -Xlog:trimnative=off'
    fi
    # The archive's name depends on the Java's location and version, the flags, and the jar's time
    # and size.
    sum=$({ printf '%s\n' "$java_home" "$flags"; cat "$java_home/release"; ls -ln "$jar"; } 2>/dev/null | cksum)
    archive=$kept/start-${sum%% *}.jsa
    natives=$kept/natives-${sum%% *}
    # Without write access Tern starts without an archive. So does the first start, while a detached
    # process makes the archive; it holds nothing open that others wait for.
    self=$$
    if [ -d "$kept" ] && [ -w "$kept" ] && { [ ! -f "$archive" ] || [ -n "$(find "$jar" -newer "$archive" -print)" ]; }; then
        if [ ! -d "$kept/lock" ] || abandoned; then
            (rehearse </dev/null >/dev/null 2>&1 &)
        fi
    fi

    # Short commands only lose by the second compiler and the vector module. So does indexing until
    # a merge builds a vector graph: of 8 MB at most, into a store of 128 MB at most.
    quick=yes
    case ${1-} in
        add | sync)
            store=${TERN_STORE-$(sed -n 's/^store: *"\{0,1\}\([^"#]*[^"# ]\).*/\1/p' tern.yaml "${XDG_CONFIG_HOME-${HOME-}/.config}/tern/tern.yaml" 2>/dev/null | head -n 1)}
            for word; do
                case $word in --store=*) store=${word#*=} ;; esac
            done
            fits 8192 "$@" && fits 131072 "${store:-tern-store}" || quick=
            ;;
        copy | eval | import | mcp | reindex | serve | verify) quick= ;;
    esac

    # An idle server needs little memory, so it starts with a small heap. Java's default initial
    # size is a share of the machine's memory, which is filled before the first collection.
    waits=
    case ${1-} in
        mcp) waits=yes ;;
        # Out of memory ends the server; the next one continues its jobs, while a damaged one could
        # hang.
        serve) waits=yes flags="$flags -XX:+ExitOnOutOfMemoryError" ;;
    esac

    # Tern recognises a closed pipe and a full disk by the system's English message. Characters keep
    # their encoding.
    if [ -n "${LC_ALL-}" ]; then
        LC_CTYPE=$LC_ALL
        unset LC_ALL
        export LC_CTYPE
    fi
    LC_MESSAGES=C
    export LC_MESSAGES
    # Java decodes arguments and file names in the encoding of the locale; with ASCII, as in cron,
    # or with a missing locale, other letters would be lost.
    case $(locale charmap 2>/dev/null) in
        '' | ANSI_X3.4-1968 | US-ASCII | 646)
            LC_CTYPE=$(locale -a 2>/dev/null | grep -i -m 1 'utf-\{0,1\}8$') || LC_CTYPE=C.UTF-8
            export LC_CTYPE
            ;;
    esac
    # One missing category, as in LANG or LC_TIME forwarded by ssh, makes Java use ASCII.
    if [ -n "$(locale 2>&1 >/dev/null)" ]; then
        unset LC_ADDRESS LC_COLLATE LC_IDENTIFICATION LC_MEASUREMENT LC_MONETARY LC_NAME LC_NUMERIC LC_PAPER LC_TELEPHONE LC_TIME
        LANG=${LC_CTYPE-$LANG}
        export LANG
    fi

    terminal=none
    [ -t 1 ] && terminal=out
    [ -t 2 ] && terminal=$terminal,err
    [ -t 0 ] && terminal=$terminal,in
    columns=${COLUMNS-}
    if [ "$terminal" != none ] && [ -z "$columns" ]; then
        size=$(stty size 2>/dev/null </dev/tty) && columns=${size#* }
    fi

    # The evaluation is in two separate jars, for tern eval and for lists of all commands.
    case ${1-} in
        eval | help | -h | --help | completion | '')
            set -- -cp "$jar:$app/eval/*" dev.tern.cli.Main "$@"
            ;;
        *) set -- -jar "$jar" "$@" ;;
    esac
    # Before the archive exists, its libraries may be incomplete.
    [ ! -f "$archive" ] || set -- "-Dtern.natives=$natives" "$@"
    set -- "-Dtern.terminal=$terminal" "-Dtern.columns=$columns" "$@"
    # Java ignores an unsuitable archive silently.
    [ ! -s "$archive" ] || set -- -Xlog:disable "-XX:SharedArchiveFile=$archive" "$@"
    if [ -n "$quick" ]; then
        # shellcheck disable=SC2086 # options are words
        exec "$java" $flags -XX:TieredStopAtLevel=1 ${TERN_JAVA_OPTS-} "$@"
    fi

    # While starting, Java warns about the vector module on stderr, and has no option against it. So
    # Java starts with stderr in a file, and gets the descriptor of the real one, for which java.io
    # is opened. This does not apply if the user sets JVM options or limits memory: then Java's
    # output may explain a failed start. The file is tested in a subshell, because a failed
    # redirection of : ends the shell.
    # shellcheck disable=SC3045 # all shells used as sh support -v; others count as unlimited
    memory=$(ulimit -v 2>/dev/null) || memory=unlimited
    flags="$flags --add-modules=jdk.incubator.vector"
    [ -z "$waits" ] || flags="$flags -Xms32m $trim"
    if [ "$memory" = unlimited ] &&
        [ -z "${TERN_JAVA_OPTS-}${JAVA_TOOL_OPTIONS-}${JDK_JAVA_OPTIONS-}${_JAVA_OPTIONS-}" ] &&
        (: >"$noise") 2>/dev/null; then
        # shellcheck disable=SC2086 # options are words
        exec "$java" $flags --add-opens=java.base/java.io=ALL-UNNAMED -Dtern.stderr=3 "$@" 3>&2 2>"$noise"
    fi
    # shellcheck disable=SC2086 # options are words
    exec "$java" $flags ${TERN_JAVA_OPTS-} "$@"
}
