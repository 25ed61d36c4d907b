package dev.tern.transfer.checksum;

import dev.tern.graph.Embedded;
import dev.tern.graph.Entity;
import dev.tern.graph.Passage;
import dev.tern.store.GraphView;
import dev.tern.store.GraphVisitor;
import dev.tern.store.RelationRow;
import dev.tern.store.RowKind;
import dev.tern.transfer.scan.Cancellation;
import java.io.Serializable;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.concurrent.CancellationException;
import java.util.function.LongConsumer;

/**
 * A checksum of a graph that does not depend on its store or on the order of its rows: for each
 * kind of row, the number of rows and the sum of their hashes.
 *
 * <p>SHA-256 hashes the fields and the vector of each row, and the first 128 bits of the hashes are
 * added modulo 2^128. All fields of passages are hashed, except the mark of hidden passages and the
 * statements as extracted before naming rules; of relation rows, the id, key, text, entities,
 * passage and document; of entities, only the id, because the spelling of a name may depend on the
 * order of adding. The checksum detects accidental changes, not forgery.
 *
 * @param relations the relations, counted once for each passage that states them
 */
public record GraphChecksum(Rows entities, Rows relations, Rows passages) {
    /**
     * The rows of one kind.
     *
     * @param sum the sum of their hashes, 32 hexadecimal digits
     */
    public record Rows(long rows, String sum) implements Serializable {
        /** The sum of no rows. */
        public static final Rows NONE = of(new RowSum());

        /** Returns the checksum of one row: an entity, a statement of a passage, or a passage. */
        public static Rows of(Embedded<?> row) {
            RowHash hash = new RowHash();
            RowSum sum = new RowSum();
            switch (row.value()) {
                case Entity entity -> sum.add(hash.of(entity).of(row.vector()));
                case RelationRow relation -> sum.add(hash.of(relation).of(row.vector()));
                case Passage passage -> sum.add(hash.of(passage).of(row.vector()));
                default ->
                    throw new IllegalArgumentException(
                            "not a row of a graph: " + row.value().getClass());
            }
            return of(sum);
        }

        /** Returns the sum of these rows and others. */
        public Rows plus(Rows others) {
            RowSum sum = new RowSum();
            sum.add(rows, this.sum);
            sum.add(others.rows, others.sum);
            return of(sum);
        }

        private static Rows of(RowSum sum) {
            return new Rows(sum.rows(), sum.sum());
        }
    }

    /**
     * Computes the checksum of a view, by reading all its rows once.
     *
     * @throws CancellationException if the thread is interrupted
     */
    public static GraphChecksum of(GraphView view) {
        return of(view, rows -> {});
    }

    /**
     * Computes the checksum of a view.
     *
     * @param progress called every 1,024 rows, and at the end, with the number of rows read
     * @throws CancellationException if the thread is interrupted
     */
    public static GraphChecksum of(GraphView view, LongConsumer progress) {
        Summing summing = new Summing(progress);
        view.scan(summing);
        progress.accept(summing.rows);
        return new GraphChecksum(Rows.of(summing.entities), Rows.of(summing.relations), Rows.of(summing.passages));
    }

    /** Returns the checksum of the rows of one kind. */
    public Rows of(RowKind kind) {
        return switch (kind) {
            case ENTITY -> entities;
            case RELATION -> relations;
            case PASSAGE -> passages;
        };
    }

    /** Returns the number of all rows. */
    public long rows() {
        return entities.rows() + relations.rows() + passages.rows();
    }

    private static final class Summing implements GraphVisitor {
        private static final int TOLD_EVERY = 1024;

        private final RowHash hash = new RowHash();
        private final RowSum entities = new RowSum();
        private final RowSum relations = new RowSum();
        private final RowSum passages = new RowSum();
        private final LongConsumer progress;
        private long rows;

        Summing(LongConsumer progress) {
            this.progress = progress;
        }

        @Override
        public void entity(Embedded<Entity> entity) {
            entities.add(hash.of(entity.value()).of(entity.vector()));
            read();
        }

        @Override
        public void relation(Embedded<RelationRow> relation) {
            relations.add(hash.of(relation.value()).of(relation.vector()));
            read();
        }

        @Override
        public void passage(Embedded<Passage> passage) {
            passages.add(hash.of(passage.value()).of(passage.vector()));
            read();
        }

        private void read() {
            rows++;
            if (rows % TOLD_EVERY == 0) {
                Cancellation.check("comparing");
                progress.accept(rows);
            }
        }
    }

    /** A sum of hashes modulo 2^128, independent of their order. */
    private static final class RowSum {
        private long rows;
        private long high;
        private long low;

        /** Adds the first 128 bits of a hash. */
        void add(RowHash hash) {
            ByteBuffer bytes = ByteBuffer.wrap(hash.digest());
            add(1, bytes.getLong(), bytes.getLong());
        }

        void add(long addedRows, String sum) {
            int half = sum.length() / 2;
            add(
                    addedRows,
                    Long.parseUnsignedLong(sum, 0, half, 16),
                    Long.parseUnsignedLong(sum, half, sum.length(), 16));
        }

        private void add(long addedRows, long addedHigh, long addedLow) {
            rows += addedRows;
            low += addedLow;
            long carry = Long.compareUnsigned(low, addedLow) < 0 ? 1 : 0;
            high += addedHigh + carry;
        }

        long rows() {
            return rows;
        }

        /** Returns the sum of all hashes, 32 hexadecimal digits. */
        String sum() {
            HexFormat hex = HexFormat.of();
            return hex.toHexDigits(high) + hex.toHexDigits(low);
        }
    }
}
