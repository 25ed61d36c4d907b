package dev.tern.transfer.verify;

import dev.tern.graph.Embedded;
import dev.tern.graph.Passage;
import dev.tern.ingest.index.ModelVectors;
import dev.tern.ingest.index.StoredVectors;
import dev.tern.ingest.index.VectorSource;
import dev.tern.model.TextEmbedder;
import dev.tern.settings.Consistency;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphView;
import dev.tern.store.GraphView.PassagesBy;
import dev.tern.store.RowKind;
import dev.tern.transfer.scan.Cancellation;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Mends what the checks found: statements and entities that should not be there go, passages are written with what they lack,
 * and only then passages go that are there under another id. So no text is lost if the model fails in between.
 */
final class Repair {
    private static final int ROWS_A_STEP = 1_000;
    private static final int PASSAGES_A_STEP = 256;

    private final GraphStore graph;
    private final Supplier<TextEmbedder> embedder;
    private final Damage damage;
    private final VerificationListener listener;
    private long removedRows;
    private long writtenPassages;
    private long embeddedTexts;

    Repair(GraphStore graph, Supplier<TextEmbedder> embedder, Damage damage, VerificationListener listener) {
        this.graph = graph;
        this.embedder = embedder;
        this.damage = damage;
        this.listener = listener;
    }

    /**
     * Mends what the checks found.
     *
     * @param passageIds the passages to write again, by the ids that they should have
     */
    void run(List<String> passageIds) {
        remove(RowKind.RELATION, damage.relationRows);
        remove(RowKind.ENTITY, damage.entities);
        steps(passageIds, PASSAGES_A_STEP).forEach(this::write);
        remove(RowKind.PASSAGE, damage.misnamed);
    }

    private void remove(RowKind kind, Collection<String> ids) {
        for (List<String> step : steps(ids, ROWS_A_STEP)) {
            Cancellation.check("mending; what is mended stays, and the same again goes on");
            graph.removeRows(kind, step);
            removedRows += step.size();
            tell();
        }
    }

    private void write(List<String> ids) {
        Cancellation.check("mending; what is mended stays, and the same again goes on");
        try (GraphView now = graph.view(Consistency.STRONG)) {
            List<Embedded<Passage>> found = now.passages(PassagesBy.ID, ids);
            Map<String, Passage> right = new LinkedHashMap<>();
            found.forEach(passage -> right.put(passage.value().id(), RightPassage.of(passage.value())));
            for (String id : ids) {
                Passage better = damage.passages.get(id);
                if (better != null) {
                    right.put(id, better);
                }
            }
            List<Embedded<Passage>> trusted = found.stream()
                    .filter(passage -> !damage.doubtful.contains(passage.value().id()))
                    .toList();
            ModelVectors model = new ModelVectors(embedder, now.description(), () -> {});
            graph.write(model.batch(
                    right.values(), VectorSource.ofPassages(trusted), new StoredVectors(now, damage.doubtful)));
            writtenPassages += right.size();
            embeddedTexts += model.embeddedTexts();
            tell();
        }
    }

    private void tell() {
        listener.progress(VerificationListener.Step.MENDING, removedRows + writtenPassages);
    }

    private static List<List<String>> steps(Collection<String> ids, int size) {
        List<String> all = new ArrayList<>(ids);
        List<List<String>> steps = new ArrayList<>();
        for (int start = 0; start < all.size(); start += size) {
            steps.add(all.subList(start, Math.min(start + size, all.size())));
        }
        return steps;
    }

    long removedRows() {
        return removedRows;
    }

    long writtenPassages() {
        return writtenPassages;
    }

    long embeddedTexts() {
        return embeddedTexts;
    }
}
