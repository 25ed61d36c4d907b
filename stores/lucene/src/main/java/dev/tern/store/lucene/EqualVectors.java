package dev.tern.store.lucene;

import java.io.IOException;
import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.FloatVectorValues;
import org.apache.lucene.store.ByteArrayDataInput;
import org.apache.lucene.store.ByteBuffersDataOutput;
import org.apache.lucene.util.FixedBitSet;
import org.apache.lucene.util.IORunnable;
import org.jspecify.annotations.Nullable;

/**
 * The groups of rows with the same vector that a segment's vector graph leaves out. A group has
 * more than {@value #MAX_ROWS_IN_GRAPH} rows, such as the rows of a relation that many passages
 * state, or fewer if a merged segment left them out. A search compares each group's vector.
 *
 * <p>An HNSW graph links a row to near rows in different directions. Equal rows are linked only to
 * each other, so a search that reaches them ends there, and misses the other rows near them. Among
 * 300,000 rows of 263,786 relations, 276 vectors had more than {@value #MAX_ROWS_IN_GRAPH} rows
 * each, 11,157 rows together. With these rows in the graph, a search that fetched 512 rows found
 * 93.1% of the ten nearest relations, without them 99.6%.
 *
 * @param groups the vector ordinals of the rows of each group, ascending
 */
record EqualVectors(List<int[]> groups) {
    static final EqualVectors NONE = new EqualVectors(List.of());

    private static final String ATTRIBUTE = "tern.equal_vectors";

    /** The maximum number of rows with the same vector that stay in the graph. */
    static final int MAX_ROWS_IN_GRAPH = 8;

    /**
     * Finds the groups by reading all vectors.
     *
     * @param others rows whose group is included even if it is small
     * @param checkAborted run every {@value SketchScorers#ROWS_PER_CHECK} rows; it may throw
     */
    static EqualVectors of(FloatVectorValues vectors, FixedBitSet others, IORunnable checkAborted) throws IOException {
        long[] hashes = new long[vectors.size()];
        for (int row = 0; row < hashes.length; row++) {
            if (row % SketchScorers.ROWS_PER_CHECK == 0) {
                checkAborted.run();
            }
            hashes[row] = (long) Arrays.hashCode(vectors.vectorValue(row)) << Integer.SIZE | row;
        }
        Arrays.sort(hashes);
        List<int[]> groups = new ArrayList<>();
        int start = 0;
        for (int end = 1; end <= hashes.length; end++) {
            if (end == hashes.length || hash(hashes[end]) != hash(hashes[start])) {
                int[] rows = Arrays.stream(hashes, start, end)
                        .mapToInt(hash -> (int) hash)
                        .toArray();
                if (rows.length > MAX_ROWS_IN_GRAPH || Arrays.stream(rows).anyMatch(others::get)) {
                    groups.addAll(groups(vectors, rows, others));
                }
                start = end;
            }
        }
        return new EqualVectors(groups);
    }

    private static int hash(long hashAndRow) {
        return (int) (hashAndRow >>> Integer.SIZE);
    }

    private static List<int[]> groups(FloatVectorValues vectors, int[] rows, FixedBitSet others) throws IOException {
        Map<FloatBuffer, List<Integer>> byVector = new LinkedHashMap<>();
        for (int row : rows) {
            float[] vector = vectors.vectorValue(row).clone();
            byVector.computeIfAbsent(FloatBuffer.wrap(vector), absent -> new ArrayList<>())
                    .add(row);
        }
        return byVector.values().stream()
                .filter(group ->
                        group.size() > MAX_ROWS_IN_GRAPH || group.stream().anyMatch(others::get))
                .map(group -> group.stream().mapToInt(Integer::intValue).toArray())
                .toList();
    }

    /** Returns the ordinals of all rows in the groups. */
    IntStream rows() {
        return groups.stream().flatMapToInt(Arrays::stream);
    }

    /** Reads the groups from a field's attributes; none if the field is null or has no groups. */
    static EqualVectors of(@Nullable FieldInfo field) {
        String text = field == null ? null : field.getAttribute(ATTRIBUTE);
        if (text == null || text.isEmpty()) {
            return NONE;
        }
        ByteArrayDataInput bytes = new ByteArrayDataInput(Base64.getDecoder().decode(text));
        List<int[]> groups = new ArrayList<>();
        while (!bytes.eof()) {
            int[] group = new int[bytes.readVInt()];
            int last = 0;
            for (int i = 0; i < group.length; i++) {
                last += bytes.readVInt();
                group[i] = last;
            }
            groups.add(group);
        }
        return new EqualVectors(groups);
    }

    /** Writes the groups to the attributes of a field of a new segment. */
    void write(FieldInfo field) throws IOException {
        ByteBuffersDataOutput bytes = new ByteBuffersDataOutput();
        for (int[] group : groups) {
            bytes.writeVInt(group.length);
            int last = 0;
            for (int row : group) {
                bytes.writeVInt(row - last);
                last = row;
            }
        }
        field.putAttribute(ATTRIBUTE, Base64.getEncoder().encodeToString(bytes.toArrayCopy()));
    }
}
