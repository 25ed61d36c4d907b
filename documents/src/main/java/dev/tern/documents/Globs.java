package dev.tern.documents;

import dev.tern.error.TernException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

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
    private static final Pattern INNERMOST_BRACES =
            Pattern.compile("(?<before>(?:\\\\.|[^\\\\])*?)\\{(?<parts>(?:\\\\.|[^\\\\{}])*+)\\}", Pattern.DOTALL);
    private static final Pattern OPEN_BRACE = Pattern.compile("(?:\\\\.|[^\\\\{])*+\\{", Pattern.DOTALL);

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
            Matcher braces = INNERMOST_BRACES.matcher(next);
            if (braces.lookingAt()) {
                for (String part : braces.group("parts").split("(?<!\\\\),", -1)) {
                    waiting.add(braces.group("before") + part + next.substring(braces.end()));
                }
            } else if (OPEN_BRACE.matcher(next).lookingAt()) {
                throw none(pattern, "a { has no }");
            } else {
                without.add(next);
            }
            if (without.size() + waiting.size() > MAX_PATTERNS) {
                throw tooMany(pattern);
            }
        }
        return without;
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

    /** Returns true if everything in a folder matches a pattern. */
    boolean fitAllIn(Path relative) {
        return fit(wholeFolders, PathPattern.slashed(relative));
    }

    private static boolean fit(List<PathPattern> patterns, String path) {
        return patterns.stream().anyMatch(pattern -> pattern.fits(path));
    }

    /** Returns true if a place is a pattern rather than a path. */
    static boolean isPattern(String place) {
        return place.chars().anyMatch(c -> c == '*' || c == '?' || c == '[' || c == '{');
    }
}
