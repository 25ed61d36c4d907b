package dev.tern.transfer;

import dev.tern.graph.Embedded;
import dev.tern.graph.Passage;
import dev.tern.note.Edit;
import dev.tern.note.Notes;
import dev.tern.settings.Consistency;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphView;
import dev.tern.store.shared.ContentIdSet;
import dev.tern.transfer.scan.GraphPages;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds, before anything is written, the passages of a target that the source lacks, and the
 * statements added by an edit that was undone in only one of the two graphs.
 */
final class ExtraPassages {
    private final TransferSource source;
    private final Map<String, String> stale = new HashMap<>();
    private final ContentIdSet inSource = new ContentIdSet();
    private final List<Edit> takenBack;
    private long foreign;
    private String foreignDocument = "";

    private ExtraPassages(TransferSource source, Notes notes) {
        this.source = source;
        this.takenBack = source.notes().edits().stream()
                .filter(edit -> edit.change() instanceof Edit.Missing && isTakenBack(edit, notes))
                .toList();
    }

    static ExtraPassages of(GraphStore target, TransferSource source) {
        try (GraphView view = target.view(Consistency.STRONG)) {
            if (view.description().isEmpty()) {
                return new ExtraPassages(source, Notes.NONE);
            }
            ExtraPassages extras = new ExtraPassages(source, view.notes());
            if (view.statistics().passages() > 0) {
                GraphPages.passages(view, extras::compare);
            }
            return extras;
        }
    }

    /** Returns true if an edit is in effect in one of the two graphs, and undone in the other. */
    private static boolean isTakenBack(Edit ofSource, Notes ofTarget) {
        return ofTarget.edits().stream()
                .anyMatch(edit -> edit.id().equals(ofSource.id()) && edit.isInEffect() != ofSource.isInEffect());
    }

    private void compare(List<Embedded<Passage>> page) {
        Map<String, String> documentById = new LinkedHashMap<>();
        page.forEach(passage ->
                documentById.put(passage.value().id(), passage.value().documentId()));
        source.passagesAmong(documentById.keySet()).forEach(documentById::remove);
        documentById.forEach((id, itsDocument) -> {
            // Looks up one document at a time, as a store loads its passages with all vectors.
            if (isInSource(itsDocument)) {
                stale.put(id, itsDocument);
            } else {
                foreign++;
                foreignDocument = itsDocument;
            }
        });
    }

    private boolean isInSource(String documentId) {
        int known = inSource.number(documentId);
        if (known >= 0) {
            return known == 1;
        }
        boolean found = source.hasDocument(documentId);
        inSource.number(documentId, found ? 1 : 0);
        return found;
    }

    /**
     * Returns the edits that add a statement, were made in both graphs, and were undone in one of
     * them.
     */
    List<Edit> takenBack() {
        return takenBack;
    }

    /**
     * Returns the first of the {@link #takenBack} edits that is in effect in the source; empty if
     * there is none.
     */
    Optional<Edit> heldBySource() {
        return takenBack.stream().filter(Edit::isInEffect).findFirst();
    }

    /**
     * Returns the target's passages that the source's version of their document lacks: the ids of
     * the documents, by passage id.
     */
    Map<String, String> passages() {
        return stale;
    }

    /** Returns the number of the target's passages whose document the source lacks. */
    long foreign() {
        return foreign;
    }

    /** Returns the number of all passages of the target that the source lacks. */
    long count() {
        return stale.size() + foreign;
    }

    /** Returns the id of a document of the target that the source lacks; empty if none. */
    String foreignDocument() {
        return foreignDocument;
    }
}
