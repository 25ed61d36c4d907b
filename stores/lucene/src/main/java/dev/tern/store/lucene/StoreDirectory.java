package dev.tern.store.lucene;

import dev.tern.error.TernException;
import dev.tern.files.OwnerFiles;
import dev.tern.store.GraphName;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.util.IOUtils;

/** The directory of a store: a marker file and one sub-directory for each graph. */
final class StoreDirectory {
    static final String MARKER = "tern-store";

    private static final String MARKER_TEXT =
            "This directory is a Tern store, layout 1. Each directory in it is one graph.\n";

    private final Path root;
    private final Folders folders;

    /** Syncs the entries of a folder to disk. */
    interface Folders {
        void sync(Path folder) throws IOException;
    }

    private StoreDirectory(Path root, Folders folders) {
        this.root = root;
        this.folders = folders;
    }

    /**
     * Returns the store at a path, which need not exist. Nothing is created.
     *
     * @throws TernException if the path exists, but is neither an empty directory nor a store of
     *     this layout
     */
    static StoreDirectory at(Path path) {
        return at(path, folder -> IOUtils.fsync(folder, true));
    }

    static StoreDirectory at(Path path, Folders folders) {
        StoreDirectory store = new StoreDirectory(path.toAbsolutePath().normalize(), folders);
        store.requireOurs();
        return store;
    }

    private void requireOurs() {
        if (!Files.exists(root)) {
            return;
        }
        if (!Files.isDirectory(root)) {
            throw TernException.operator(root + " is a file; a Tern store is a directory");
        }
        if (Files.exists(root.resolve(MARKER))) {
            requireLayout();
            return;
        }
        try (Stream<Path> entries = Files.list(root)) {
            Optional<Path> other = entries.sorted().findFirst();
            if (other.isPresent()) {
                throw TernException.operator(root + " is not a Tern store: it holds \""
                        + other.get().getFileName() + "\" and no file \"" + MARKER
                        + "\". Choose a new or an empty directory");
            }
        } catch (IOException e) {
            throw StoreFailure.reading(root, e);
        }
    }

    private void requireLayout() {
        String text = marker();
        // The text is shorter after a crash or a full disk between creating and writing the file.
        if (!MARKER_TEXT.startsWith(text)) {
            throw TernException.operator("the file \"" + MARKER + "\" of the store " + root + " is \""
                    + text.strip() + "\"; this version of Tern reads \"" + MARKER_TEXT.strip()
                    + "\". If no other version of Tern wrote it, the file is damaged: put this line into it");
        }
    }

    private String marker() {
        try {
            return new String(Files.readAllBytes(root.resolve(MARKER)), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw StoreFailure.reading(root, e);
        }
    }

    Path root() {
        return root;
    }

    /** Returns the folder of a graph, which need not exist. */
    Path graph(String name) {
        return root.resolve(GraphName.require(name));
    }

    /**
     * Creates the marker of a store and the missing folders of the store and a graph. Syncs their
     * parents, so that a power cut after the first batch does not lose the batch's folder.
     */
    void create(String graph) throws IOException {
        requireOurs();
        requireNoLink(graph);
        Set<Path> changed = new LinkedHashSet<>();
        for (Path missing = graph(graph); missing != null && !Files.exists(missing); missing = missing.getParent()) {
            changed.add(missing.getParent());
        }
        OwnerFiles.folders(root);
        if (writeMarker()) {
            changed.add(root);
        }
        OwnerFiles.folders(graph(graph));
        for (Path folder : changed) {
            folders.sync(folder);
        }
    }

    /** Writes a missing or truncated marker and returns true if it did. */
    private boolean writeMarker() throws IOException {
        Path file = root.resolve(MARKER);
        if (Files.exists(file) && marker().equals(MARKER_TEXT)) {
            return false;
        }
        try (FileChannel marker = OwnerFiles.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            ByteBuffer text = StandardCharsets.UTF_8.encode(MARKER_TEXT);
            while (text.hasRemaining()) {
                marker.write(text);
            }
            marker.force(true);
        }
        return true;
    }

    /** Throws if the graph's folder is a symbolic link; the store's folder may be one. */
    private void requireNoLink(String graph) {
        if (Files.isSymbolicLink(graph(graph))) {
            throw TernException.operator("the graph in " + graph(graph)
                    + " is a symbolic link, and is not written through: make the whole store the link");
        }
    }

    /** Returns the names of the graphs with a commit, in alphabetical order. */
    List<String> graphs() {
        if (!Files.isDirectory(root)) {
            return List.of();
        }
        try (Stream<Path> entries = Files.list(root)) {
            return entries.filter(StoreDirectory::holdsGraph)
                    .map(entry -> entry.getFileName().toString())
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw StoreFailure.reading(root, e);
        }
    }

    private static boolean holdsGraph(Path directory) {
        if (!Files.isDirectory(directory)
                || !GraphName.allows(directory.getFileName().toString())) {
            return false;
        }
        try (FSDirectory index = FSDirectory.open(directory)) {
            return DirectoryReader.indexExists(index);
        } catch (IOException e) {
            throw StoreFailure.reading(directory, e);
        }
    }
}
