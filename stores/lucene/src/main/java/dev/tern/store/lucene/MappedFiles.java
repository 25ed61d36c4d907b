package dev.tern.store.lucene;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
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
 * Maps the files of a graph into memory.
 *
 * <p>Read-ahead loads a graph that fits into memory within a few questions. A larger graph is read
 * from disk again and again, and a search of a vector graph reads scattered vectors. So read-ahead
 * is turned off for the vectors of a graph larger than memory, except where most vectors of a
 * segment are read.
 */
final class MappedFiles {
    /** The size in bytes up to which a graph is assumed to fit into any machine's memory. */
    private static final long SMALL_BYTES = 1L << 30;

    private MappedFiles() {}

    static FSDirectory open(Path graph) throws IOException {
        return Checksums.bytes(graph) > SMALL_BYTES
                ? open(
                        graph,
                        ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class)
                                .getTotalMemorySize())
                : FSDirectory.open(graph);
    }

    /**
     * Opens the files of a graph. If they are mapped and now exceed the memory, vectors are read
     * without read-ahead.
     *
     * @param memory the machine's memory in bytes
     */
    static FSDirectory open(Path graph, long memory) throws IOException {
        FSDirectory files = FSDirectory.open(graph);
        if (files instanceof MMapDirectory mapped && Checksums.bytes(graph) > memory) {
            mapped.setReadAdvice(MappedFiles::advice);
        }
        return files;
    }

    static Optional<ReadAdvice> advice(String file, IOContext context) {
        // Hints decide, not file names: a small segment's vectors share a compound file with other
        // data. A vector graph is opened with a hint of its own; it is small and soon in memory.
        Set<IOContext.FileOpenHint> hints = context.hints();
        boolean isWalked = hints.contains(FileDataHint.KNN_VECTORS)
                && !hints.contains(PreloadHint.INSTANCE)
                && !hints.contains(DataAccessHint.SEQUENTIAL)
                && context.context() == IOContext.Context.DEFAULT;
        return isWalked ? Optional.of(ReadAdvice.RANDOM) : MMapDirectory.ADVISE_BY_CONTEXT.apply(file, context);
    }

    /**
     * Opens the vectors of a segment's field with read-ahead, for reading most of them; returns
     * {@code vectors} if the segment is not read by a {@link CodecReader}.
     */
    static FloatVectorValues forwards(LeafReader segment, String field, FloatVectorValues vectors) throws IOException {
        return segment instanceof CodecReader codec
                ? codec.getVectorReader().getFloatVectorValues(field, DataAccessHint.SEQUENTIAL)
                : vectors;
    }
}
