package dev.tern.store.lucene;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.lucene.index.CodecReader;
import org.apache.lucene.index.FloatVectorValues;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.store.DataAccessHint;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.store.FileDataHint;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.MMapDirectory;
import org.apache.lucene.store.PreloadHint;
import org.apache.lucene.store.ReadAdvice;

/**
 * How the files of a graph are mapped into memory.
 *
 * <p>Reading ahead brings a graph into memory within some questions, as long as it fits. One that is larger than the memory of the machine is
 * read from the disk again and again, and a walk through a vector graph reads one vector here and one there: of such a graph's vectors the
 * system is advised to read no more than what is asked for, but where all of a segment are compared.
 */
final class MappedFiles {
    /** Any machine has more memory: a command on a small graph need not load what knows how much. */
    private static final long SMALL_BYTES = 1L << 30;

    private MappedFiles() {}

    static FSDirectory open(Path graph) throws IOException {
        return Files.isDirectory(graph) && bytes(graph) > SMALL_BYTES
                ? open(
                        graph,
                        ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class)
                                .getTotalMemorySize())
                : FSDirectory.open(graph);
    }

    /**
     * Opens the files of a graph.
     *
     * @param memory how many bytes the machine can keep of files
     */
    static FSDirectory open(Path graph, long memory) throws IOException {
        FSDirectory files = FSDirectory.open(graph);
        if (files instanceof MMapDirectory mapped && bytes(graph) > memory) {
            mapped.setReadAdvice(MappedFiles::advice);
        }
        return files;
    }

    static Optional<ReadAdvice> advice(String file, IOContext context) {
        // By its hints: the vectors of a small segment are a part of a file that has all else of it too. A vector graph
        // is small and soon in memory, for which there is a hint of its own.
        Set<IOContext.FileOpenHint> hints = context.hints();
        boolean isWalked = hints.contains(FileDataHint.KNN_VECTORS)
                && !hints.contains(PreloadHint.INSTANCE)
                && !hints.contains(DataAccessHint.SEQUENTIAL)
                && context.context() == IOContext.Context.DEFAULT;
        return isWalked ? Optional.of(ReadAdvice.RANDOM) : MMapDirectory.ADVISE_BY_CONTEXT.apply(file, context);
    }

    /** The vectors of a segment's field, to be read from the first to the last. */
    static FloatVectorValues forwards(LeafReader segment, String field, FloatVectorValues vectors) throws IOException {
        return segment instanceof CodecReader codec
                ? codec.getVectorReader().getFloatVectorValues(field, DataAccessHint.SEQUENTIAL)
                : vectors;
    }

    private static long bytes(Path graph) throws IOException {
        try (Stream<Path> files = Files.list(graph)) {
            return files.mapToLong(MappedFiles::size).sum();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (NoSuchFileException e) {
            // A writer has deleted it meanwhile.
            return 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
