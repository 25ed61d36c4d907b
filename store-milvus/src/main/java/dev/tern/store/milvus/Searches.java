package dev.tern.store.milvus;

import dev.tern.graph.Embedded;
import dev.tern.store.milvus.Reads.Found;
import dev.tern.store.milvus.Reads.Hit;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Searches that bring only what a view's filter lets through, in one of three ways, tried in this order:
 *
 * <ol>
 *   <li>some more rows than wanted are asked for, and those that do not pass are left out here. Where much passes this costs
 *       little more than without a filter, and finds what a search without one would have found;
 *   <li>where so little passes that all of it can be read, it is read and compared one by one;
 *   <li>the server leaves out what does not pass, by the metadata of every row.
 * </ol>
 *
 * <p>Thread-safe.
 */
final class Searches {
    /** So many times as many rows as wanted are looked at first. */
    private static final int OVERSEARCH = 4;

    private final Reads reads;

    Searches(Reads reads) {
        this.reads = reads;
    }

    /** Rows that a condition lets through, best first, for each of what is searched for. */
    private interface Search {
        List<List<Hit>> best(Condition condition, int limit);
    }

    /** The passages that fit some words, best first. */
    Found<Hit> words(String words, int limit) {
        CollectionKind kind = CollectionKind.PASSAGES;
        Search search = (condition, rows) -> List.of(reads.words(words, condition, rows));
        return among(kind, search, Condition.ALL, limit)
                .orElseGet(() -> narrowed(kind, search, Condition.ALL, limit))
                .getFirst();
    }

    /** For each vector the rows nearest to it, best first, as far as the index finds them. */
    List<Found<Hit>> search(CollectionKind kind, List<float[]> vectors, Condition condition, int limit) {
        Search search = (narrower, rows) -> reads.vectors(kind, vectors, narrower, rows);
        return among(kind, search, condition, limit).orElseGet(() -> narrowed(kind, search, condition, limit));
    }

    /**
     * For each vector the rows nearest to it, best first: where a filter lets few through, all of these, compared one by one.
     */
    List<Found<Hit>> nearest(CollectionKind kind, List<float[]> vectors, int limit) {
        Search search = (narrower, rows) -> reads.vectors(kind, vectors, narrower, rows);
        return among(kind, search, Condition.ALL, limit)
                .or(() -> few(kind, vectors))
                .orElseGet(() -> narrowed(kind, search, Condition.ALL, limit));
    }

    /** The best that pass the filter among some more than wanted; empty if they are too few, which is noted. */
    private Optional<List<Found<Hit>>> among(CollectionKind kind, Search search, Condition condition, int limit) {
        Passing passing = reads.passing().filter(any -> reads.hides(kind)).orElse(null);
        if (passing == null) {
            return Optional.of(founds(kind, search.best(condition, limit), limit));
        }
        if (passing.isLittle()) {
            return Optional.empty();
        }
        int rows = (int) Math.min(reads.mostRows(), (long) OVERSEARCH * limit);
        List<Found<Hit>> among = founds(kind, search.best(condition, rows), rows);
        if (among.stream().anyMatch(found -> found.full() && found.rows().size() < limit)) {
            passing.noteLittle();
            return Optional.empty();
        }
        return Optional.of(among);
    }

    /** What the server finds among the rows that pass the filter. */
    private List<Found<Hit>> narrowed(CollectionKind kind, Search search, Condition condition, int limit) {
        return founds(kind, search.best(reads.visible(kind, condition), limit), limit);
    }

    private List<Found<Hit>> founds(CollectionKind kind, List<List<Hit>> replies, int limit) {
        return replies.stream()
                .map(hits -> reads.found(kind, hits, Hit::row, limit))
                .toList();
    }

    /**
     * All rows that a filter lets through, nearest first, for each vector, if they are few: a search loses most of these.
     * Empty where they are many.
     */
    private Optional<List<Found<Hit>>> few(CollectionKind kind, List<float[]> vectors) {
        return reads.passing()
                .flatMap(passing -> switch (kind) {
                    case ENTITIES -> Optional.empty();
                    case RELATIONS -> passing.relations();
                    case PASSAGES -> passing.passages();
                })
                .map(rows -> vectors.stream()
                        .map(vector -> new Found<>(byNearness(rows, vector), false))
                        .toList());
    }

    private static List<Hit> byNearness(List<Row> rows, float[] vector) {
        return rows.stream()
                .map(row -> new Hit(row, new Embedded<>("", row.vector()).cosine(vector)))
                .sorted(Comparator.comparingDouble(Hit::score).reversed())
                .toList();
    }
}
