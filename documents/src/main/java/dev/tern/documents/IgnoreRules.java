package dev.tern.documents;

import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import org.eclipse.jgit.ignore.IgnoreNode;
import org.jspecify.annotations.Nullable;

/**
 * What the ignore files of a folder and of those above it leave out, as git reads them: the file nearest to a path decides, and in
 * one folder {@code .ternignore} before {@code .gitignore}. What lies in a folder that is left out is not even looked at, so nothing
 * brings it back. Files above the folder that a user named, and git's own lists, do not count.
 */
final class IgnoreRules {
    static final IgnoreRules NONE = new IgnoreRules(null, Path.of(""), new IgnoreNode());

    private static final List<String> FILES = List.of(".gitignore", ".ternignore");
    private static final int MOST_BYTES = 1 << 20;

    private final @Nullable IgnoreRules before;
    private final Path folder;
    private final IgnoreNode node;

    private IgnoreRules(@Nullable IgnoreRules before, Path folder, IgnoreNode node) {
        this.before = before;
        this.folder = folder;
        this.node = node;
    }

    /**
     * These rules and those of a folder.
     *
     * @param root below which paths are
     * @param names the names of what is in the folder
     */
    IgnoreRules in(RootFolder root, Path named, List<String> names) throws IOException {
        IgnoreRules rules = this;
        for (String file : FILES) {
            if (names.contains(file)) {
                IgnoreNode read = new IgnoreNode();
                read.parse(file, new ByteArrayInputStream(content(root, named.resolve(file))));
                rules = new IgnoreRules(rules, named, read);
            }
        }
        return rules;
    }

    private static byte[] content(RootFolder root, Path file) throws IOException {
        if (!root.attributes(file).isRegularFile()) {
            return new byte[0];
        }
        try (InputStream in = root.open(file)) {
            byte[] bytes = in.readNBytes(MOST_BYTES + 1);
            if (bytes.length > MOST_BYTES) {
                throw new IOException(
                        file.getFileName() + " has more than " + LoadLimits.number(MOST_BYTES) + " bytes");
            }
            return bytes;
        }
    }

    private static String relative(Path folder, Path path) {
        return folder.relativize(path).toString().replace(File.separatorChar, '/');
    }

    /** Whether a path below all their folders is left out. */
    boolean ignore(Path path, boolean isFolder) {
        for (IgnoreRules rules = this; rules != null; rules = rules.before) {
            Boolean said = rules == NONE ? null : rules.node.checkIgnored(relative(rules.folder, path), isFolder);
            if (said != null) {
                return said;
            }
        }
        return false;
    }
}
