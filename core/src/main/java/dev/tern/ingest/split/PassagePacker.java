package dev.tern.ingest.split;

import java.util.ArrayList;
import java.util.List;

/**
 * Packs units into passages, as full as possible.
 *
 * <p>A passage ends at the best boundary in its last quarter: a paragraph, otherwise a sentence,
 * and so on. It begins with the last whole sentences of the passage before it, up to the overlap.
 * If the new text of the last passage is tiny, the last two passages are balanced.
 */
final class PassagePacker {
    /** The fraction of the budget from which a passage may end early, at a better boundary. */
    private static final double NEARLY_FULL = 0.75;
    /** The fraction of the budget below which the new part of the last passage is tiny. */
    private static final double TINY = 0.25;

    private final int budget;
    private final int overlap;
    private final PassageReceiver passages;
    /** The units of the previous passage and of this one. */
    private final List<TextUnit> units = new ArrayList<>();
    /** The indices of the first unit of the previous passage, its first new unit, and its end. */
    private int previousStart;

    private int previousFresh;
    private int previousEnd;
    /** The indices of the first unit of this passage, and of its first unit after the overlap. */
    private int from;

    private int fresh;
    private int tokens;

    PassagePacker(int budget, int overlap, PassageReceiver passages) {
        this.budget = budget;
        this.overlap = overlap;
        this.passages = passages;
    }

    /** A receiver of passages, in order. */
    @FunctionalInterface
    interface PassageReceiver {
        /** Receives the range of a passage; the end is exclusive. */
        void passage(int start, int end);
    }

    void add(TextUnit unit) {
        while (fresh < units.size() && tokens + unit.tokens() > budget) {
            end(bestEnd(unit), unit);
        }
        // The overlap is shortened to leave room for the unit.
        while (from < fresh && tokens + unit.tokens() > budget) {
            tokens -= units.get(from).tokens();
            from++;
        }
        units.add(unit);
        tokens += unit.tokens();
    }

    /** Emits the remaining passages. */
    void end() {
        if (fresh == units.size()) {
            return;
        }
        if (previousStart < previousEnd && tokens(fresh, units.size()) < TINY * budget) {
            shareAnew();
        }
        emit(previousStart, previousEnd);
        emit(from, units.size());
    }

    /** Returns the index of the unit before which this passage best ends. */
    private int bestEnd(TextUnit next) {
        int best = units.size();
        TextUnit.BoundaryKind bestCut = next.cut();
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

    private void end(int end, TextUnit next) {
        emit(previousStart, previousEnd);
        units.subList(0, from).clear();
        int taken = end - from;
        previousStart = 0;
        previousFresh = fresh - from;
        previousEnd = taken;
        fresh = taken;
        from = startOfOverlap(previousStart, taken, taken < units.size() ? units.get(taken) : next);
        tokens = tokens(from, units.size());
    }

    /** Returns the index of the first unit of a passage, with overlap and room for the next. */
    private int startOfOverlap(int first, int end, TextUnit next) {
        int start = end;
        int taken = 0;
        if (next.cut().betweenSentences()) {
            while (start > first + 1) {
                TextUnit sentence = units.get(start - 1);
                taken += sentence.tokens();
                if (!sentence.cut().betweenSentences() || taken > overlap || taken + next.tokens() > budget) {
                    break;
                }
                start--;
            }
        }
        return start;
    }

    /** Moves the border of the last two passages to balance them, between sentences if possible. */
    private void shareAnew() {
        int best = fresh;
        int bestStart = from;
        boolean bestBetween = units.get(fresh).cut().betweenSentences();
        int bestDifference = Integer.MAX_VALUE;
        for (int border = fresh; border > previousFresh; border--) {
            TextUnit next = units.get(border);
            int start = startOfOverlap(previousStart, border, next);
            int right = tokens(start, units.size());
            boolean between = next.cut().betweenSentences();
            int difference = Math.abs(right - tokens(previousStart, border));
            boolean better = between == bestBetween ? difference < bestDifference : between;
            if (right <= budget && better) {
                best = border;
                bestStart = start;
                bestBetween = between;
                bestDifference = difference;
            }
        }
        previousEnd = best;
        fresh = best;
        from = bestStart;
    }

    private int tokens(int start, int end) {
        int sum = 0;
        for (TextUnit unit : units.subList(start, end)) {
            sum += unit.tokens();
        }
        return sum;
    }

    private void emit(int start, int end) {
        if (start < end) {
            passages.passage(units.get(start).start(), units.get(end - 1).end());
        }
    }
}
