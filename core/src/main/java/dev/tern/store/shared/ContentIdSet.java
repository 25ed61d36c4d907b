package dev.tern.store.shared;

import dev.tern.error.TernException;
import dev.tern.graph.ContentId;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.function.Consumer;

/**
 * A set of {@linkplain ContentId content ids} that may be larger than memory; each id has a small
 * number. It is a hash table with slots of 16 bytes, at most three quarters full. A table of up to
 * {@value #MEGABYTES_IN_MEMORY} MB (1.5 million ids) is in memory. A larger table is in a mapped
 * file of the temporary folder ({@code java.io.tmpdir}), which is deleted once it is mapped; its
 * space is freed after the set is garbage collected, or when the process ends. While the table
 * grows, the old table exists beside the new one. Not thread-safe.
 *
 * <p>Ids are compared by their first 120 bits. A text that is no content id is stored by its hash.
 */
public final class ContentIdSet {
    /** The largest number that an id may have. */
    public static final int MAX_NUMBER = 254;

    static final int MEGABYTES_IN_MEMORY = 32;

    private static final int FIRST_PLACES = 1 << 10;
    private static final int DIGITS = 32;
    private static final long NOTE_BITS = 0xff;

    private final long maxInMemory;
    private final Path folder;
    private LongTable table = LongTable.inMemory(2L * FIRST_PLACES);
    private long size;

    /** Creates an empty set. */
    public ContentIdSet() {
        this((long) MEGABYTES_IN_MEMORY << 20, Path.of(System.getProperty("java.io.tmpdir", ".")));
    }

    /** Creates an empty set that moves to a file when its table exceeds a number of bytes. */
    ContentIdSet(long maxInMemory, Path folder) {
        this.maxInMemory = maxInMemory;
        this.folder = folder;
    }

    /**
     * Adds an id with the number 0; does nothing if the set has the id.
     *
     * @return true if the id was added
     * @throws TernException if the table has to grow and the temporary folder has no room for it
     */
    public boolean add(String id) {
        long high = part(id, 0);
        long low = part(id, DIGITS / 2) & ~NOTE_BITS;
        long place = slot(high, low);
        if (isUsed(place)) {
            return false;
        }
        if (size >= slots() / 4 * 3) {
            grow();
            place = slot(high, low);
        }
        put(place, high, low | 1);
        size++;
        return true;
    }

    /** Returns true if an id is in the set. */
    public boolean contains(String id) {
        return slotOf(id) >= 0;
    }

    /** Returns the number of an id; -1 if the id is not in the set. */
    public int number(String id) {
        long place = slotOf(id);
        return place < 0 ? -1 : (int) (table.get(2 * place + 1) & NOTE_BITS) - 1;
    }

    /**
     * Adds an id if it is missing, and sets its number.
     *
     * @param number 0 to {@value #MAX_NUMBER}
     */
    public void number(String id, int number) {
        if (number < 0 || number > MAX_NUMBER) {
            throw new IllegalArgumentException("number must be 0 to " + MAX_NUMBER + ", not " + number);
        }
        add(id);
        long at = 2 * slotOf(id) + 1;
        table.set(at, (table.get(at) & ~NOTE_BITS) | (number + 1));
    }

    /**
     * Returns the slot of an id, 0 to {@link #slots} - 1; -1 if the id is not in the set. Adding
     * another id may change the slot.
     */
    public long slotOf(String id) {
        long place = slot(part(id, 0), part(id, DIGITS / 2) & ~NOTE_BITS);
        return isUsed(place) ? place : -1;
    }

    /** Returns the number of slots of the table. */
    public long slots() {
        return table.length() / 2;
    }

    /** Returns the number of ids. */
    public long size() {
        return size;
    }

    /**
     * Passes every id to a consumer, as its first 30 digits and two digits for its number. The
     * order depends on the ids alone, not on the order of adding: each run of used slots is sorted.
     */
    public void inOrder(Consumer<String> ids) {
        long gap = 0;
        while (isUsed(gap)) {
            gap++;
        }
        long mask = slots() - 1;
        String[] together = new String[0];
        int count = 0;
        for (long step = 1; step <= slots(); step++) {
            long place = (gap + step) & mask;
            if (isUsed(place)) {
                together = count == together.length ? Arrays.copyOf(together, 2 * count + 1) : together;
                together[count] = digits(table.get(2 * place)) + digits(table.get(2 * place + 1) - 1);
                count++;
            } else {
                Arrays.sort(together, 0, count);
                Arrays.stream(together, 0, count).forEach(ids);
                count = 0;
            }
        }
    }

    private static String digits(long bits) {
        return HexFormat.of().toHexDigits(bits);
    }

    private boolean isUsed(long place) {
        return (table.get(2 * place + 1) & NOTE_BITS) != 0;
    }

    /**
     * Returns the slot of an id, or the free slot where it would be added. The first bits of the id
     * choose the slot, so sorted ids access the table in order.
     */
    private long slot(long high, long low) {
        long mask = slots() - 1;
        long place = high >>> Long.numberOfLeadingZeros(mask);
        while (isUsed(place) && (table.get(2 * place) != high || (table.get(2 * place + 1) & ~NOTE_BITS) != low)) {
            place = (place + 1) & mask;
        }
        return place;
    }

    private void put(long place, long high, long low) {
        table.set(2 * place, high);
        table.set(2 * place + 1, low);
    }

    private void grow() {
        LongTable before = table;
        long length = 2 * before.length();
        table = length * Long.BYTES <= maxInMemory ? LongTable.inMemory(length) : inFile(length);
        for (long at = 0; at < before.length(); at += 2) {
            long low = before.get(at + 1);
            if ((low & NOTE_BITS) != 0) {
                put(slot(before.get(at), low & ~NOTE_BITS), before.get(at), low);
            }
        }
    }

    private LongTable inFile(long length) {
        try {
            return LongTable.inFile(length, folder);
        } catch (IOException e) {
            throw TernException.operator(
                    "remembering " + size + " ids needs " + ((length * Long.BYTES) >> 10)
                            + " KB in the temporary folder " + folder
                            + ", which failed (" + e.getMessage()
                            + "): free some space, or set another folder with -Djava.io.tmpdir=FOLDER",
                    e);
        }
    }

    private static long part(String id, int from) {
        String digits = ContentId.isValid(id) ? id : ContentId.ofPassage("no content id", id);
        return Long.parseUnsignedLong(digits, from, from + DIGITS / 2, 16);
    }

    /** An array of longs, initially 0, in memory or in a mapped temporary file of this process. */
    private static final class LongTable {
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
         * Creates a table in a file of a folder. The file is written whole before it is mapped:
         * with a sparse file, a full disk would kill the process.
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
}
