package dev.tern.ingest.index;

import dev.tern.error.TernException;
import dev.tern.graph.Embedded;
import dev.tern.graph.Entity;
import dev.tern.graph.Extraction;
import dev.tern.graph.MetadataFilter;
import dev.tern.graph.Passage;
import dev.tern.model.TextEmbedder;
import dev.tern.note.NamingRules;
import dev.tern.settings.Consistency;
import dev.tern.store.GraphBatch;
import dev.tern.store.GraphDescription;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphView;
import dev.tern.store.GraphView.PassagesBy;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Prepares the batches that write passages to a graph.
 *
 * <p>Nothing in the graph is embedded again: an unchanged passage is left out, and the vectors of
 * known passages, relations and entities are looked up. So adding the same documents again takes
 * look-ups only.
 *
 * <p>Written names are canonical: the {@linkplain NamingRules naming rules} of the graph turn the
 * extracted statements of a passage into the indexed ones. The passage keeps both.
 */
public final class Indexing {
    private final GraphStore store;
    private final TextEmbedder embedder;
    private final MetadataFilter scope;

    /**
     * Creates an instance that prepares batches for a store.
     *
     * @param scope the filter of the documents that an update may replace; any other update fails
     */
    public Indexing(GraphStore store, TextEmbedder embedder, MetadataFilter scope) {
        this.store = store;
        this.embedder = embedder;
        this.scope = scope;
    }

    /**
     * A batch prepared for writing.
     *
     * @param batch the batch; without passages if nothing changed
     * @param unchangedDocuments number of documents of the update that are unchanged in the graph
     * @param embeddedTexts number of embedded texts
     * @param unextracted the passages of the update that wait for extraction or whose extraction
     *     failed, changed or not
     * @param lostPassages the number of passages in earlier parts of a document that are no longer
     *     stored; if above 0, the batch removes no old passage of the document
     */
    public record PreparedBatch(
            GraphBatch batch, int unchangedDocuments, int embeddedTexts, List<Passage> unextracted, int lostPassages) {

        /** Returns true if the batch writes and removes no passage. */
        public boolean isEmpty() {
            return batch.isEmpty();
        }
    }

    /** Returns an update prepared again after a change of the graph; embeds new texts only. */
    public PreparedBatch prepareAgain(PassageUpdate update, PreparedBatch before) {
        PreparedBatch again = prepare(update, before.batch(), () -> {});
        return new PreparedBatch(
                again.batch,
                again.unchangedDocuments,
                before.embeddedTexts + again.embeddedTexts,
                again.unextracted,
                again.lostPassages);
    }

    /**
     * Returns the batch of an update. A waiting passage keeps the statements in the graph if the
     * same extractor made them.
     *
     * @param beside another batch whose vectors are reused; null if there is none
     * @param afterCall runs after each call of the model
     * @throws TernException the user's fault, if a document outside the scope has the id of a
     *     document to add, or the graph has another model; else the fault of a model or the store
     */
    public PreparedBatch prepare(PassageUpdate given, @Nullable GraphBatch beside, Runnable afterCall) {
        try (GraphView graph = store.view(Consistency.STRONG)) {
            Map<String, Embedded<Passage>> stored = new LinkedHashMap<>();
            graph.passages(given.by(), given.ids())
                    .forEach(passage -> stored.put(passage.value().id(), passage));
            PassageUpdate update = given.inSources(
                    stored.values().stream().map(Embedded::value).toList());
            requireWithinScope(update, stored.values(), graph);
            NamingRules rules = graph.notes().rules();
            List<Passage> passages =
                    merged(update, stored).stream().map(rules::canonicalise).toList();
            List<Passage> changed = passages.stream()
                    .filter(passage -> !passage.equals(valueOf(stored.get(passage.id()))))
                    .toList();
            int lost = update.lost(stored.keySet());
            Set<String> stale = lost > 0 ? Set.of() : stale(update, stored.keySet());
            ModelVectors model = new ModelVectors(() -> embedder, graph.description(), afterCall);
            GraphBatch batch = batch(graph, stored, changed, stale, beside, model);
            return new PreparedBatch(
                    update.isOfRules() ? batch.replacing(respelt(graph, batch)) : batch,
                    unchangedDocuments(update, stored, changed, stale),
                    model.embeddedTexts(),
                    unextracted(passages),
                    lost);
        }
    }

