package dev.tern.documents;

import dev.tern.error.TernException;
import dev.tern.files.LocaleText;
import dev.tern.graph.SourceDocument;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Walks the files of a folder and its subfolders by name, one at a time, and keeps only the names
 * in open folders in memory. Hidden, excluded and ignored files and stores are left out.
 *
 * <p>A name need not be valid in the system's encoding: files are read by their raw paths, and
 * undecodable bytes are shown as U+FFFD. If the encoding is not UTF-8, such a name ends the walk
 * with an error, because the locale is probably set wrongly.
 *
 * <p>Symbolic links are never followed, not even in parent folders ({@link RootFolder}): a target
 * inside the folder is visited anyway, and a target outside was not requested.
 */
final class FolderTraversal {
    /** The name of Tern's settings file, which may hold API keys. */
    private static final String CONFIGURATION = "tern.yaml";

    private static final Comparator<Path> BY_NAME =
            Comparator.comparing(FolderTraversal::name).thenComparing(path -> path);

    private final RootFolder root;
    private final String shownRoot;
    private final String idPrefix;
    private final Predicate<Path> filter;
    private final int depth;
    private final FolderExclusions folderExclusions;
    private final LoadListener listener;
    private final ListingLimits limits;
    private final Deque<Folder> open = new ArrayDeque<>();
    private final List<String> unread = new ArrayList<>();
    private final Set<String> withoutText = new HashSet<>();
    private boolean started;

    /**
     * Creates a walk that has not begun.
     *
     * @param root the folder through which everything is opened
     * @param shownRoot its display name, empty or ending with a slash
     * @param idPrefix the prefix of its files' ids, empty or ending with a slash
     * @param wanted selects files by their path relative to the folder
     * @param depth the maximum number of names in the path of a wanted file
     * @param folderExclusions excludes files and folders
     * @param listener receives each skipped file, link and store
     * @param limits limits the time, and the number of names in a folder
     */
    FolderTraversal(
            RootFolder root,
            String shownRoot,
            String idPrefix,
            Predicate<Path> wanted,
            int depth,
            FolderExclusions folderExclusions,
            LoadListener listener,
            ListingLimits limits) {
        this.root = root;
        this.shownRoot = shownRoot;
        this.idPrefix = idPrefix;
        this.filter = wanted;
        this.depth = depth;
        this.folderExclusions = folderExclusions;
        this.listener = listener;
        this.limits = limits;
    }

    /** An open folder of the walk; paths are relative to the root. */
    private record Folder(Iterator<Path> children, IgnoreRules rules) {}

    /** Returns the places that could not be read, each with its reason. */
    List<String> unreadablePlaces() {
        return List.copyOf(unread);
    }

    record FoundFile(SourceFile source, BasicFileAttributes attributes) {}

    /**
     * Returns the next file, or null at the end.
     *
     * @throws TernException the user's fault, if the walk exceeds its limits or is interrupted, or
     *     a wanted file's path cannot be decoded and the system's encoding is not UTF-8
     */
    @Nullable
    FoundFile next() {
        limits.begin();
        try {
            return found();
        } finally {
            limits.end();
        }
    }

    private @Nullable FoundFile found() {
        if (!started) {
            started = true;
            enter(root.self(), "", IgnoreRules.NONE);
        }
        while (!open.isEmpty()) {
            Folder folder = open.peek();
            if (!folder.children.hasNext()) {
                open.pop();
                continue;
            }
            FoundFile foundFile = visit(folder.children.next(), folder.rules);
            if (foundFile != null) {
                return foundFile;
            }
        }
        return null;
    }

    private @Nullable FoundFile visit(Path relative, IgnoreRules rules) {
        limits.check();
        String slashed = PathPattern.slashed(relative);
        try {
            return visit(relative, slashed, rules);
        } catch (InvalidPathException e) {
            cannotRead(slashed, "has a name that the system rejects: " + e.getReason());
            return null;
        }
    }

