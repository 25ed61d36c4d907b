package dev.tern.ingest.index;

import dev.tern.graph.Document;
import dev.tern.graph.Extraction;
import dev.tern.graph.Passage;
import dev.tern.store.GraphView.PassagesBy;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Passages to bring into a graph, and those of the graph that they are compared with.
 *
 * @param by how the passages of the graph are found
 * @param ids what they are found by
 * @param passages what the graph is to hold of them
 * @param others passages of the graph that stay though they are not among {@code passages}
 * @param extracted whether the passages were read from the graph, and bring nothing new but their statements
 */
public record Update(
        PassagesBy by, Set<String> ids, Collection<Passage> passages, Set<String> others, boolean extracted) {

    /** Whole documents; what they no longer hold goes. */
    public static Update ofDocuments(Map<Document, List<Passage>> passagesOf) {
        return new Update(
                PassagesBy.DOCUMENT,
                passagesOf.keySet().stream().map(Document::id).collect(Collectors.toSet()),
                passagesOf.values().stream().flatMap(List::stream).toList(),
                Set.of(),
                false);
    }

    /** Some passages of a document that is too large for one batch; the other passages of the graph stay. */
    public static Update ofPart(Collection<Passage> passages) {
        return new Update(PassagesBy.ID, idsOf(passages), passages, Set.of(), false);
    }

    /**
     * The end of a document that came in parts: what it no longer holds goes.
     *
     * @param held the ids of all its passages
     */
    public static Update afterParts(String documentId, Set<String> held) {
        return new Update(PassagesBy.DOCUMENT, Set.of(documentId), List.of(), held, false);
    }

    /** Passages of the graph whose statements were looked for; one that is gone meanwhile stays gone. */
    public static Update ofExtracted(Collection<Passage> passages) {
        return new Update(PassagesBy.ID, idsOf(passages), passages, Set.of(), true);
    }

    /**
     * Passages of the graph that naming rules may change; one that is gone meanwhile stays gone.
     */
    public static Update ofRenamed(Collection<String> ids) {
        Set<String> all = Set.copyOf(ids);
        return new Update(PassagesBy.ID, all, List.of(), all, true);
    }

    /** Tells whether it brings nothing, and only the rules of the graph may have changed. */
    boolean isOfRules() {
        return extracted && passages.isEmpty();
    }

    private static Set<String> idsOf(Collection<Passage> passages) {
        return passages.stream().map(Passage::id).collect(Collectors.toSet());
    }

    /** The ids of the documents whose first passages are in this update. */
    Set<String> begun() {
        return passages.stream()
                .filter(passage -> passage.ordinal() == 0)
                .map(Passage::documentId)
                .collect(Collectors.toSet());
    }

    /** Returns this update without documents that are not to be written any more. */
    public Update without(Set<String> documentIds) {
        if (extracted || documentIds.isEmpty()) {
            return this;
        }
        List<Passage> left = passages.stream()
                .filter(passage -> !documentIds.contains(passage.documentId()))
                .toList();
        Set<String> its = by == PassagesBy.ID
                ? idsOf(left)
                : ids.stream().filter(id -> !documentIds.contains(id)).collect(Collectors.toSet());
        return new Update(by, its, left, others, false);
    }

    /**
     * A passage of this update as the graph is to hold it.
     *
     * @param stored the same passage as the graph holds it now
     */
    Passage merged(Passage passage, Passage stored) {
        if (extracted) {
            // Where it stands, and what is known about its document, may have changed since it was read.
            return stored.with(passage.statements(), passage.extraction());
        }
        boolean known = passage.extraction().state() == Extraction.State.WAITING
                && passage.extraction().by().equals(stored.extraction().by());
        return known ? passage.with(stored.statements(), stored.extraction()) : passage;
    }
}
