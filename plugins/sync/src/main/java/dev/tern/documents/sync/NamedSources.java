package dev.tern.documents.sync;

import dev.tern.error.TernException;
import dev.tern.files.AtomicFile;
import dev.tern.files.Sha256;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Records, beside the {@link SyncLock}s of this machine, the sources of a graph that a user of the
 * machine has named. A graph's own table of sources travels with the graph, and every writer can
 * change it. So {@code tern sync} without places reads only sources that are recorded here too.
 *
 * <p>A record is a hash of the address and the exclusion patterns: a source with another address or
 * other patterns is not recorded. Thread-safe.
 */
public final class NamedSources {
    private final Path directory;
    private final String graph;

    /**
     * Creates the records of a graph.
     *
     * @param directory the directory of Tern's files on this machine
     * @param graph identifies the graph and its store
     */
    public NamedSources(Path directory, String graph) {
        this.directory = directory;
        this.graph = graph;
    }

    /**
     * Returns true if the user named the source with its present address and exclusion patterns.
     *
     * @throws TernException the operator's fault, if the record cannot be read
     */
    public boolean hold(SyncedSource source) {
        Path file = file(source.name());
        try {
            return Files.isRegularFile(file)
                    && Files.readString(file).equals(content(source.address(), source.exclude()));
        } catch (IOException e) {
            throw TernException.operator("the record " + file + " of a source cannot be read: " + e.getMessage(), e);
        }
    }

    /**
     * Records a source that the user named, in place of an earlier record.
     *
     * @throws TernException if the record cannot be written
     */
    public void keep(String name, String address, List<String> exclude) {
        byte[] content = content(address, exclude).getBytes(StandardCharsets.UTF_8);
        AtomicFile.write(file(name), true, to -> {
            to.write(content);
            return content.length;
        });
    }

    /**
     * Deletes the record of a source, if there is one.
     *
     * @throws TernException the operator's fault, if the record cannot be deleted
     */
    public void forget(String name) {
        Path file = file(name);
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw TernException.operator("the record " + file + " of a source cannot be deleted: " + e.getMessage(), e);
        }
    }

    private Path file(String name) {
        return directory.resolve("sync-" + Sha256.name(graph + "\n" + name, 8) + ".named");
    }

    /** Returns a hash of the texts and their lengths, so that differently divided texts differ. */
    private static String content(String address, List<String> exclude) {
        StringBuilder texts =
                new StringBuilder().append(address.length()).append('\n').append(address);
        exclude.forEach(
                glob -> texts.append('\n').append(glob.length()).append('\n').append(glob));
        return Sha256.name(texts.toString(), 32);
    }
}
