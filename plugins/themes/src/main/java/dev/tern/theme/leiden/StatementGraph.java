package dev.tern.theme.leiden;

import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.ints.IntComparator;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrays;
import java.util.Arrays;
import java.util.HexFormat;
import nl.cwts.networkanalysis.Network;
import nl.cwts.util.LargeDoubleArray;
import nl.cwts.util.LargeIntArray;

/**
 * The distinct statements of a graph and their entities, as indices: entities in the order of their
 * ids, statements in the order of their keys, so that the order of rows in the store does not
 * matter.
 */
final class StatementGraph {
    /**
     * The weight that a statement divides, for each of its entities, among its other entities.
     * Divisible by 1 to 16, so shares are exact up to 17 entities, and rounded down beyond.
     */
    private static final long WEIGHT = 720_720;

    private final String[] ids;
    private final long[] high;
    private final long[] low;
    private final long[] passages;
    private final int[] ends;
    private final int[] members;

    private StatementGraph(String[] ids, long[] high, long[] low, long[] passages, int[] ends, int[] members) {
        this.ids = ids;
        this.high = high;
        this.low = low;
        this.passages = passages;
        this.ends = ends;
        this.members = members;
    }

    static StatementGraph of(StatementScan scan) {
        String[] ids = scan.ids.toArray(new String[0]);
        int[] order = sorted(ids.length, (a, b) -> ids[a].compareTo(ids[b]));
        int[] rank = new int[ids.length];
        String[] sortedIds = new String[ids.length];
        for (int i = 0; i < order.length; i++) {
            rank[order[i]] = i;
            sortedIds[i] = ids[order[i]];
        }
        int[] rows = sorted(scan.high.size(), (a, b) -> {
            int byHigh = Long.compareUnsigned(scan.high.getLong(a), scan.high.getLong(b));
            int byLow = byHigh == 0 ? Long.compareUnsigned(scan.low.getLong(a), scan.low.getLong(b)) : byHigh;
            return byLow == 0 ? Long.compareUnsigned(scan.passages.getLong(a), scan.passages.getLong(b)) : byLow;
        });
        long[] high = new long[rows.length];
        long[] low = new long[rows.length];
        long[] passages = new long[rows.length];
        int[] ends = new int[rows.length];
        int[] members = new int[scan.members.size()];
        int count = 0;
        int end = 0;
        for (int row : rows) {
            if (count > 0 && high[count - 1] == scan.high.getLong(row) && low[count - 1] == scan.low.getLong(row)) {
                continue;
            }
            high[count] = scan.high.getLong(row);
            low[count] = scan.low.getLong(row);
            passages[count] = scan.passages.getLong(row);
            for (int at = row == 0 ? 0 : scan.ends.getInt(row - 1); at < scan.ends.getInt(row); at++) {
                members[end++] = rank[scan.members.getInt(at)];
            }
            ends[count++] = end;
        }
        return new StatementGraph(
                sortedIds,
                Arrays.copyOf(high, count),
                Arrays.copyOf(low, count),
                Arrays.copyOf(passages, count),
                Arrays.copyOf(ends, count),
                Arrays.copyOf(members, end));
    }

    private static int[] sorted(int length, IntComparator order) {
        int[] places = new int[length];
        Arrays.setAll(places, place -> place);
        IntArrays.quickSort(places, order);
        return places;
    }

    int entities() {
        return ids.length;
    }

    int statements() {
        return ends.length;
    }

    String id(int entity) {
        return ids[entity];
    }

    /** Returns the index of an entity; negative if no statement names it. */
    int entity(String id) {
        return Arrays.binarySearch(ids, id);
    }

    /** Returns the position of a statement's first entity, for {@link #member}. */
    int begin(int statement) {
        return statement == 0 ? 0 : ends[statement - 1];
    }

    /** Returns the position after a statement's last entity. */
    int end(int statement) {
        return ends[statement];
    }

    /** Returns the entity at a position between {@link #begin} and {@link #end}. */
    int member(int place) {
        return members[place];
    }

    String key(int statement) {
        return HexFormat.of().toHexDigits(high[statement]) + HexFormat.of().toHexDigits(low[statement]);
    }

    /** Returns the first 64 bits of the id of a statement's passage, the lowest of several. */
    long passage(int statement) {
        return passages[statement];
    }

    /**
     * Returns the network of entities that statements name together. For each of its entities, a
     * statement divides the weight 1 among its other entities. A node weighs as much as its edges.
     */
    Network network() {
        Long2LongOpenHashMap weights = new Long2LongOpenHashMap(Math.max(16, members.length));
        for (int statement = 0; statement < ends.length; statement++) {
            int begin = begin(statement);
            int end = end(statement);
            for (int a = begin; a < end; a++) {
                for (int b = a + 1; b < end; b++) {
                    if (members[a] != members[b]) {
                        long less = Math.min(members[a], members[b]);
                        long more = Math.max(members[a], members[b]);
                        weights.addTo(less << Integer.SIZE | more, WEIGHT / (end - begin - 1));
                    }
                }
            }
        }
        long[] pairs = weights.keySet().toLongArray();
        LongArrays.quickSort(pairs);
        LargeIntArray[] edges = {new LargeIntArray(pairs.length), new LargeIntArray(pairs.length)};
        LargeDoubleArray shared = new LargeDoubleArray(pairs.length);
        for (int i = 0; i < pairs.length; i++) {
            edges[0].set(i, (int) (pairs[i] >>> Integer.SIZE));
            edges[1].set(i, (int) pairs[i]);
            shared.set(i, (double) weights.get(pairs[i]) / WEIGHT);
        }
        return new Network(ids.length, true, edges, shared, false, false);
    }
}
