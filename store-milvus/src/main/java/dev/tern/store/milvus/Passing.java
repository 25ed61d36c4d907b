package dev.tern.store.milvus;

import static dev.tern.store.milvus.CollectionKind.PASSAGES;
import static dev.tern.store.milvus.CollectionKind.RELATIONS;

import dev.tern.store.milvus.Reads.Found;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What passes the filter of a view: how it is asked for, and what the server said of it. Thread-safe.
 *
 * <p>A filter is either met by much, and then whole rows come and those that do not pass are left out on arrival: that costs
 * less than to have the server compare the metadata of every row. Or it was found to be met by little, and then the server is
 * to leave out what does not pass: by the names of the passages that do, where they are few, else by their metadata.
 */
final class Passing {
    /** The most rows that are compared one by one, and the most passages that are named in a condition. */
    static final int FEW = 1_024;

    private final Reads reads;
    private final Visible visible;
    private final FewPassing known;
    private final boolean wereFew;
    private final Once<Optional<Set<String>>> ids = new Once<>();
    private final Once<Optional<List<Row>>> passages = new Once<>();
    private final Once<Optional<List<Row>>> relations = new Once<>();
    private volatile boolean little;

    /**
     * Nothing asked yet.
     *
     * @param reads the view's
     * @param known filters that few passages passed before
     */
    Passing(Reads reads, Visible visible, FewPassing known) {
        this.reads = reads;
        this.visible = visible;
        this.known = known;
        this.wereFew = known.contains(CollectionKind.PASSAGES, visible.filter());
        this.little = wereFew;
    }

    /** The filter. */
    Visible visible() {
        return visible;
    }

    /** Whether the filter lets a row through. */
    boolean sees(Row row) {
        return visible.sees(row);
    }

    /** Whether little was found to pass, so that the server is to leave out what does not. */
    boolean isLittle() {
        return little;
    }

    /** Notes that little passes. */
    void noteLittle() {
        little = true;
    }

    /** What the server narrows a collection by. */
    Condition condition(CollectionKind kind) {
        String field = kind == PASSAGES ? Fields.ID : Fields.PASSAGE;
        Optional<Set<String>> named = little ? ids() : Optional.empty();
        return named.map(few -> few.isEmpty() ? Condition.NOTHING : Condition.in(field, few))
                .orElseGet(visible::condition);
    }

    /** The ids of all passages that pass, if they are few. */
    private Optional<Set<String>> ids() {
        return ids.get(() -> (wereFew ? passages() : read(PASSAGES, visible.condition(), List.of(Fields.ID)))
                .map(rows -> rows.stream().map(row -> row.text(Fields.ID)).collect(Collectors.toUnmodifiableSet())));
    }

    /**
     * All passages that pass, whole rows, if they are few. Their ids tell first whether they are; of a filter that few passed
     * before they are read at once.
     */
    Optional<List<Row>> passages() {
        List<String> fields = Reads.whole(PASSAGES);
        return passages.get(() -> wereFew
                ? read(PASSAGES, visible.condition(), fields)
                : ids().flatMap(few ->
                        few.isEmpty() ? Optional.of(List.of()) : read(PASSAGES, Condition.in(Fields.ID, few), fields)));
    }

    /**
     * All rows of relations that pass, whole, if they are few. They are counted first, so that whole rows of too many do not
     * come; of a filter that few passed before they are read at once.
     */
    Optional<List<Row>> relations() {
        return relations.get(() -> {
            boolean many = !known.contains(RELATIONS, visible.filter()) && reads.count(RELATIONS, Condition.ALL) > FEW;
            return many ? Optional.empty() : read(RELATIONS, condition(RELATIONS), Reads.whole(RELATIONS));
        });
    }

    /** The same, if it was asked for before. */
    Optional<List<Row>> relationsAtHand() {
        return relations.ifKnown().flatMap(rows -> rows);
    }

    private Optional<List<Row>> read(CollectionKind kind, Condition condition, List<String> fields) {
        int most = Math.min(FEW + 1, reads.mostRows());
        Found<Row> found = reads.queryWith(kind, condition, fields, most);
        known.note(kind, visible.filter(), !found.full());
        return found.full() ? Optional.empty() : Optional.of(found.rows());
    }

    /** A value that is asked for once, by whoever needs it first. */
    private static final class Once<T> {
        private final ReentrantLock asking = new ReentrantLock();
        private volatile @Nullable T value;

        Optional<T> ifKnown() {
            return Optional.ofNullable(value);
        }

        T get(Supplier<T> question) {
            T known = value;
            if (known != null) {
                return known;
            }
            try {
                asking.lockInterruptibly();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new CancellationException("interrupted while waiting for Milvus");
            }
            try {
                T asked = ifKnown().orElseGet(question);
                value = asked;
                return asked;
            } finally {
                asking.unlock();
            }
        }
    }
}