    /** Returns the ids of entities that the graph has in another spelling than the batch. */
    private static Set<String> respelt(GraphView graph, GraphBatch batch) {
        Map<String, String> names = new HashMap<>();
        batch.entities()
                .forEach(entity -> names.put(entity.value().id(), entity.value().name()));
        return graph.entities(names.keySet()).stream()
                .map(Embedded::value)
                .filter(entity -> !entity.name().equals(names.get(entity.id())))
                .map(Entity::id)
                .collect(Collectors.toSet());
    }

    private void requireWithinScope(PassageUpdate update, Collection<Embedded<Passage>> stored, GraphView graph) {
        if (scope.isEverything() || update.extracted()) {
            return;
        }
        requireWithin(
                scope,
                update.by() == PassagesBy.DOCUMENT
                        ? stored
                        : graph.passages(PassagesBy.DOCUMENT, update.startedDocumentIds()));
    }

    /**
     * Throws if documents outside a scope would be replaced.
     *
     * @param stored the stored passages of the documents to be replaced
     * @throws TernException the user's fault, if one of the passages is outside the scope
     */
    public static void requireWithin(MetadataFilter scope, Collection<Embedded<Passage>> stored) {
        stored.stream()
                .map(Embedded::value)
                .filter(passage -> !scope.holds(passage.filterMetadata()))
                .findFirst()
                .ifPresent(passage -> {
                    throw TernException.user("document \"" + passage.documentId()
                            + "\" cannot be added: its id is taken by one outside the scope of this GraphRag");
                });
    }

    private GraphBatch batch(
            GraphView graph,
            Map<String, Embedded<Passage>> stored,
            List<Passage> changed,
            Set<String> stale,
            @Nullable GraphBatch beside,
            ModelVectors model) {
        int dimension = graph.description().map(GraphDescription::dimension).orElse(0);
        BatchMaker batch = new BatchMaker(changed, dimension)
                .from(VectorSource.ofPassages(stored.values()))
                .from(new StoredVectors(graph));
        Set<String> newPassages = new HashSet<>();
        changed.forEach(passage -> newPassages.add(passage.id()));
        newPassages.removeAll(stored.keySet());
        GraphBatch.PriorState priorState = new GraphBatch.PriorState(
                newPassages, batch.vectors().entities().vectors().keySet());
        if (beside != null) {
            batch.from(VectorSource.ofBatch(beside));
        }
        return batch.from(model).batch(embedder.modelName(), stale).after(priorState);
    }

    /** Returns the passages of an update as the graph will store them. */
    private static List<Passage> merged(PassageUpdate update, Map<String, Embedded<Passage>> stored) {
        if (update.isOfRules()) {
            return stored.values().stream().map(Embedded::value).toList();
        }
        List<Passage> merged = new ArrayList<>();
        for (Passage passage : update.passages()) {
            Passage same = valueOf(stored.get(passage.id()));
            if (same != null) {
                merged.add(update.merged(passage, same));
            } else if (!update.extracted()) {
                merged.add(passage);
            }
        }
        return merged;
    }

    private static @Nullable Passage valueOf(@Nullable Embedded<Passage> embedded) {
        return embedded == null ? null : embedded.value();
    }

    private static Set<String> stale(PassageUpdate update, Set<String> stored) {
        Set<String> stale = new HashSet<>(stored);
        update.passages().forEach(passage -> stale.remove(passage.id()));
        stale.removeAll(update.others());
        return stale;
    }

    private static int unchangedDocuments(
            PassageUpdate update, Map<String, Embedded<Passage>> stored, List<Passage> changed, Set<String> stale) {
        Set<String> unchanged = update.by() == PassagesBy.DOCUMENT ? new HashSet<>(update.ids()) : new HashSet<>();
        changed.forEach(passage -> unchanged.remove(passage.documentId()));
        stored.values().stream()
                .map(Embedded::value)
                .filter(passage -> stale.contains(passage.id()))
                .forEach(passage -> unchanged.remove(passage.documentId()));
        return unchanged.size();
    }

    private static List<Passage> unextracted(List<Passage> passages) {
        return passages.stream()
                .filter(passage -> passage.extraction().state() != Extraction.State.INDEXED)
                .toList();
    }
}
