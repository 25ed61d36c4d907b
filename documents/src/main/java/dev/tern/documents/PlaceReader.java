package dev.tern.documents;

import dev.tern.error.TernException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Resolves the places of one load, one after the other, to files, standard input and pages. Ids are
 * as in {@link SourceLoader#load}, and equal on all machines.
 */
final class PlaceReader {
    private final Path directory;
    private final FolderExclusions folderExclusions;
    private final LoadListener listener;
    private final LoadLimits limits;
    private final Iterator<String> rest;
    private final AssignedIds claimed = new AssignedIds();
    private final Set<String> begun = new HashSet<>();
    private @Nullable FolderTraversal traversal;
    private Runnable atEnd = () -> {};
    private @Nullable Target ready;

    PlaceReader(
            List<String> places,
            Path directory,
            FolderExclusions folderExclusions,
            LoadListener listener,
            LoadLimits limits) {
        this.rest = List.copyOf(places).iterator();
        this.directory = directory;
        this.folderExclusions = folderExclusions;
        this.listener = listener;
        this.limits = limits;
    }

    /** Returns a reader of one uploaded file. */
    static PlaceReader ofUpload(SourceFile source, long bytes) {
        PlaceReader places = new PlaceReader(
                List.of(), Path.of(""), FolderExclusions.NOTHING, LoadListener.NONE, LoadLimits.DEFAULTS);
        places.ready = new OneFile(source, bytes);
        return places;
    }

    /** Something to read: a file, standard input or a page. */
    sealed interface Target {}

    record OneFile(SourceFile source, long bytes) implements Target {}

    record StandardInput() implements Target {}

    record PageTarget(String address) implements Target {}

    /**
     * Returns the next target, or null at the end.
     *
     * @throws TernException if two places give files the same ids, or a place cannot be listed
     */
    @Nullable
    Target next() {
        if (ready != null) {
            Target sent = ready;
            ready = null;
            return sent;
        }
        while (true) {
            if (traversal != null) {
                FolderTraversal.FoundFile foundFile = traversal.next();
                if (foundFile != null) {
                    return new OneFile(
                            foundFile.source(), foundFile.attributes().size());
                }
                traversal = null;
                atEnd.run();
                atEnd = () -> {};
            }
            if (!rest.hasNext()) {
                return null;
            }
            Target target = target(rest.next());
            if (target != null) {
                return target;
            }
        }
    }

    /** Returns true if nothing can follow; for a folder this is known only at its end. */
    boolean isAtEnd() {
        return traversal == null && !rest.hasNext();
    }

    private @Nullable Target target(String place) {
        if (place.equals("-")) {
            return new StandardInput();
        }
        if (place.matches("(?i)[a-z][a-z0-9+.-]+://.*")) {
            return new PageTarget(place);
        }
        try {
            Path path = directory.resolve(place);
            if (Files.isRegularFile(path)) {
                String id = shortened(place, path);
                claimed.file(id, path);
                return begun.add(id) ? new OneFile(SourceFile.of(id, place, path, true, null), Files.size(path)) : null;
            }
            if (Files.isDirectory(path) && StoreFolders.is(path)) {
                listener.skipped(place, "is a store of Tern, which holds graphs and no documents");
                return null;
            }
            if (Files.isDirectory(path)) {
                String prefix = folderPrefix(folderName(place, directory));
                claimed.folder(prefix, path);
                if (begun.add(prefix)) {
                    traversal = new FolderTraversal(
                            RootFolder.of(path),
                            displayName(place),
                            prefix,
                            any -> true,
                            Integer.MAX_VALUE,
                            folderExclusions,
                            listener,
                            new ListingLimits(place, limits));
                }
                return null;
            }
            if (Globs.isPattern(place) && !Files.exists(path)) {
                startPattern(place);
                return null;
            }
            boolean link = Files.isSymbolicLink(path);
            listener.skipped(
                    place,
                    Files.exists(path)
                            ? "is not a file, but a pipe or a device"
                            : link ? "is a broken link" : "does not exist");
        } catch (InvalidPathException e) {
            listener.skipped(place, "is not a path: " + e.getReason());
        } catch (IOException e) {
            listener.skipped(place, UnreadableException.reason(e));
        }
        return null;
    }

    /** Starts a walk of the folder before the first wildcard; its files must match the rest. */
    private void startPattern(String place) throws IOException {
        String slashes = place.replace('\\', '/');
        int wildcard = 0;
        while (!Globs.isPattern(slashes.substring(wildcard, wildcard + 1))) {
            wildcard++;
        }
        int cut = slashes.lastIndexOf('/', wildcard) + 1;
        String base = slashes.substring(0, cut);
        String pattern = slashes.substring(cut);
        Path folder = directory.resolve(base);
        if (!Files.isDirectory(folder)) {
            listener.skipped(place, "fits nothing: there is no folder " + base);
            return;
        }
        Globs glob = new Globs(List.of(pattern));
        int depth =
                pattern.contains("**") ? Integer.MAX_VALUE : Path.of(pattern).getNameCount();
        AtomicBoolean any = new AtomicBoolean();
        Predicate<Path> wanted = file -> {
            boolean fits = glob.fit(file);
            any.compareAndSet(false, fits);
            return fits;
        };
        String prefix = folderPrefix(shortened(base, folder));
        claimed.folder(prefix, folder);
        traversal = new FolderTraversal(
                RootFolder.of(folder),
                base,
                prefix,
                wanted,
                depth,
                folderExclusions,
                listener,
                new ListingLimits(place, limits));
        atEnd = () -> {
            if (!any.get()) {
                listener.skipped(place, "fits no file");
            }
        };
    }

    static String folderName(String place, Path directory) {
        Path path = directory.resolve(place);
        String given = shortened(place, path);
        return given.isEmpty() ? lastName(path) : given;
    }

    /** Returns a place as given, normalised; only its last name if absolute or leading upwards. */
    private static String shortened(String place, Path path) {
        Path given = Path.of(place).normalize();
        boolean elsewhere = given.isAbsolute() || given.startsWith("..");
        return elsewhere ? lastName(path) : PathPattern.slashed(given);
    }

    private static String lastName(Path path) {
        Path last = path.toAbsolutePath().normalize().getFileName();
        return last == null ? "" : last.toString();
    }

    private static String folderPrefix(String name) {
        return name.isEmpty() ? "" : name + "/";
    }

    private static String displayName(String place) {
        return place.equals(".") || place.equals("./") ? "" : place.endsWith("/") ? place : place + "/";
    }

    /**
     * The ids that one load assigns to files. No two files may have the same id, because the second
     * would replace the first. A claim is compared only with the folders above it and the claims
     * below it.
     */
    private static final class AssignedIds {
        /** Real paths by the id of a file or the id prefix of a folder. */
        private final TreeMap<String, Path> below = new TreeMap<>();

        /** Claimed folders by id prefix; the empty prefix is the base folder of relative paths. */
        private final Map<String, Path> folders = new HashMap<>();

        /**
         * Claims the id of a file.
         *
         * @throws TernException the user's fault, if another file has or could have this id
         */
        void file(String id, Path file) throws IOException {
            Path real = file.toRealPath();
            if (!below.containsKey(id)) {
                checkAbove(id, real);
            }
            assign(id, real);
        }

        /**
         * Claims the ids of the files in a folder and below it.
         *
         * @param prefix their common prefix, empty or ending with a slash
         * @throws TernException the user's fault, if a file elsewhere has or could have one of them
         */
        void folder(String prefix, Path folder) throws IOException {
            Path real = folder.toRealPath();
            if (!folders.containsKey(prefix)) {
                checkAbove(prefix, real);
                for (Map.Entry<String, Path> claimed :
                        below.tailMap(prefix, false).entrySet()) {
                    String id = claimed.getKey();
                    if (!id.startsWith(prefix)) {
                        break;
                    }
                    check(id, claimed.getValue(), realOf(real, id.substring(prefix.length())));
                }
            }
            assign(prefix, real);
            folders.put(prefix, real);
        }

        private void checkAbove(String id, Path real) throws IOException {
            for (int end = 0; end >= 0 && end < id.length(); end = nextPrefixEnd(id, end)) {
                Path folder = folders.get(id.substring(0, end));
                if (folder != null) {
                    Path claimed = realOf(folder, id.substring(end));
                    if (claimed != null) {
                        check(id, claimed, real);
                    }
                }
            }
        }

        /** Returns the end of the next longer prefix, after its slash; -1 after the last. */
        private static int nextPrefixEnd(String id, int end) {
            int slash = id.indexOf('/', end);
            return slash < 0 ? -1 : slash + 1;
        }

        private static @Nullable Path realOf(Path folder, String rest) throws IOException {
            Path path = folder.resolve(rest);
            return Files.exists(path) ? path.toRealPath() : null;
        }

        private void assign(String id, Path real) {
            Path before = below.putIfAbsent(id, real);
            if (before != null) {
                check(id, before, real);
            }
        }

        private static void check(String id, Path claimed, @Nullable Path real) {
            if (real != null && !claimed.equals(real)) {
                throw TernException.user(claimed + " and " + real + " would both have the id \"" + id
                        + "\": give paths from a common parent folder");
            }
        }
    }
}
