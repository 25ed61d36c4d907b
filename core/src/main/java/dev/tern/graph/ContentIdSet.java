package dev.tern.graph;

import java.util.BitSet;

/**
 * A set of {@linkplain ContentId content ids} in little memory: 16 bytes for each place of a table that is never more than
 * three quarters full, so 22 to 43 bytes an id, and as much again for a moment while it grows. For one thread.
 *
 * <p>Something that is no content id is taken by its hash, so any text will do.
 */
public final class ContentIdSet {
    private static final int FIRST_PLACES = 1 << 10;
    private static final int DIGITS = 32;

    private long[] table = new long[2 * FIRST_PLACES];
    private BitSet used = new BitSet();
    private int size;

    /** A set that has no ids yet. */
    public ContentIdSet() {}

    /** Adds an id, and says whether it was new. */
    public boolean add(String id) {
        long high = high(id);
        long low = low(id);
        int place = place(high, low);
        if (used.get(place)) {
            return false;
        }
        put(place, high, low);
        size++;
        if (size > places() / 4 * 3) {
            grow();
        }
        return true;
    }

    /** Whether an id is in the set. */
    public boolean contains(String id) {
        return placeOf(id) >= 0;
    }

    /** Where an id is kept, below {@link #places}, which stays until the next one is added; -1 if it is not there. */
    public int placeOf(String id) {
        int place = place(high(id), low(id));
        return used.get(place) ? place : -1;
    }

    /** How many places the table has. */
    public int places() {
        return table.length / 2;
    }

    /** How many ids there are. */
    public int size() {
        return size;
    }

    private int place(long high, long low) {
        int mask = places() - 1;
        int place = (int) (low ^ (high >>> 32)) & mask;
        while (used.get(place) && (table[2 * place] != high || table[2 * place + 1] != low)) {
            place = (place + 1) & mask;
        }
        return place;
    }

    private void put(int place, long high, long low) {
        used.set(place);
        table[2 * place] = high;
        table[2 * place + 1] = low;
    }

    private void grow() {
        long[] before = table;
        BitSet usedBefore = used;
        table = new long[2 * before.length];
        used = new BitSet(places());
        for (int i = usedBefore.nextSetBit(0); i >= 0; i = usedBefore.nextSetBit(i + 1)) {
            long high = before[2 * i];
            long low = before[2 * i + 1];
            put(place(high, low), high, low);
        }
    }

    private static long high(String id) {
        return part(id, 0);
    }

    private static long low(String id) {
        return part(id, DIGITS / 2);
    }

    private static long part(String id, int from) {
        String digits = isContentId(id) ? id : ContentId.ofPassage("no content id", id);
        return Long.parseUnsignedLong(digits, from, from + DIGITS / 2, 16);
    }

    private static boolean isContentId(String id) {
        if (id.length() != DIGITS) {
            return false;
        }
        for (int i = 0; i < DIGITS; i++) {
            char c = id.charAt(i);
            if ((c < '0' || c > '9') && (c < 'a' || c > 'f')) {
                return false;
            }
        }
        return true;
    }
}
