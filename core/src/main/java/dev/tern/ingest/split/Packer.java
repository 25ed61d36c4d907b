package dev.tern.ingest.split;

import java.util.ArrayList;
import java.util.List;

/**
 * Packs units into passages, each as full as it gets, and no more units at a time in memory than two passages have.
 *
 * <p>A passage that is nearly full ends at the best place in its last quarter: before a paragraph, else before a sentence.
 * It begins with the last whole sentences of the one before, as far as they fit into the overlap. If what is left for the
 * last passage is tiny, the last two share their units anew. For one stretch.
 */
final class Packer {
    /** A passage is nearly full when this part of it is: from there on it may end for the sake of a better place. */
    private static final double NEARLY_FULL = 0.75;
    /** A last passage that brings less than this part of a passage is tiny. */
    private static final double TINY = 0.25;

    private final int budget;
    private final int overlap;
    private final Passages passages;
    /** The units of the passage before and of this one. */
    private final List<Unit> units = new ArrayList<>();
    /** Where the passage before begins, and what it did not take over; there is none if it ends where it begins. */
    private int before;

    private int beforeFresh;
    private int beforeEnd;
    /** Where this passage begins, and what it did not take over. */
    private int from;

    private int fresh;
    /** The tokens of this passage so far. */
    private int tokens;

    Packer(int budget, int overlap, Passages passages) {
        this.budget = budget;
        this.overlap = overlap;
        this.passages = passages;
    }

    /** Hears of passages, in order. */
    @FunctionalInterface
    interface Passages {
        /** A passage from its first character to behind its last. */
        void passage(int start, int end);
    }

    void add(Unit unit) {
        while (fresh < units.size() && tokens + unit.tokens() > budget) {
            end(bestEnd(unit), unit);
        }
        // What is taken over must leave room.
        while (from < fresh && tokens + unit.tokens() > budget) {
            tokens -= units.get(from).tokens();
            from++;
        }
        units.add(unit);
        tokens += unit.tokens();
    }

    /** Tells what is left. */
    void end() {
        if (fresh == units.size()) {
            return;
        }
        if (before < beforeEnd && tokens(fresh, units.size()) < TINY * budget) {
            shareAnew();
        }
        tell(before, beforeEnd);
        tell(from, units.size());
    }

    /** Before which unit this passage ends best, now that the next does not fit. */
    private int bestEnd(Unit next) {
        int best = units.size();
        Unit.Cut bestCut = next.cut();
        int soFar = tokens;
        for (int end = units.size() - 1; end > fresh; end--) {
            soFar -= units.get(end).tokens();
            if (soFar < NEARLY_FULL * budget) {
                break;
            }
            if (units.get(end).cut().compareTo(bestCut) > 0) {
                best = end;
                bestCut = units.get(end).cut();
            }
        }
        return best;
    }

    private void end(int end, Unit next) {
        tell(before, beforeEnd);
        units.subList(0, from).clear();
        int taken = end - from;
        before = 0;
        beforeFresh = fresh - from;
        beforeEnd = taken;
        fresh = taken;
        from = startOfOverlap(before, taken, taken < units.size() ? units.get(taken) : next);
        tokens = tokens(from, units.size());
    }

    /** Where a passage begins that takes over whole sentences before {@code end}, and has room for what comes next. */
    private int startOfOverlap(int first, int end, Unit next) {
        int start = end;
        int taken = 0;
        if (next.cut().betweenSentences()) {
            while (start > first + 1) {
                Unit sentence = units.get(start - 1);
                taken += sentence.tokens();
                if (!sentence.cut().betweenSentences() || taken > overlap || taken + next.tokens() > budget) {
                    break;
                }
                start--;
            }
        }
        return start;
    }

    /** Moves the border between the last two passages so that both are about equal, between sentences if there is a place. */
    private void shareAnew() {
        int best = fresh;
        int bestStart = from;
        boolean bestBetween = units.get(fresh).cut().betweenSentences();
        int bestDifference = Integer.MAX_VALUE;
        for (int border = fresh; border > beforeFresh; border--) {
            Unit next = units.get(border);
            int start = startOfOverlap(before, border, next);
            int right = tokens(start, units.size());
            boolean between = next.cut().betweenSentences();
            int difference = Math.abs(right - tokens(before, border));
            boolean better = between == bestBetween ? difference < bestDifference : between;
            if (right <= budget && better) {
                best = border;
                bestStart = start;
                bestBetween = between;
                bestDifference = difference;
            }
        }
        beforeEnd = best;
        fresh = best;
        from = bestStart;
    }

    private int tokens(int start, int end) {
        int sum = 0;
        for (Unit unit : units.subList(start, end)) {
            sum += unit.tokens();
        }
        return sum;
    }

    private void tell(int start, int end) {
        if (start < end) {
            passages.passage(units.get(start).start(), units.get(end - 1).end());
        }
    }
}
