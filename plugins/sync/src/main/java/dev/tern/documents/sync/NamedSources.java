package dev.tern.documents.sync;

import dev.tern.error.TernException;
import dev.tern.files.Sha256;
import dev.tern.files.WholeFile;
import dev.tern.note.SyncedSource;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Remembers, beside the {@link SyncLock}s of this machine, which sources of a graph its user named. A graph carries the table of its
 * sources wherever it goes, and everyone who may write to the graph may write there; so the table alone makes this machine read nothing.
 *
 * <p>Of a source its address and its patterns are remembered, by their hash: with another address, or with patterns that leave out less,
 * it is not the source that was named. Thread-safe.
 */
public final class NamedSources {
    private final Path directory;
    private final String graph;

    /**
     * The named sources of a graph.
     *
     * @param directory where files of Tern are kept on this machine
     * @param graph which graph, with its store
     */
    public NamedSources(Path directory, String graph) {
        this.directory = directory;
        this.graph = graph;
    }

    /**
     * Whether a source was named as it stands in the table now.
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
     * Remembers a source that the user named.
     *
     * @throws TernException if the record cannot be written
     */
    public void keep(String name, String address, List<String> exclude) {
        byte[] content = content(address, exclude).getBytes(StandardCharsets.UTF_8);
        WholeFile.write(file(name), true, to -> {
            to.write(content);
            return content.length;
        });
    }

    /**
     * Forgets that a source was named.
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

    /** The length goes before each text, so that two lists never look alike. */
    private static String content(String address, List<String> exclude) {
        StringBuilder texts =
                new StringBuilder().append(address.length()).append('\n').append(address);
        exclude.forEach(
                glob -> texts.append('\n').append(glob.length()).append('\n').append(glob));
        return Sha256.name(texts.toString(), 32);
    }
}
