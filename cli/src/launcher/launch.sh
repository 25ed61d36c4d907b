# What starts Tern's Java, for ./tern in a checkout and bin/tern of a release, which read this file.
#
# They set:
#   app        the folder with tern.jar, lib and eval
#   java_home  the Java to run it with
#   kept       a folder for what quickens the next start: an archive of loaded classes for the Java that ran Tern last, the
#              model's unpacked libraries, and logs; where it cannot be written, Tern starts without

fail() {
    printf 'tern: %s\n' "$1" >&2
    exit 1
}

# The cause of a failed build that its log hides among the errors that follow: libraries that could not be fetched.
unfetched() {
    ! grep -qE 'Could not transfer artifact|in offline mode' "$1" ||
        printf 'libraries are missing and no repository answered: it needs a network (or a mirror in settings.xml of Maven) once; '
}

unlock() {
    rm -rf "$kept/lock"
}

# Whether the process that took the lock has ended. Its own number is that of a process before it, as in a container that was started again.
abandoned() {
    holder=$(cat "$kept/lock/pid" 2>/dev/null)
    if [ -n "$holder" ]; then
        [ "$holder" = "$self" ] || ! kill -0 "$holder" 2>/dev/null
    else
        # It ended before it wrote its number.
        [ -n "$(find "$kept/lock" -prune -mmin +1 2>/dev/null)" ]
    fi
}

# Takes the lock, or waits for who has it; a lock whose process is gone is nobody's. Fails where it cannot be made.
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

# One run of the usual commands, offline, from which the archive is made; an empty archive says that it cannot be made.
rehearse() {
    lock "$(exec sh -c 'echo "$PPID"')" || return 0
    if [ ! -f "$archive" ] || [ -n "$(find "$jar" "$app/lib" -newer "$archive" -print 2>/dev/null)" ]; then
        # Those of a Tern or a Java before it are of no more use.
        rm -rf "$kept"/start-*.jsa "$kept"/start-*.jsa.new "$kept"/natives*
        # In the folder of the archive, and named without it: a path may have a space.
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

# What Tern tells people to type next: the name by which it was started.
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

# Becomes Tern, with the words that it is given.
launch() {
    TERN_CALLED=${TERN_CALLED-$(called)}
    export TERN_CALLED
    java=$java_home/bin/java
    jar=$app/tern.jar
    noise=$kept/jvm.log
    # The serial collector and small bounds: less memory and a quicker start than the defaults, which are for servers.
    flags='--enable-native-access=ALL-UNNAMED -XX:+UseSerialGC -Xmx448m'
    # From 23 on Java warns of what the Milvus client's Netty does, until it is told that this is known. And it can tell the C library of a
    # server to give back what starting needed; where that cannot, Java is to be silent about it. Older ones do not start with such options.
    trim=
    if [ -r "$java_home/release" ] && grep -Eq '^JAVA_VERSION="(2[3-9]|[3-9][0-9])' "$java_home/release"; then
        flags="$flags --sun-misc-unsafe-memory-access=allow"
        trim='-XX:TrimNativeHeapInterval=2000 -Xlog:trimnative=off'
    fi
    # One archive for every Java and every Tern: where the Java is, its version, the flags, and the jar's time and size make the name.
    sum=$({ printf '%s\n' "$java_home" "$flags"; cat "$java_home/release"; ls -ln "$jar"; } 2>/dev/null | cksum)
    archive=$kept/start-${sum%% *}.jsa
    natives=$kept/natives-${sum%% *}
    # Who may not write there starts without an archive. So does who comes first: one is made beside that, by a process whose parent has ended, as Java
    # would not wait for its end; it holds nothing open that others wait for.
    self=$$
    if [ -d "$kept" ] && [ -w "$kept" ] && { [ ! -f "$archive" ] || [ -n "$(find "$jar" -newer "$archive" -print)" ]; }; then
        if [ ! -d "$kept/lock" ] || abandoned; then
            (rehearse </dev/null >/dev/null 2>&1 &)
        fi
    fi

    # Commands that end within a second do not live to see what the second compiler and the vector module are good for.
    quick=yes
    case ${1-} in
        add | copy | eval | import | mcp | reindex | serve | verify) quick= ;;
    esac

    # A server that nobody asks yet has little to keep: it begins with a small heap, which grows. The usual first size is a part of
    # the machine's memory, and is filled before anything is collected.
    waits=
    case ${1-} in
        mcp) waits=yes ;;
        # Out of memory is the end of a server: its jobs go on in the next one, where half of one would wait for ever.
        serve) waits=yes flags="$flags -XX:+ExitOnOutOfMemoryError" ;;
    esac

    # A closed pipe and a full disk are known by what the operating system says of them, so it says that in English. Characters stay as they are.
    if [ -n "${LC_ALL-}" ]; then
        LC_CTYPE=$LC_ALL
        unset LC_ALL
        export LC_CTYPE
    fi
    LC_MESSAGES=C
    export LC_MESSAGES
    # Java reads arguments and names of files in the encoding of the locale: with ASCII, as in cron, or a locale that this machine lacks, other
    # letters are lost.
    case $(locale charmap 2>/dev/null) in
        '' | ANSI_X3.4-1968 | US-ASCII | 646)
            LC_CTYPE=$(locale -a 2>/dev/null | grep -i -m 1 'utf-\{0,1\}8$') || LC_CTYPE=C.UTF-8
            export LC_CTYPE
            ;;
    esac
    # One category that this machine lacks, as in LANG or LC_TIME that ssh forwards, makes Java read ASCII.
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

    # The evaluation is no part of the program, but two jars beside it: for tern eval, and for what lists all commands.
    case ${1-} in
        eval | help | -h | --help | completion | '')
            set -- -cp "$jar:$app/eval/*" dev.tern.cli.Main "$@"
            ;;
        *) set -- -jar "$jar" "$@" ;;
    esac
    # Before the archive is there its libraries may be there in part.
    [ ! -f "$archive" ] || set -- "-Dtern.natives=$natives" "$@"
    set -- "-Dtern.terminal=$terminal" "-Dtern.columns=$columns" "$@"
    # An archive that does not fit is left aside in silence.
    [ ! -s "$archive" ] || set -- -Xlog:disable "-XX:SharedArchiveFile=$archive" "$@"
    if [ -n "$quick" ]; then
        # shellcheck disable=SC2086 # options are words
        exec "$java" $flags -XX:TieredStopAtLevel=1 ${TERN_JAVA_OPTS-} "$@"
    fi

    # While it starts, Java prints a warning about the vector module to stderr, and has no switch for that. So Java starts
    # with stderr in a file and is told which descriptor the real one is, which java.io is opened for. Not so where somebody sets options of the virtual machine or
    # bounds its memory: then what it prints may be the reason why it does not start. The file is tried in a shell of its own:
    # a redirection of : that fails ends the shell.
    # shellcheck disable=SC3045 # every shell that is used as sh knows -v; one that does not is taken for unlimited
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
