package dev.tern.graph;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** An array of longs, initially 0, in memory or in a mapped temporary file of this process. */
final class LongTable {
    private static final int CHUNK_BITS = 26;
    private static final int ZEROES = 1 << 20;

    private final LongBuffer[] chunks;
    private final long length;

    private LongTable(LongBuffer[] chunks, long length) {
        this.chunks = chunks;
        this.length = length;
    }

    static LongTable inMemory(long length) {
        LongBuffer all = LongBuffer.allocate(Math.toIntExact(length));
        if (length > 1L << CHUNK_BITS) {
            throw new IllegalArgumentException(
                    "a table in memory has at most " + (1 << CHUNK_BITS) + " numbers, not " + length);
        }
        return new LongTable(new LongBuffer[] {all}, length);
    }

    /**
     * Creates a table in a file of a folder. The file is written whole before it is mapped: with a
     * sparse file, a full disk would kill the process.
     *
     * @throws IOException if the folder has no room for it
     */
    static LongTable inFile(long length, Path folder) throws IOException {
        Path file = Files.createTempFile(folder, "tern-ids", ".tmp");
        try (FileChannel channel = FileChannel.open(
                file, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE)) {
            long bytes = length * Long.BYTES;
            ByteBuffer zeroes = ByteBuffer.allocateDirect(ZEROES);
            for (long written = 0; written < bytes; ) {
                written += channel.write(zeroes.clear().limit((int) Math.min(ZEROES, bytes - written)), written);
            }
            int count = Math.toIntExact(((length - 1) >> CHUNK_BITS) + 1);
            LongBuffer[] chunks = new LongBuffer[count];
            for (int i = 0; i < count; i++) {
                long from = (long) i << CHUNK_BITS;
                long longs = Math.min(1L << CHUNK_BITS, length - from);
                chunks[i] = channel.map(FileChannel.MapMode.READ_WRITE, from * Long.BYTES, longs * Long.BYTES)
                        .asLongBuffer();
            }
            return new LongTable(chunks, length);
        }
    }

    long get(long place) {
        return chunks[(int) (place >>> CHUNK_BITS)].get((int) place & ((1 << CHUNK_BITS) - 1));
    }

    void set(long place, long number) {
        chunks[(int) (place >>> CHUNK_BITS)].put((int) place & ((1 << CHUNK_BITS) - 1), number);
    }

    long length() {
        return length;
    }
}
