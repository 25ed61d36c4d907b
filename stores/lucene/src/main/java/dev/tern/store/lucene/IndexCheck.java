package dev.tern.store.lucene;

import dev.tern.graph.Entity;
import dev.tern.graph.Passage;
import dev.tern.graph.SourceMetadata;
import dev.tern.store.InspectionListener;
import dev.tern.store.RelationRow;
import dev.tern.store.shared.ContentIdSet;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.FieldInfo;
import org.apache.lucene.index.FloatVectorValues;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.IndexableField;
import org.apache.lucene.index.KnnVectorValues;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.PointValues;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.StringHelper;
import org.jspecify.annotations.Nullable;

/**
 * Verifies that every row has the index entries that its content and its passage's metadata
 * require. For each row, compares the sum of the hashes of its entries in the index with the sum
 * for the required entries. This finds wrong entries written by a bug of any version, which
 * checksums cannot find. A row of a relation is not checked if its passage is missing.
 *
 * <p>Needs 8 bytes of memory for each row of the largest segment, and 32 to 64 for each passage.
 */
final class IndexCheck {
    private static final int ROWS_PER_CHECK = 1_024;
    private static final String WORDS =
            "is not found by its content, or is found by other content; if reindexing does not help, copy the graph"
                    + " (tern copy), which indexes everything anew";
    private static final MetadataFields UNFILTERED = new MetadataFields(SourceMetadata.EMPTY);
    private static final long RELATION_MARK = EntrySums.of(marked(SourceMetadata.EMPTY));

    private final Snapshot snapshot;
    private final InspectionListener inspection;
    private final ContentIdSet passages = new ContentIdSet();
    private int looked;

    IndexCheck(Snapshot snapshot, InspectionListener inspection) {
        this.snapshot = snapshot;
        this.inspection = inspection;
    }

    void inspect() throws IOException {
        visit(IndexFields.PASSAGE_VECTOR, false, (rows, doc, found) -> passages.add(RowBytes.id(rows.row(doc))));
        long[] metadata = new long[Math.toIntExact(passages.slots())];
        visit(IndexFields.PASSAGE_VECTOR, true, (rows, doc, found) -> {
            Passage row = RowBytes.passage(rows.row(doc));
            metadata[(int) passages.slotOf(row.id())] = EntrySums.of(marked(row.filterMetadata())) - RELATION_MARK;
            if (found != EntrySums.of(IndexFields.entries(row))) {
                inspection.misfiled(row, WORDS);
            }
        });
        visit(IndexFields.RELATION_VECTOR, true, (rows, doc, found) -> {
            RelationRow row = RowBytes.relation(rows.row(doc));
            int place = (int) passages.slotOf(row.passageId());
            if (place >= 0 && found != EntrySums.of(IndexFields.entries(row, UNFILTERED)) + metadata[place]) {
                inspection.misfiled(row, WORDS);
            }
        });
        visit(IndexFields.ENTITY_VECTOR, true, (rows, doc, found) -> {
            Entity entity = RowBytes.entity(rows.row(doc));
            if (found != EntrySums.of(IndexFields.entries(entity))) {
                inspection.misfiled(entity, WORDS);
            }
        });
    }

    /** Returns the entries of metadata in the row of a relation, with the mark of such rows. */
    private static Document marked(SourceMetadata metadata) {
        Document row = new Document();
        new MetadataFields(metadata).addTo(row, MetadataFields.RELATION);
        return row;
    }

    /** A callback for a row and the sum of the hashes of its index entries. */
    private interface EntryVisitor {
        void visit(LeafRows rows, int doc, long found) throws IOException;
    }

    private void visit(String vectorField, boolean summed, EntryVisitor look) throws IOException {
        for (LeafReaderContext leaf : snapshot.reader().leaves()) {
            LeafReader segment = leaf.reader();
            FloatVectorValues vectors = segment.getFloatVectorValues(vectorField);
            if (vectors == null) {
                continue;
            }
            long[] sums = summed ? EntrySums.of(segment) : new long[0];
            LeafRows rows = LeafRows.most(leaf, vectorField);
            Bits live = segment.getLiveDocs();
            KnnVectorValues.DocIndexIterator docs = vectors.iterator();
            for (int doc = docs.nextDoc(); doc != DocIdSetIterator.NO_MORE_DOCS; doc = docs.nextDoc()) {
                if (live == null || live.get(doc)) {
                    look.visit(rows, doc, summed ? sums[doc] : 0);
                    report();
                }
            }
        }
    }

