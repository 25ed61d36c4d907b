package dev.tern.store.lucene;

import dev.tern.graph.MetadataFilter;
import dev.tern.graph.MetadataFilter.And;
import dev.tern.graph.MetadataFilter.Comparator;
import dev.tern.graph.MetadataFilter.Comparison;
import dev.tern.graph.MetadataFilter.Contains;
import dev.tern.graph.MetadataFilter.Exists;
import dev.tern.graph.MetadataFilter.In;
import dev.tern.graph.MetadataFilter.Not;
import dev.tern.graph.MetadataFilter.Or;
import dev.tern.graph.MetadataValue;
import dev.tern.store.shared.OrderedValue;
import dev.tern.store.shared.OrderedValue.Kind;
import java.io.IOException;
import java.util.List;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.FixedBitSet;
import org.apache.lucene.util.StringHelper;
import org.jspecify.annotations.Nullable;

/**
 * Finds the passages and rows of relations of a segment that match a filter, deleted ones included.
 *
 * <p>Equality looks up a term, and a range of numbers or instants searches points. {@code contains}
 * scans the distinct strings of the name, and a range of strings or booleans scans the distinct
 * values in the range. {@link FilterReads} limits the cost.
 */
final class FilteredLeaf {
    private final LeafReader leaf;
    private final @Nullable Terms terms;
    private final FilterReads reads;
    private @Nullable PostingsEnum postings;

    FilteredLeaf(LeafReader leaf, FilterReads reads) throws IOException {
        this.leaf = leaf;
        this.reads = reads;
        this.terms = leaf.terms(MetadataFields.TERMS);
    }

    FixedBitSet rows(MetadataFilter filter) throws IOException {
        FixedBitSet rows = none();
        switch (filter) {
            case And(List<MetadataFilter> conditions) -> {
                rows = all();
                for (MetadataFilter condition : conditions) {
                    rows.and(rows(condition));
                }
            }
            case Or(List<MetadataFilter> conditions) -> {
                for (MetadataFilter condition : conditions) {
                    rows.or(rows(condition));
                }
            }
            case Not(MetadataFilter condition) -> {
                rows = all();
                rows.andNot(rows(condition));
            }
            case Comparison comparison -> add(comparison, rows);
            case In in -> {
                for (MetadataValue value : in.values()) {
                    add(MetadataFields.equal(in.name(), value), rows);
                }
            }
            case Contains(String name, String text) -> addContaining(name, text, rows);
            case Exists(String name) -> add(MetadataFields.exists(name), rows);
        }
        return rows;
    }

    private FixedBitSet none() {
        reads.countBitSet(leaf.maxDoc());
        return new FixedBitSet(leaf.maxDoc());
    }

    private FixedBitSet all() throws IOException {
        FixedBitSet all = none();
        add(MetadataFields.PASSAGE, all);
        add(MetadataFields.RELATION, all);
        return all;
    }

    FixedBitSet with(BytesRef term) throws IOException {
        FixedBitSet rows = none();
        add(term, rows);
        return rows;
    }

    private void add(BytesRef term, FixedBitSet rows) throws IOException {
        if (terms != null) {
            TermsEnum found = terms.iterator();
            reads.value();
            if (found.seekExact(term)) {
                add(found, rows);
            }
        }
    }

    private void add(TermsEnum place, FixedBitSet rows) throws IOException {
        reads.rows(place.docFreq());
        PostingsEnum some = place.postings(postings, PostingsEnum.NONE);
        postings = some;
        rows.or(some);
    }

    private void add(Comparison comparison, FixedBitSet rows) throws IOException {
        OrderedValue value = OrderedValue.of(comparison.value());
        String name = comparison.name();
        Comparator comparator = comparison.comparator();
        boolean orEqual = comparator == Comparator.AT_LEAST || comparator == Comparator.AT_MOST;
        boolean less = comparator == Comparator.LESS || comparator == Comparator.AT_MOST;
        if (comparator == Comparator.EQUAL) {
            add(MetadataFields.equal(name, comparison.value()), rows);
        } else if (MetadataFields.hasRanges(value.kind())) {
            add(less ? MetadataFields.less(name, value, orEqual) : MetadataFields.greater(name, value, orEqual), rows);
        } else {
            addInOrder(comparison, value.kind(), less, orEqual, rows);
        }
    }

    private void add(Query range, FixedBitSet rows) throws IOException {
        IndexSearcher searcher = new IndexSearcher(leaf);
        searcher.setQueryCache(null);
        Scorer scorer = searcher.createWeight(searcher.rewrite(range), ScoreMode.COMPLETE_NO_SCORES, 1)
                .scorer(leaf.getContext());
        if (scorer != null) {
            reads.rows(scorer.iterator().cost());
            rows.or(scorer.iterator());
        }
    }

    /** A callback for the terms of a name and kind, in order of value; returns false to stop. */
    private interface TermVisitor {
        boolean more(BytesRef term, TermsEnum place) throws IOException;
    }

    private void visit(BytesRef prefix, BytesRef from, TermVisitor visitor) throws IOException {
        if (terms == null) {
            return;
        }
        TermsEnum each = terms.iterator();
        if (each.seekCeil(from) == TermsEnum.SeekStatus.END) {
            return;
        }
        BytesRef term = each.term();
        while (term != null && StringHelper.startsWith(term, prefix) && visitor.more(term, each)) {
            reads.value();
            term = each.next();
        }
    }

    private void addInOrder(Comparison comparison, Kind kind, boolean less, boolean orEqual, FixedBitSet rows)
            throws IOException {
        BytesRef values = MetadataFields.valuesOf(comparison.name(), kind);
        BytesRef bound = MetadataFields.equal(comparison.name(), comparison.value());
        visit(values, less ? values : bound, (term, place) -> {
            int order = term.compareTo(bound);
            if (less && (orEqual ? order > 0 : order >= 0)) {
                return false;
            }
            if (less || orEqual || order != 0) {
                add(place, rows);
            }
            return true;
        });
    }

    private void addContaining(String name, String text, FixedBitSet rows) throws IOException {
        BytesRef values = MetadataFields.valuesOf(name, Kind.STRING);
        visit(values, values, (term, place) -> {
            String value =
                    new BytesRef(term.bytes, term.offset + values.length, term.length - values.length).utf8ToString();
            if (value.contains(text)) {
                add(place, rows);
            }
            return true;
        });
    }
}
