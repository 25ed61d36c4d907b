package dev.tern;

import dev.tern.error.TernException;
import dev.tern.graph.MetadataFilter;
import dev.tern.graph.SourceDocument;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphView;
import dev.tern.store.GraphView.PassagesBy;
import java.util.Collection;
import java.util.Iterator;
import java.util.function.Function;

/** The part of a graph that a {@link GraphRag} may see and change. */
final class Scope {
    private final GraphStore store;
    private final MetadataFilter filter;

    Scope(GraphStore store, MetadataFilter filter) {
        this.store = store;
        this.filter = filter;
    }

    /** Returns a function's result for a view of the whole scope, including hidden sources. */
    <T> T read(Function<GraphView, T> reading) {
        try (GraphView visible = store.latest().visible(filter)) {
            return reading.apply(visible);
        }
    }

    /** Returns a function's result for a view narrowed by a filter, without hidden sources. */
    <T> T read(MetadataFilter narrower, Function<GraphView, T> reading) {
        try (GraphView visible = store.shown(narrower.within(filter))) {
            return reading.apply(visible);
        }
    }

    /** Returns a lazy view of documents; iterating throws at a document outside the scope. */
    Iterable<SourceDocument> requireWithin(Iterable<SourceDocument> documents) {
        if (filter.isEverything()) {
            return documents;
        }
        return () -> {
            Iterator<SourceDocument> each = documents.iterator();
            return new Iterator<>() {
                @Override
                public boolean hasNext() {
                    return each.hasNext();
                }

                @Override
                public SourceDocument next() {
                    SourceDocument document = each.next();
                    require(document);
                    return document;
                }
            };
        };
    }

    private void require(SourceDocument document) {
        if (!filter.holds(document.filterMetadata())) {
            throw TernException.user(
                    "document \"" + document.id() + "\" is outside the scope of this GraphRag, which is " + filter
                            + "; its metadata are " + document.metadata());
        }
    }

    /** Returns the given ids of documents in the scope; without a scope, all given ids. */
    Collection<String> documentsWithin(Collection<String> documentIds) {
        return filter.isEverything()
                ? documentIds
                : read(visible -> visible.passages(PassagesBy.DOCUMENT, documentIds).stream()
                        .map(passage -> passage.value().documentId())
                        .distinct()
                        .toList());
    }

    /** Throws a {@link TernException} if there is a scope. */
    void requireWhole(String action) {
        if (!filter.isEverything()) {
            throw TernException.user(action + " needs the whole graph, and this GraphRag has a scope: use one without");
        }
    }
}
