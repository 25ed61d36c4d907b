package dev.tern.documents;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The files in a folder and in the folders below, by name, one at a time; what is kept is the names of the folders that
 * it stands in. Hidden ones are left out.
 *
 * <p>No link is followed: what it names inside the folder is read under its own name, and what it names outside is
 * nothing that the user asked for.
 */
final class FileWalk {
    private final Path root;
    private final Path realRoot;
    private final String shownRoot;
    private final String idPrefix;
    private final Predicate<Path> wanted;
    private final int depth;
    private final Globs excluded;
    private final LoadListener listener;
    private final Deque<Folder> open = new ArrayDeque<>();
    private boolean started;

    /**
     * A walk that has not begun.
     *
     * @param root the folder
     * @param shownRoot how the user calls it, with a slash at the end, or empty
     * @param idPrefix what the ids of its files begin with, with a slash at the end, or empty
     * @param wanted which files are wanted, by their path relative to the folder
     * @param depth how many names the path of a wanted file has at most
     * @param excluded which files and folders are not
     * @param listener gets each file that cannot be read and each store that is skipped
     */
    FileWalk(
            Path root,
            String shownRoot,
            String idPrefix,
            Predicate<Path> wanted,
            int depth,
            Globs excluded,
            LoadListener listener)
            throws IOException {
        this.root = root;
        this.realRoot = root.toRealPath();
        this.shownRoot = shownRoot;
        this.idPrefix = idPrefix;
        this.wanted = wanted;
        this.depth = depth;
        this.excluded = excluded;
        this.listener = listener;
    }

    /** A folder that the walk stands in. */
    private record Folder(Path path, Iterator<String> names) {}

    record Found(OpenedPlace source, long bytes) {}

    /** The next file, or null at the end. */
    @Nullable
    Found next() {
        if (!started) {
            started = true;
            enter(root, "");
        }
        while (!open.isEmpty()) {
            Folder folder = open.peek();
            if (!folder.names.hasNext()) {
                open.pop();
                continue;
            }
            Found found = look(folder.path.resolve(folder.names.next()));
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private @Nullable Found look(Path path) {
        Path relative = root.relativize(path);
        String slashed = slashed(relative);
        if (path.getFileName().toString().startsWith(".") || excluded.fit(relative)) {
            return null;
        }
        try {
            BasicFileAttributes attributes =
                    Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            if (attributes.isSymbolicLink()) {
                lookAtLink(path, relative, slashed);
            } else if (attributes.isDirectory()) {
                if (relative.getNameCount() < depth) {
                    enter(path, slashed);
                }
            } else if (wanted.test(relative)) {
                if (attributes.isRegularFile()) {
                    OpenedPlace source = OpenedPlace.ofFile(idPrefix + slashed, shownRoot + slashed, path, false);
                    return new Found(source, attributes.size());
                }
                listener.skipped(shownRoot + slashed, "is not a file, but a pipe or a device");
            }
        } catch (IOException e) {
            listener.skipped(shownRoot + slashed, FileReason.of(e));
        }
        return null;
    }

    private void lookAtLink(Path path, Path relative, String slashed) {
        try {
            Path target = path.toRealPath();
            boolean inside = target.startsWith(realRoot);
            if (!inside && (Files.isDirectory(target) || wanted.test(relative))) {
                listener.skipped(shownRoot + slashed, "is a link that leads out of the folder: name what it leads to");
            }
        } catch (IOException e) {
            if (wanted.test(relative)) {
                listener.skipped(shownRoot + slashed, "is a link that leads nowhere");
            }
        }
    }

    private void enter(Path folder, String slashed) {
        List<String> names = new ArrayList<>();
        try (DirectoryStream<Path> children = Files.newDirectoryStream(folder)) {
            for (Path child : children) {
                names.add(child.getFileName().toString());
            }
        } catch (DirectoryIteratorException e) {
            IOException cause = e.getCause() == null ? new IOException(e) : e.getCause();
            listener.skipped(shownRoot + slashed, FileReason.of(cause));
        } catch (IOException e) {
            listener.skipped(shownRoot + slashed, FileReason.of(e));
        }
        if (names.contains(TernStore.MARKER) && TernStore.is(folder)) {
            listener.noted(shownRoot + slashed, "is a store of Tern, which holds graphs and no documents: passed over");
            return;
        }
        names.sort(null);
        open.push(new Folder(folder, names.iterator()));
    }

    static String slashed(Path path) {
        return path.toString().replace(path.getFileSystem().getSeparator(), "/");
    }
}
