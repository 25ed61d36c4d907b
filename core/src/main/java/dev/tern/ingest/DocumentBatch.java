package dev.tern.ingest;

import dev.tern.graph.Passage;
import dev.tern.graph.SourceDocument;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Documents to store together: several in one step, or one large document in parts. */
final class DocumentBatch {
    /** The approximate maximum number of passages of a batch. */
    static final int PASSAGES = 256;

    /** The approximate maximum number of statements of a batch. */
    static final int STATEMENTS = 4096;

    private final Map<SourceDocument, List<Passage>> documents = new LinkedHashMap<>();
    private final Set<String> ids = new HashSet<>();
    private int passages;
    private int statements;

    void add(SourceDocument document, List<Passage> itsPassages) {
        documents.put(document, itsPassages);
        ids.add(document.id());
        passages += itsPassages.size();
        statements += itsPassages.stream()
                .mapToInt(passage -> passage.statements().size())
                .sum();
    }

    Map<SourceDocument, List<Passage>> documents() {
        return documents;
    }

    boolean contains(String documentId) {
        return ids.contains(documentId);
    }

    int passages() {
        return passages;
    }

    boolean isFull() {
        return passages >= PASSAGES || statements >= STATEMENTS;
    }

    /** Returns true if the batch is one document with too many passages to store in one step. */
    boolean isLarge() {
        return documents.size() == 1 && passages > PASSAGES;
    }

    boolean isEmpty() {
        return documents.isEmpty();
    }
}
