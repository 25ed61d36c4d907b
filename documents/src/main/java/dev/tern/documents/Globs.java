package dev.tern.documents;

import dev.tern.error.TernException;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;

/**
 * Patterns of files and folders. One without a slash fits a name anywhere; one with a slash fits a path from the folder
 * that the user named. {@code *} and {@code ?} stay within a name, {@code **} goes through folders and through none; at the
 * end it is all that is in a folder and below it.
 */
final class Globs {
    /** Each doubles the patterns that a path is compared with. */
    private static final int MOST_ANY_FOLDERS = 6;

    private static final Pattern ANY_FOLDERS = Pattern.compile("(?<=^|/)(\\*\\*/)+");

    private final List<PathMatcher> names = new ArrayList<>();
    private final List<PathMatcher> paths = new ArrayList<>();
    private final List<PathMatcher> wholeFolders = new ArrayList<>();

    /**
     * Compiles patterns of files and folders.
     *
     * @throws TernException if one is not a pattern, or has {@code **} in too many places
     */
    Globs(List<String> patterns) {
        for (String pattern : patterns) {
            String clean = pattern.replaceAll("^\\./|/$", "");
            String folder = clean.replaceAll("(?<!/\\*\\*)(/\\*\\*)++$", "");
            if (folder.isBlank()) {
                throw TernException.user("the pattern \"" + pattern + "\" names nothing");
            }
            if (!folder.equals(clean)) {
                variants(folder, pattern).forEach(variant -> wholeFolders.add(matcher(variant, pattern)));
            }
            if (clean.contains("/")) {
                variants(clean, pattern).forEach(variant -> paths.add(matcher(variant, pattern)));
            } else {
                names.add(matcher(clean, pattern));
            }
        }
    }

    // Java's patterns ask for a folder at ** where people mean "in any folder or in none".
    private static List<String> variants(String clean, String pattern) {
        String[] parts = ANY_FOLDERS.split(clean, -1);
        if (parts.length - 1 > MOST_ANY_FOLDERS) {
            throw TernException.user("the pattern \"" + pattern + "\" has **/ in " + (parts.length - 1)
                    + " places; the limit is " + MOST_ANY_FOLDERS);
        }
        List<String> variants = List.of(parts[0]);
        for (String part : List.of(parts).subList(1, parts.length)) {
            variants = variants.stream()
                    .flatMap(before -> Stream.of(before + "**/" + part, before + part))
                    .toList();
        }
        return variants;
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

    /** Whether all that is in a folder fits one of the patterns. */
    boolean fitAllIn(Path relative) {
        return wholeFolders.stream().anyMatch(matcher -> matcher.matches(relative));
    }

    /** Whether a place is a pattern rather than a path. */
    static boolean isPattern(String place) {
        return place.chars().anyMatch(c -> c == '*' || c == '?' || c == '[' || c == '{');
    }
}
