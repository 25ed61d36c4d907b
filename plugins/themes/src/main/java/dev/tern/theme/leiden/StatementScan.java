package dev.tern.theme.leiden;

import dev.tern.error.TernException;
import dev.tern.graph.Embedded;
import dev.tern.store.GraphVisitor;
import dev.tern.store.RelationRow;
import dev.tern.store.RowKind;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import it.unimi.dsi.fastutil.objects.Object2IntOpenHashMap;
import it.unimi.dsi.fastutil.objects.ObjectArrayList;
import java.util.Set;

/** Collects statements, at 40 bytes each, 4 per entity in it, 100 per id. Not thread-safe. */
final class StatementScan implements GraphVisitor {
    private static final int ROWS_BETWEEN_LOOKS = 1 << 12;
    private static final int DIGITS = 16;

    private final ThemesListener listener;
    private final long expected;
    private final Object2IntOpenHashMap<String> numbers = new Object2IntOpenHashMap<>();

    /** The ids of all entities, each once, in the order of first occurrence. */
    final ObjectArrayList<String> ids = new ObjectArrayList<>();

    /** The first 64 bits of each statement's key; {@link #low} has the last. */
    final LongArrayList high = new LongArrayList();

    final LongArrayList low = new LongArrayList();

    /** The first 64 bits of each statement's passage id. */
    final LongArrayList passages = new LongArrayList();

    /** The exclusive end of each statement's entities in {@link #members}. */
    final IntArrayList ends = new IntArrayList();

    /** The entities of one statement after the other, as indices of {@link #ids}. */
    final IntArrayList members = new IntArrayList();

    /**
     * Creates a scan of a graph.
     *
     * @param expected the approximate number of statements, for the progress
     */
    StatementScan(long expected, ThemesListener listener) {
        this.expected = expected;
        this.listener = listener;
        numbers.defaultReturnValue(-1);
    }

    @Override
    public Set<RowKind> kinds() {
        return Set.of(RowKind.RELATION);
    }

    @Override
    public void relation(Embedded<RelationRow> relation) {
        RelationRow row = relation.value();
        if (high.size() % ROWS_BETWEEN_LOOKS == 0) {
            requireUninterrupted();
            listener.progress(ThemesListener.SearchStep.READING, high.size(), Math.max(expected, high.size()));
        }
        high.add(part(row.key(), 0));
        low.add(part(row.key(), DIGITS));
        passages.add(part(row.passageId(), 0));
        for (String id : row.entityIds()) {
            members.add(number(id));
        }
        ends.add(members.size());
    }

    /** Throws, as the user's fault, if the thread is interrupted. */
    static void requireUninterrupted() {
        if (Thread.currentThread().isInterrupted()) {
            throw TernException.user("finding themes was interrupted; the graph keeps its themes");
        }
    }

    private int number(String id) {
        int known = numbers.getInt(id);
        if (known >= 0) {
            return known;
        }
        numbers.put(id, ids.size());
        ids.add(id);
        return ids.size() - 1;
    }

    private static long part(String id, int from) {
        return Long.parseUnsignedLong(id, from, from + DIGITS, 16);
    }
}