    private @Nullable FoundFile visit(Path relative, String slashed, IgnoreRules rules) {
        if (name(relative).startsWith(".")
                || name(relative).equals(CONFIGURATION)
                || folderExclusions.globs().fit(relative)) {
            return null;
        }
        try {
            BasicFileAttributes attributes = root.attributes(relative);
            boolean allLeftOut =
                    !attributes.isRegularFile() && folderExclusions.globs().fitAllIn(relative);
            if (allLeftOut || rules.ignore(relative, attributes.isDirectory(), limits)) {
                return null;
            }
            if (attributes.isSymbolicLink()) {
                lookAtLink(relative, slashed);
            } else if (attributes.isDirectory()) {
                if (relative.getNameCount() < depth) {
                    enter(relative, slashed, rules);
                }
            } else if (filter.test(relative)) {
                boolean damaged = LocaleText.isDamaged(slashed);
                if (damaged && !LocaleText.ENCODING.equalsIgnoreCase("UTF-8")) {
                    throw TernException.user(LocaleText.error("the name " + shownRoot + slashed));
                }
                if (damaged && !withoutText.add(slashed)) {
                    cannotRead(slashed, "has the same displayed name as another file: rename it");
                    return null;
                }
                if (attributes.isRegularFile()) {
                    SourceFile source = SourceFile.of(idPrefix + slashed, shownRoot + slashed, relative, false, root);
                    return new FoundFile(source, attributes);
                }
                listener.skipped(shownRoot + slashed, "is not a file, but a pipe or a device");
            }
        } catch (IOException e) {
            cannotRead(slashed, e);
        }
        return null;
    }

    private void cannotRead(String slashed, IOException failure) {
        cannotRead(slashed, UnreadableException.reason(failure));
    }

    private void cannotRead(String slashed, String reason) {
        String shown = shownRoot + slashed;
        unread.add((shown.isEmpty() ? "the folder" : shown) + " " + reason);
        listener.skipped(shown, reason);
    }

    private static String name(Path path) {
        return String.valueOf(path.getFileName());
    }

    private void lookAtLink(Path relative, String slashed) {
        try {
            Path target = root.realPath().resolve(relative).toRealPath();
            boolean inside = target.startsWith(root.realPath());
            if (!inside && (Files.isDirectory(target) || filter.test(relative))) {
                listener.skipped(shownRoot + slashed, "is a link that leads out of the folder: name its target");
            }
        } catch (IOException e) {
            if (filter.test(relative)) {
                listener.skipped(shownRoot + slashed, "is a broken link");
            }
        }
    }

    private void enter(Path folder, String slashed, IgnoreRules above) {
        int characters = idPrefix.length() + slashed.length();
        if (characters > SourceDocument.MAX_ID_LENGTH) {
            // This check is needed: folders opened name by name may have paths of any length.
            cannotRead(
                    slashed,
                    "has a path of " + characters + " characters; the limit is " + SourceDocument.MAX_ID_LENGTH);
            return;
        }
        List<Path> found = new ArrayList<>();
        try {
            root.list(folder, name -> {
                found.add(folder.resolve(name));
                limits.checkFolder(shownRoot + slashed, found.size());
            });
        } catch (IOException e) {
            cannotRead(slashed, e);
        }
        List<String> names = found.stream().map(FolderTraversal::name).toList();
        if (names.contains(StoreFolders.MARKER) && StoreFolders.is(root, folder)) {
            listener.documentChanged(
                    shownRoot + slashed, "is a store of Tern, which holds graphs and no documents: passed over");
            return;
        }
        try {
            IgnoreRules rules = folderExclusions.ignoreFiles() ? above.in(root, folder, names) : above;
            found.sort(BY_NAME);
            open.push(new Folder(found.iterator(), rules));
        } catch (IOException e) {
            cannotRead(slashed, e);
        }
    }
}