    private void report() {
        looked++;
        if (looked % ROWS_PER_CHECK == 0) {
            inspection.progressed(ROWS_PER_CHECK);
        }
    }

    /** Sums the hashes of a row's index entries, from the index or from the row's content. */
    private static final class EntrySums {
        private static final String POINTS = " as points";

        private EntrySums() {}

        /** Returns the sum of each row of a segment, by document number, deleted rows included. */
        static long[] of(LeafReader leaf) throws IOException {
            long[] sums = new long[leaf.maxDoc()];
            InterruptPoint pause = new InterruptPoint();
            for (FieldInfo field : leaf.getFieldInfos()) {
                if (field.getIndexOptions() != IndexOptions.NONE) {
                    addTerms(leaf.terms(field.name), field.name, sums, pause);
                }
                if (field.getPointDimensionCount() > 0) {
                    addPoints(leaf.getPointValues(field.name), field.name, sums, pause);
                }
            }
            return sums;
        }

        private static void addTerms(@Nullable Terms terms, String field, long[] sums, InterruptPoint pause)
                throws IOException {
            if (terms == null) {
                return;
            }
            TermsEnum each = terms.iterator();
            PostingsEnum rows = null;
            for (BytesRef term = each.next(); term != null; term = each.next()) {
                long hash = hash(field, term);
                rows = each.postings(rows, PostingsEnum.FREQS);
                for (int row = rows.nextDoc(); row != DocIdSetIterator.NO_MORE_DOCS; row = rows.nextDoc()) {
                    sums[row] += hash * rows.freq();
                    pause.after(1);
                }
            }
        }

        private static void addPoints(@Nullable PointValues points, String field, long[] sums, InterruptPoint pause)
                throws IOException {
            if (points == null) {
                return;
            }
            points.intersect(new PointValues.IntersectVisitor() {
                @Override
                public void visit(int row) {
                    throw new IllegalStateException("a point without its value");
                }

                @Override
                public void visit(int row, byte[] value) {
                    sums[row] += hash(field + POINTS, new BytesRef(value));
                    pause.after(1);
                }

                @Override
                public PointValues.Relation compare(byte[] least, byte[] greatest) {
                    return PointValues.Relation.CELL_CROSSES_QUERY;
                }
            });
        }

        /** Returns the sum over the index entries that Lucene would write for a document. */
        static long of(Document row) {
            long sum = 0;
            Set<Long> once = new HashSet<>();
            for (IndexableField field : row) {
                if (field.fieldType().pointDimensionCount() > 0) {
                    sum += hash(field.name() + POINTS, field.binaryValue());
                } else if (field.fieldType().tokenized()) {
                    sum += ofWords(field);
                } else if (field.fieldType().indexOptions() != IndexOptions.NONE) {
                    long hash = hash(field.name(), field.binaryValue());
                    sum += once.add(hash) ? hash : 0;
                }
            }
            return sum;
        }

        private static long ofWords(IndexableField field) {
            long sum = 0;
            Map<String, Integer> counts = new HashMap<>();
            try (TokenStream words = field.tokenStream(null, null)) {
                CharTermAttribute word = words.getAttribute(CharTermAttribute.class);
                while (words.incrementToken()) {
                    counts.merge(word.toString(), 1, Integer::sum);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            for (Map.Entry<String, Integer> word : counts.entrySet()) {
                sum += hash(field.name(), new BytesRef(word.getKey())) * word.getValue();
            }
            return sum;
        }

        private static long hash(String field, BytesRef value) {
            return StringHelper.murmurhash3_x64_128(value.bytes, value.offset, value.length, field.hashCode())[0];
        }
    }
}
