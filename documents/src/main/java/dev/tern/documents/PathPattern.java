package dev.tern.documents;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A path pattern with git's wildcards, as a regular expression. The text between two wildcards is
 * matched at its first place only, which leaves the most to the rest: matching never tries the
 * places of two wildcards {@code *} in combination. Immutable.
 */
final class PathPattern {
    /** The maximum length of a pattern. */
    static final int MAX_CHARACTERS = 1_000;

    private final Pattern regex;

    private PathPattern(Pattern regex) {
        this.regex = regex;
    }

    /**
     * Compiles a pattern: {@code *} and {@code ?} stay within a name, {@code **} as a whole name
     * matches any number of folders, and at the end all contents of a folder.
     *
     * @param through true if {@code **} as part of a name crosses folders too
     * @return empty for an unclosed bracket, an unknown class or a trailing backslash
     */
    static Optional<PathPattern> of(String pattern, boolean through) {
        Compiler compiler = new Compiler(pattern.codePoints().toArray(), through);
        return compiler.compile()
                ? Optional.of(new PathPattern(Pattern.compile(compiler.regex(), Pattern.DOTALL)))
                : Optional.empty();
    }

    /** Returns a path with slashes, on every system. */
    static String slashed(Path path) {
        return path.toString().replace(path.getFileSystem().getSeparator(), "/");
    }

    /** Returns true if the whole of a path with slashes matches. */
    boolean fits(String path) {
        return regex.matcher(path).matches();
    }

    private static final class Compiler {
        private static final String STAR = "[^/]*?";
        private static final String ALL = ".*?";
        private static final String FOLDERS = "(?:[^/]*+/)*?";

        /** The JDK's names of the classes of ASCII characters in POSIX. */
        private static final Set<String> CLASSES = Set.of(
                "Alnum", "Alpha", "Blank", "Cntrl", "Digit", "Graph", "Lower", "Print", "Punct", "Space", "Upper",
                "XDigit");

        private final int[] signs;
        private final boolean through;
        /** The constants above, and expressions of one character. */
        private final List<String> steps = new ArrayList<>();

        private int at;

        private Compiler(int[] signs, boolean through) {
            this.signs = signs;
            this.through = through;
        }

        /** Returns the expression: atomic groups, each up to the next wildcard that crosses as much. */
        private String regex() {
            StringBuilder regex = new StringBuilder();
            StringBuilder open = new StringBuilder();
            for (String step : steps) {
                boolean crosses = step.equals(ALL) || step.equals(FOLDERS);
                if (crosses || step.equals(STAR)) {
                    int end = open.lastIndexOf(STAR);
                    boolean inner = end >= 0;
                    if (inner) {
                        open.insert(end, "(?>").append(')');
                    }
                }
                if (crosses) {
                    regex.append("(?>").append(open).append(')');
                    open.setLength(0);
                }
                open.append(step);
            }
            return regex.append(open).toString();
        }

        private int sign(int place) {
            return place < signs.length ? signs[place] : -1;
        }

        private static String literal(int sign) {
            return "\\x{" + Integer.toHexString(sign) + "}";
        }

        private boolean compile() {
            while (at < signs.length) {
                int sign = signs[at++];
                switch (sign) {
                    case '*' -> stars();
                    case '?' -> steps.add("[^/]");
                    case '[' -> {
                        if (!brackets()) {
                            return false;
                        }
                    }
                    case '\\' -> {
                        if (at == signs.length) {
                            return false;
                        }
                        steps.add(literal(signs[at++]));
                    }
                    default -> steps.add(literal(sign));
                }
            }
            return true;
        }

        private void stars() {
            int begin = at - 1;
            while (sign(at) == '*') {
                at++;
            }
            boolean slash = sign(at) == '/' || (sign(at) == '\\' && sign(at + 1) == '/');
            boolean wholeName = (begin == 0 || signs[begin - 1] == '/') && (slash || at == signs.length);
            if (at - begin == 1 || !(wholeName || through)) {
                steps.add(STAR);
            } else if (wholeName && sign(at) == '/') {
                at++;
                steps.add(FOLDERS);
            } else {
                steps.add(ALL);
            }
        }

        /** Parses a bracket expression; returns false if it is unclosed or has an unknown class. */
        private boolean brackets() {
            boolean others = sign(at) == '!' || sign(at) == '^';
            at += others ? 1 : 0;
            StringBuilder characters = new StringBuilder();
            int before = -1;
            do {
                int sign = sign(at);
                // The next closing bracket ends a class as in [:alpha:], or is missing.
                int end = sign == '[' && sign(at + 1) == ':' ? endOfClass() : 0;
                if (end == signs.length || (end > at + 2 && signs[end - 1] == ':')) {
                    String name = new String(signs, at + 2, Math.max(0, end - at - 3));
                    Optional<String> known = CLASSES.stream()
                            .filter(one -> one.toLowerCase(Locale.ROOT).equals(name))
                            .findFirst();
                    if (end == signs.length || known.isEmpty()) {
                        return false;
                    }
                    characters.append("\\p{").append(known.get()).append('}');
                    at = end + 1;
                    before = -1;
                    continue;
                }
                boolean range = sign == '-' && before >= 0 && sign(at + 1) >= 0 && sign(at + 1) != ']';
                at += range ? 1 : 0;
                at += sign(at) == '\\' ? 1 : 0;
                int one = sign(at++);
                if (one < 0) {
                    return false;
                }
                if (!range) {
                    characters.append(literal(one));
                } else if (before <= one) {
                    characters.append(literal(before)).append('-').append(literal(one));
                }
                before = range ? -1 : one;
            } while (sign(at) != ']');
            at++;
            steps.add("(?!/)[" + (others ? "^" : "") + characters + "]");
            return true;
        }

        private int endOfClass() {
            int end = at + 2;
            while (end < signs.length && signs[end] != ']') {
                end++;
            }
            return end;
        }
    }
}
