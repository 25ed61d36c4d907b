package dev.tern.documents;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The ignore files of a folder and its parents, interpreted as git does. The nearest file with a
 * match decides, by its last matching pattern; in a folder {@code .ternignore} takes precedence
 * over {@code .gitignore}. An excluded folder is never entered, so nothing in it can be
 * re-included. Ignore files above the folder that a user named, and git's own lists, are not read.
 *
 * <p>Ignore files are untrusted input. Those of a folder and its parents may together have at most
 * {@value #MAX_BYTES} bytes and {@value #MAX_PATTERNS} patterns, and a pattern {@value
 * PathPattern#MAX_CHARACTERS} characters.
 */
final class IgnoreRules {
    static final IgnoreRules NONE = new IgnoreRules(null, Path.of(""), List.of(), 0, 0);

    private static final List<String> FILES = List.of(".gitignore", ".ternignore");
    private static final int MAX_BYTES = 1 << 20;
    private static final int MAX_PATTERNS = 10_000;

    /** The number of patterns compared between two checks of the time. */
    private static final int PATTERNS_AT_ONCE = 64;

    private final @Nullable IgnoreRules before;
    private final Path folder;
    private final List<IgnoreRule> rules;
    private final int bytes;
    private final int patterns;

    private IgnoreRules(@Nullable IgnoreRules before, Path folder, List<IgnoreRule> rules, int bytes, int patterns) {
        this.before = before;
        this.folder = folder;
        this.rules = rules;
        this.bytes = bytes;
        this.patterns = patterns;
    }

    /**
     * A line of an ignore file.
     *
     * @param kept true if matches are re-included
     * @param folders true if only folders match
     * @param names true if the pattern matches names, not paths
     */
    private record IgnoreRule(PathPattern pattern, boolean kept, boolean folders, boolean names) {
        boolean fits(String path, boolean isFolder) {
            return (isFolder || !folders) && pattern.fits(names ? path.substring(path.lastIndexOf('/') + 1) : path);
        }
    }

    /**
     * Returns these rules with the rules of a folder that has the given names.
     *
     * @param root the base of paths
     * @throws IOException if an ignore file cannot be read, or exceeds the limits
     */
    IgnoreRules in(RootFolder root, Path named, List<String> names) throws IOException {
        IgnoreRules all = this;
        for (String file : FILES) {
            if (names.contains(file)) {
                byte[] content = content(root, named.resolve(file));
                List<IgnoreRule> read = rules(file, new String(content, StandardCharsets.UTF_8));
                all = new IgnoreRules(all, named, read, all.bytes + content.length, all.patterns + read.size());
                all.requireFew(file);
            }
        }
        return all;
    }

    private void requireFew(String file) throws IOException {
        String all = file + " and the ignore files above it have more than ";
        if (bytes > MAX_BYTES) {
            throw new IOException(all + LoadLimits.number(MAX_BYTES) + " bytes");
        }
        if (patterns > MAX_PATTERNS) {
            throw new IOException(all + LoadLimits.number(MAX_PATTERNS) + " patterns");
        }
    }

    private static byte[] content(RootFolder root, Path file) throws IOException {
        if (!root.attributes(file).isRegularFile()) {
            return new byte[0];
        }
        try (InputStream in = root.open(file)) {
            byte[] bytes = in.readNBytes(MAX_BYTES + 1);
            if (bytes.length > MAX_BYTES) {
                throw new IOException(file.getFileName() + " has more than " + LoadLimits.number(MAX_BYTES) + " bytes");
            }
            return bytes;
        }
    }

    private static List<IgnoreRule> rules(String file, String content) throws IOException {
        List<IgnoreRule> rules = new ArrayList<>();
        String[] lines = (content.startsWith("\ufeff") ? content.substring(1) : content).split("\n", -1);
        for (int i = 0; i < lines.length && rules.size() <= MAX_PATTERNS; i++) {
            String line = lines[i].endsWith("\r") ? lines[i].substring(0, lines[i].length() - 1) : lines[i];
            if (!line.startsWith("#")) {
                if (line.length() > PathPattern.MAX_CHARACTERS) {
                    throw new IOException(file + " has a pattern of " + LoadLimits.number(line.length())
                            + " characters in line " + (i + 1) + "; the limit is "
                            + LoadLimits.number(PathPattern.MAX_CHARACTERS));
                }
                add(withoutTrailingSpaces(line), rules);
            }
        }
        // Later lines take precedence, and the first match in the list decides.
        return List.copyOf(rules.reversed());
    }

    private static void add(String line, List<IgnoreRule> rules) {
        boolean kept = line.startsWith("!");
        String pattern = kept ? line.substring(1) : line;
        boolean folders = pattern.endsWith("/");
        String whole = folders ? pattern.substring(0, pattern.length() - 1) : pattern;
        boolean names = !whole.contains("/");
        String relative = whole.startsWith("/") ? whole.substring(1) : whole;
        if (!relative.isEmpty()) {
            PathPattern.of(relative, false)
                    .ifPresent(compiled -> rules.add(new IgnoreRule(compiled, kept, folders, names)));
        }
    }

    /** Strips trailing spaces that are not escaped by a backslash. */
    private static String withoutTrailingSpaces(String line) {
        int end = 0;
        for (int i = 0; i < line.length(); i++) {
            boolean escape = line.charAt(i) == '\\';
            i += escape ? 1 : 0;
            end = escape || line.charAt(i) != ' ' ? i + 1 : end;
        }
        return line.substring(0, Math.min(end, line.length()));
    }

    /** Returns true if a path is excluded, given that its parents are not. */
    boolean ignore(Path path, boolean isFolder, ListingLimits limits) {
        for (IgnoreRules each = this; each != null; each = each.before) {
            String relative = each.rules.isEmpty() ? "" : PathPattern.slashed(each.folder.relativize(path));
            for (int i = 0; i < each.rules.size(); i++) {
                if (i % PATTERNS_AT_ONCE == 0) {
                    limits.check();
                }
                IgnoreRule rule = each.rules.get(i);
                if (rule.fits(relative, isFolder)) {
                    return !rule.kept();
                }
            }
        }
        return false;
    }
}
