package dev.tern.documents;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A straight line drawn parallel to an edge of a PDF page, with coordinates as in {@link PdfWord}.
 *
 * @param upright true if it is vertical
 * @param at its x if vertical, else its y
 * @param from its start
 * @param to its end, not before {@code from}
 */
record RuledLine(boolean upright, double at, double from, double to) {
    /** The maximum distance or gap at which lines are joined, such as both edges of a frame. */
    static final double NEAR = 3;

    boolean crosses(RuledLine other) {
        return upright != other.upright && reaches(other.at) && other.reaches(at);
    }

    /** Returns true if this line covers a coordinate along its direction, or ends close to it. */
    boolean reaches(double place) {
        return from - NEAR <= place && place <= to + NEAR;
    }

    /** Returns the lines of one direction; overlapping and continuing ones are joined. */
    static List<RuledLine> joined(List<RuledLine> rulings, boolean upright) {
        List<RuledLine> sorted = rulings.stream()
                .filter(ruling -> ruling.upright == upright)
                .sorted(Comparator.comparingDouble(RuledLine::at))
                .toList();
        List<RuledLine> joined = new ArrayList<>();
        List<RuledLine> beside = new ArrayList<>();
        for (RuledLine ruling : sorted) {
            if (!beside.isEmpty() && ruling.at - beside.getFirst().at > NEAR) {
                joinAlong(beside, joined);
                beside.clear();
            }
            beside.add(ruling);
        }
        joinAlong(beside, joined);
        return joined;
    }

    private static void joinAlong(List<RuledLine> beside, List<RuledLine> joined) {
        beside.sort(Comparator.comparingDouble(RuledLine::from));
        int first = joined.size();
        for (RuledLine ruling : beside) {
            boolean goesOn = joined.size() > first && joined.getLast().reaches(ruling.from);
            RuledLine open = goesOn ? joined.removeLast() : ruling;
            joined.add(new RuledLine(ruling.upright, beside.getFirst().at, open.from, Math.max(open.to, ruling.to)));
        }
    }
}
