package dev.tern.documents;

import dev.tern.error.TernException;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.PatternSyntaxException;

/**
 * Patterns of files and folders. One without a slash fits a name anywhere; one with a slash fits a path from the folder
 * that the user named. {@code *} and {@code ?} stay within a name, {@code **} goes through folders and through none.
 */
final class Globs {
    private final List<PathMatcher> names = new ArrayList<>();
    private final List<PathMatcher> paths = new ArrayList<>();

    /**
     * Compiles patterns of files and folders.
     *
     * @throws TernException if one is not a pattern
     */
    Globs(List<String> patterns) {
        for (String pattern : patterns) {
            String clean = pattern.replaceAll("^\\./|/(\\*\\*)?$", "");
            if (clean.isBlank()) {
                throw TernException.user("the pattern \"" + pattern + "\" names nothing");
            }
            if (clean.contains("/")) {
                paths.add(matcher(clean, pattern));
                // Java's patterns ask for a folder where people mean "in any folder or in none".
                if (clean.startsWith("**/")) {
                    paths.add(matcher(clean.substring(3), pattern));
                }
                if (clean.contains("/**/")) {
                    paths.add(matcher(clean.replace("/**/", "/"), pattern));
                }
            } else {
                names.add(matcher(clean, pattern));
            }
        }
    }

    private static PathMatcher matcher(String glob, String pattern) {
        try {
            return FileSystems.getDefault().getPathMatcher("glob:" + glob);
        } catch (PatternSyntaxException e) {
            throw TernException.user("\"" + pattern + "\" is not a pattern of files: " + e.getDescription(), e);
        }
    }

    /** Whether a path, relative to the folder that the user named, fits one of the patterns. */
    boolean fit(Path relative) {
        Path name = relative.getFileName();
        return (name != null && names.stream().anyMatch(matcher -> matcher.matches(name)))
                || paths.stream().anyMatch(matcher -> matcher.matches(relative));
    }

    /** Whether a place is a pattern rather than a path. */
    static boolean isPattern(String place) {
        return place.chars().anyMatch(c -> c == '*' || c == '?' || c == '[' || c == '{');
    }
}
