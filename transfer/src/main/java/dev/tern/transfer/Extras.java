package dev.tern.transfer;

import dev.tern.graph.Embedded;
import dev.tern.graph.Passage;
import dev.tern.settings.Consistency;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphView;
import dev.tern.transfer.scan.GraphPages;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The passages of a target that its source does not have, found before anything is written. */
final class Extras {
    private final TransferSource source;
    private final Set<String> stale = new HashSet<>();
    private final Map<String, Boolean> inSource = new HashMap<>();
    private long foreign;
    private String foreignDocument = "";
    private String document = "";

    private Extras(TransferSource source) {
        this.source = source;
    }

    static Extras none(TransferSource source) {
        return new Extras(source);
    }

    static Extras of(GraphStore target, TransferSource source) {
        Extras extras = new Extras(source);
        try (GraphView view = target.view(Consistency.STRONG)) {
            GraphPages.passages(view, extras::look);
        }
        return extras;
    }

    private void look(List<Embedded<Passage>> page) {
        Map<String, String> documentById = new LinkedHashMap<>();
        page.forEach(passage ->
                documentById.put(passage.value().id(), passage.value().documentId()));
        source.passagesAmong(documentById.keySet()).forEach(documentById::remove);
        documentById.forEach((id, itsDocument) -> {
            document = itsDocument;
            // Asked for one at a time, for a store brings all its passages with their vectors.
            if (inSource.computeIfAbsent(itsDocument, source::hasDocument)) {
                stale.add(id);
            } else {
                foreign++;
                foreignDocument = itsDocument;
            }
        });
    }

    /** Passages that their documents no longer have in the source. */
    Set<String> stale() {
        return stale;
    }

    /** How many passages are of documents that the source does not have. */
    long foreign() {
        return foreign;
    }

    /** How many passages the source does not have, of whatever document. */
    long count() {
        return stale.size() + foreign;
    }

    /** The document of one of them; empty if there are none. */
    String document() {
        return document;
    }

    /** A document that the source does not have; empty if there are none. */
    String foreignDocument() {
        return foreignDocument;
    }
}
