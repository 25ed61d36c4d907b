package dev.tern.documents;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A straight line that is drawn on a page of a PDF, along an edge of the page; in the points of {@link PdfWord}.
 *
 * @param upright whether it runs from above to below, rather than from left to right
 * @param at where it is across its direction: its x if it is upright, else its y
 * @param from where it begins
 * @param to where it ends, not before {@code from}
 */
record Ruling(boolean upright, double at, double from, double to) {
    /** Lines that are no further apart are one, such as the two edges of a frame, and so are parts with such a gap. */
    static final double NEAR = 3;

    boolean crosses(Ruling other) {
        return upright != other.upright && reaches(other.at) && other.reaches(at);
    }

    /** Whether it passes a place along its direction, or ends just before. */
    boolean reaches(double place) {
        return from - NEAR <= place && place <= to + NEAR;
    }

    /** Lines of one direction, with those joined that lie on one another or go on. */
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
