package dev.tern.documents;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A straight line drawn parallel to an edge of a PDF page, in the points of {@link PdfWord}.
 *
 * @param upright true if it is vertical
 * @param at its x if vertical, else its y
 * @param from its start
 * @param to its end, not before {@code from}
 */
record Ruling(boolean upright, double at, double from, double to) {
    /** The maximum distance or gap at which lines are joined, such as both edges of a frame. */
    static final double NEAR = 3;

    boolean crosses(Ruling other) {
        return upright != other.upright && reaches(other.at) && other.reaches(at);
    }

    /** Returns true if it covers a coordinate along its direction, or ends just before. */
    boolean reaches(double place) {
        return from - NEAR <= place && place <= to + NEAR;
    }

    /** Returns the lines of one direction; overlapping and continuing ones are joined. */
    static List<Ruling> joined(List<Ruling> rulings, boolean upright) {
        List<Ruling> sorted = rulings.stream()
                .filter(ruling -> ruling.upright == upright)
                .sorted(Comparator.comparingDouble(Ruling::at))
                .toList();
        List<Ruling> joined = new ArrayList<>();
        List<Ruling> beside = new ArrayList<>();
        for (Ruling ruling : sorted) {
            if (!beside.isEmpty() && ruling.at - beside.getFirst().at > NEAR) {
                joinAlong(beside, joined);
                beside.clear();
            }
            beside.add(ruling);
        }
        joinAlong(beside, joined);
        return joined;
    }

    private static void joinAlong(List<Ruling> beside, List<Ruling> joined) {
        beside.sort(Comparator.comparingDouble(Ruling::from));
        Ruling open = null;
        for (Ruling ruling : beside) {
            if (open != null && open.reaches(ruling.from)) {
                open = new Ruling(open.upright, open.at, open.from, Math.max(open.to, ruling.to));
            } else {
                if (open != null) {
                    joined.add(open);
                }
                open = new Ruling(ruling.upright, beside.getFirst().at, ruling.from, ruling.to);
            }
        }
        if (open != null) {
            joined.add(open);
        }
    }
}
