package dev.tern;

import dev.tern.error.TernException;
import dev.tern.graph.Document;
import dev.tern.graph.Filter;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphView;
import dev.tern.store.GraphView.PassagesBy;
import java.util.Collection;
import java.util.Iterator;
import java.util.function.Function;

/** The part of a graph that a {@link GraphRag} may see and change. */
final class Scope {
    private final GraphStore store;
    private final Filter filter;

    Scope(GraphStore store, Filter filter) {
        this.store = store;
        this.filter = filter;
    }

    /** Reads from the whole scope, including hidden sources. */
    <T> T read(Function<GraphView, T> reading) {
        try (GraphView visible = store.visible(filter)) {
            return reading.apply(visible);
        }
    }

    /** Reads for a question: from the passages that pass another filter too and are not hidden. */
    <T> T read(Filter narrower, Function<GraphView, T> reading) {
        try (GraphView visible = store.shown(narrower.within(filter))) {
            return reading.apply(visible);
        }
    }

    /** Returns the documents unread; reading one that would lie outside the scope throws. */
    Iterable<Document> requireWithin(Iterable<Document> documents) {
        if (filter.isEverything()) {
            return documents;
        }
        return () -> {
            Iterator<Document> each = documents.iterator();
            return new Iterator<>() {
                @Override
                public boolean hasNext() {
                    return each.hasNext();
                }

                @Override
                public Document next() {
                    Document document = each.next();
                    require(document);
                    return document;
                }
            };
        };
    }

    private void require(Document document) {
        if (!filter.holds(document.filtered())) {
            throw TernException.user(
                    "document \"" + document.id() + "\" is outside the scope of this GraphRag, which is " + filter
                            + "; its metadata are " + document.metadata());
        }
    }

    /** Returns the ids of the documents that are in the scope. */
    Collection<String> documentsWithin(Collection<String> documentIds) {
        return filter.isEverything()
                ? documentIds
                : read(visible -> visible.passages(PassagesBy.DOCUMENT, documentIds).stream()
                        .map(passage -> passage.value().documentId())
                        .distinct()
                        .toList());
    }

    /** Throws if there is a scope, since the action is defined for a whole graph only. */
    void requireWhole(String action) {
        if (!filter.isEverything()) {
            throw TernException.user(
                    action + " is for a whole graph, and this GraphRag has a scope: use one that has none");
        }
    }
}
