package dev.tern.documents;

import dev.tern.error.TernException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Patterns of files and folders. A pattern without a slash matches a name in any folder, a pattern
 * with a slash matches a path from the folder that the user named. {@code *} and {@code ?} stay
 * within a name, {@code **} matches any number of folders; at the end it also matches their files.
 * {@code {a,b}} matches either alternative.
 *
 * <p>Patterns can come with an untrusted graph, so their number and length are limited.
 */
final class Globs {
    private static final int MAX_PATTERNS = 1_000;

    private final List<PathPattern> names = new ArrayList<>();
    private final List<PathPattern> paths = new ArrayList<>();
    private final List<PathPattern> wholeFolders = new ArrayList<>();

    /**
     * Compiles patterns of files and folders.
     *
     * @throws TernException if a pattern is malformed or too long, or there are too many patterns
     */
    Globs(List<String> patterns) {
        for (String pattern : patterns) {
            if (pattern.length() > PathPattern.MAX_CHARACTERS) {
                throw TernException.user("the pattern \"" + pattern.substring(0, 20) + "...\" has "
                        + LoadLimits.number(pattern.length()) + " characters; the limit is "
                        + LoadLimits.number(PathPattern.MAX_CHARACTERS));
            }
            alternatives(pattern).forEach(alternative -> add(alternative, pattern));
        }
    }

    private void add(String alternative, String pattern) {
        String clean = alternative.replaceAll("^\\./|/$", "");
        String folder = clean.replaceAll("(?<!/\\*\\*)(/\\*\\*)++$", "");
        if (folder.isBlank()) {
            throw TernException.user("the pattern \"" + pattern + "\" names nothing");
        }
        if (!folder.equals(clean)) {
            wholeFolders.add(compiled(folder, pattern));
        }
        (clean.contains("/") ? paths : names).add(compiled(clean, pattern));
        if (names.size() + paths.size() > MAX_PATTERNS) {
            throw tooMany(pattern);
        }
    }

    private static TernException tooMany(String pattern) {
        return TernException.user("with \"" + pattern + "\" there are more than " + LoadLimits.number(MAX_PATTERNS)
                + " patterns of files, counted after expanding braces, which is the limit");
    }

    /** Expands the braces of a pattern. */
    private static List<String> alternatives(String pattern) {
        List<String> without = new ArrayList<>();
        Deque<String> waiting = new ArrayDeque<>(List.of(pattern));
        while (!waiting.isEmpty()) {
            String next = waiting.remove();
            int open = brace(next);
            if (open < 0) {
                without.add(next);
            } else {
                split(next, open, pattern).forEach(waiting::add);
            }
            if (without.size() + waiting.size() > MAX_PATTERNS) {
                throw tooMany(pattern);
            }
        }
        return without;
    }

    /** Returns the index of the first unescaped opening brace, or -1. */
    private static int brace(String pattern) {
        for (int i = 0; i < pattern.length(); i++) {
            if (pattern.charAt(i) == '{') {
                return i;
            }
            i += pattern.charAt(i) == '\\' ? 1 : 0;
        }
        return -1;
    }

    private static List<String> split(String next, int open, String pattern) {
        List<String> parts = new ArrayList<>();
        int depth = 0;
        int from = open + 1;
        for (int i = open; i < next.length(); i++) {
            switch (next.charAt(i)) {
                case '\\' -> {
                    i++;
                    continue;
                }
                case '{' -> depth++;
                case '}' -> depth--;
                default -> {}
            }
            boolean comma = next.charAt(i) == ',' && depth == 1;
            if (comma || depth == 0) {
                parts.add(next.substring(from, i));
                from = i + 1;
            }
            if (depth == 0) {
                String before = next.substring(0, open);
                String after = next.substring(i + 1);
                return parts.stream().map(part -> before + part + after).toList();
            }
        }
        throw none(pattern, "a { has no }");
    }

    private static TernException none(String pattern, String reason) {
        return TernException.user("\"" + pattern + "\" is not a pattern of files: " + reason);
    }

    private static PathPattern compiled(String glob, String pattern) {
        return PathPattern.of(glob, true)
                .orElseThrow(() -> none(pattern, "a [ has no ] or an unknown class, or a \\ is at the end"));
    }

    /** Returns true if a path, relative to the folder that the user named, matches a pattern. */
    boolean fit(Path relative) {
        return fit(names, String.valueOf(relative.getFileName())) || fit(paths, PathPattern.slashed(relative));
    }

    /** Returns true if a pattern matches all contents of a folder. */
    boolean fitAllIn(Path relative) {
        return fit(wholeFolders, PathPattern.slashed(relative));
    }

    private static boolean fit(List<PathPattern> patterns, String path) {
        return patterns.stream().anyMatch(pattern -> pattern.fits(path));
    }

    /** Returns true if a place has a wildcard, so that it may be a pattern. */
    static boolean isPattern(String place) {
        return place.chars().anyMatch(c -> c == '*' || c == '?' || c == '[' || c == '{');
    }
}
