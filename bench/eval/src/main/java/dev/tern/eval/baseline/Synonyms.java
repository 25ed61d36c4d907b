package dev.tern.eval.baseline;

import dev.tern.graph.Embedded;
import dev.tern.graph.Entity;
import dev.tern.graph.EntityName;
import dev.tern.graph.Scored;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.stream.IntStream;
import org.apache.lucene.util.VectorUtil;

/**
 * Finds entities with similar names: with a cosine of at least 0.8, up to the nearest hundred of
 * each. All pairs are compared, because an approximate search would weaken the baseline: quadratic
 * time, on all cores (70,000 entities of 384 dimensions: a minute on two).
 */
final class Synonyms {
    private static final double MIN_COSINE = 0.8;
    private static final int MAX_SYNONYMS = 100;
    private static final int MIN_NAME_LENGTH = 3;

    /** The rows and columns that are compared at a time; their vectors fit into a core's cache. */
    private static final int ROWS = 64;

    private static final int COLUMNS = 256;

    private final List<Embedded<Entity>> entities;
    private final BitSet longEnough = new BitSet();

    private Synonyms(List<Embedded<Entity>> entities) {
        this.entities = entities;
        for (int i = 0; i < entities.size(); i++) {
            longEnough.set(i, letters(entities.get(i).value().name()) >= MIN_NAME_LENGTH);
        }
    }

    /** Receives a pair of synonyms: positions in the list, the smaller first, and the cosine. */
    @FunctionalInterface
    interface Visitor {
        void synonyms(int one, int other, double cosine);
    }

    /**
     * Visits each pair once in which one name is among the hundred nearest names of the other.
     * Names with fewer than three letters and digits have no nearest names, but may be among those
     * of a longer name.
     */
    static void visit(List<Embedded<Entity>> entities, Visitor visitor) {
        Synonyms synonyms = new Synonyms(entities);
        int blocks = (entities.size() + ROWS - 1) / ROWS;
        List<List<Scored<Integer>>> nearest = IntStream.range(0, blocks)
                .parallel()
                .mapToObj(block -> synonyms.nearest(block * ROWS))
                .flatMap(List::stream)
                .toList();
        for (int one = 0; one < nearest.size(); one++) {
            for (Scored<Integer> near : nearest.get(one)) {
                int other = near.value();
                if (one < other || !isAmong(one, nearest.get(other))) {
                    visitor.synonyms(Math.min(one, other), Math.max(one, other), near.score());
                }
            }
        }
    }

    private static boolean isAmong(int place, List<Scored<Integer>> nearest) {
        return nearest.stream().anyMatch(near -> near.value() == place);
    }

    /** Returns the synonyms of each entity of a block that starts at a position, unordered. */
    private List<List<Scored<Integer>>> nearest(int start) {
        int end = Math.min(entities.size(), start + ROWS);
        List<PriorityQueue<Scored<Integer>>> best = new ArrayList<>();
        for (int row = start; row < end; row++) {
            best.add(new PriorityQueue<>(worstFirst()));
        }
        for (int columns = 0; columns < entities.size(); columns += COLUMNS) {
            int last = Math.min(entities.size(), columns + COLUMNS);
            for (int row = start; row < end; row++) {
                if (longEnough.get(row)) {
                    compare(row, columns, last, best.get(row - start));
                }
            }
        }
        return best.stream().map(List::copyOf).toList();
    }

    private void compare(int row, int columns, int last, PriorityQueue<Scored<Integer>> best) {
        float[] vector = entities.get(row).vector();
        for (int column = columns; column < last; column++) {
            double cosine = VectorUtil.dotProduct(vector, entities.get(column).vector());
            if (cosine >= MIN_COSINE && column != row) {
                best.add(new Scored<>(column, cosine));
                if (best.size() > MAX_SYNONYMS) {
                    best.remove();
                }
            }
        }
    }

    private static Comparator<Scored<Integer>> worstFirst() {
        return Comparator.<Scored<Integer>>comparingDouble(Scored::score)
                .thenComparing(Scored::value, Comparator.reverseOrder());
    }

    private static long letters(String name) {
        return EntityName.normalise(name)
                .codePoints()
                .filter(Character::isLetterOrDigit)
                .count();
    }
}
