package dev.tern.ingest.index;

import dev.tern.graph.Extraction;
import dev.tern.graph.MetadataValue;
import dev.tern.graph.Passage;
import dev.tern.graph.SourceDocument;
import dev.tern.graph.SourceMetadata;
import dev.tern.graph.SyncMetadata;
import dev.tern.store.GraphView.PassagesBy;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An update of stored passages: the ones found by {@code ids} are removed unless they are in {@code
 * passages} or {@code others}.
 *
 * @param by the kind of {@code ids}: document or passage ids
 * @param passages the new passages
 * @param others the ids of stored passages to keep although they are not among {@code passages}
 * @param extracted true if the passages were read from the graph, and only their statements are new
 */
public record PassageUpdate(
        PassagesBy by, Set<String> ids, Collection<Passage> passages, Set<String> others, boolean extracted) {

    /** Returns an update by whole documents, whose other stored passages are removed. */
    public static PassageUpdate ofDocuments(Map<SourceDocument, List<Passage>> passagesOf) {
        return new PassageUpdate(
                PassagesBy.DOCUMENT,
                passagesOf.keySet().stream().map(SourceDocument::id).collect(Collectors.toSet()),
                passagesOf.values().stream().flatMap(List::stream).toList(),
                Set.of(),
                false);
    }

    /** Returns an update by a part of a large document; the other passages of the graph stay. */
    public static PassageUpdate ofPart(Collection<Passage> passages) {
        return new PassageUpdate(PassagesBy.ID, idsOf(passages), passages, Set.of(), false);
    }

    /**
     * Returns the last update of a document in parts, which removes its old passages.
     *
     * @param held the ids of all its new passages
     */
    public static PassageUpdate afterParts(String documentId, Set<String> held) {
        return new PassageUpdate(PassagesBy.DOCUMENT, Set.of(documentId), List.of(), held, false);
    }

    /** Returns an update of passages after extraction; passages removed meanwhile stay removed. */
    public static PassageUpdate ofExtracted(Collection<Passage> passages) {
        return new PassageUpdate(PassagesBy.ID, idsOf(passages), passages, Set.of(), true);
    }

    /** Returns an update that applies the naming rules to stored passages and adds none. */
    public static PassageUpdate ofRenamed(Collection<String> ids) {
        Set<String> all = Set.copyOf(ids);
        return new PassageUpdate(PassagesBy.ID, all, List.of(), all, true);
    }

    /**
     * Returns this update with each document in the synchronised source of its stored passages,
     * unless the document names one itself. Omits the version of a changed text.
     */
    PassageUpdate inSources(Collection<Passage> stored) {
        Map<String, SourceMetadata> sources = new HashMap<>();
        stored.stream()
                .filter(passage -> by == PassagesBy.DOCUMENT
                        && passage.metadata().value(SyncMetadata.SOURCE).isPresent())
                .forEach(passage -> sources.put(passage.documentId(), passage.metadata()));
        if (sources.isEmpty()) {
            return this;
        }
        Set<String> changed = new HashSet<>();
        Set<String> before = idsOf(stored);
        Set<String> now = idsOf(passages);
        Stream.concat(stored.stream(), passages.stream())
                .filter(passage -> !before.contains(passage.id()) || !now.contains(passage.id()))
                .forEach(passage -> changed.add(passage.documentId()));
        List<Passage> marked = passages.stream()
                .map(passage ->
                        inSource(passage, sources.get(passage.documentId()), changed.contains(passage.documentId())))
                .toList();
        return new PassageUpdate(by, ids, marked, others, extracted);
    }

    private static Passage inSource(Passage passage, @Nullable SourceMetadata source, boolean changed) {
        SourceMetadata metadata = passage.metadata();
        if (source == null || metadata.value(SyncMetadata.SOURCE).isPresent()) {
            return passage;
        }
        for (String name : List.of(SyncMetadata.SOURCE, SyncMetadata.ITEM, SyncMetadata.VERSION)) {
            MetadataValue value = source.values().get(name);
            if (value != null && !(changed && name.equals(SyncMetadata.VERSION))) {
                metadata = metadata.with(name, value);
            }
        }
        return passage.withMetadata(metadata);
    }

    /** Returns true if the update has no new passages, and only applies the naming rules again. */
    boolean isOfRules() {
        return extracted && passages.isEmpty();
    }

    /** Returns the number of passages that were stored in parts and are not stored any more. */
    int lost(Set<String> stored) {
        return extracted || ids.isEmpty()
                ? 0
                : (int) others.stream().filter(id -> !stored.contains(id)).count();
    }

    private static Set<String> idsOf(Collection<Passage> passages) {
        return passages.stream().map(Passage::id).collect(Collectors.toSet());
    }

    /** Returns the ids of the documents whose first passages are in this update. */
    Set<String> startedDocumentIds() {
        return passages.stream()
                .filter(passage -> passage.ordinal() == 0)
                .map(Passage::documentId)
                .collect(Collectors.toSet());
    }

    /** Returns this update without some documents; unchanged if {@link #extracted}. */
    public PassageUpdate without(Set<String> documentIds) {
        if (extracted || documentIds.isEmpty()) {
            return this;
        }
        List<Passage> left = passages.stream()
                .filter(passage -> !documentIds.contains(passage.documentId()))
                .toList();
        Set<String> its = by == PassagesBy.ID
                ? idsOf(left)
                : ids.stream().filter(id -> !documentIds.contains(id)).collect(Collectors.toSet());
        return new PassageUpdate(by, its, left, others, false);
    }

    /** Returns a passage of this update as the graph will store it in place of a stored one. */
    Passage merged(Passage passage, Passage stored) {
        if (extracted) {
            // The passage's place and metadata may have changed since it was read.
            return stored.with(passage.statements(), passage.extraction());
        }
        boolean known = passage.extraction().state() == Extraction.State.WAITING
                && passage.extraction().by().equals(stored.extraction().by());
        return known ? passage.with(stored.statements(), stored.extraction()) : passage;
    }
}
