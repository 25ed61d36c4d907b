package dev.tern.ingest;

import dev.tern.graph.Embedded;
import dev.tern.graph.Extraction;
import dev.tern.graph.Passage;
import dev.tern.store.GraphView;
import dev.tern.store.GraphVisitor;
import dev.tern.store.RowKind;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Collects the ids of the passages that wait for extraction, or whose extraction failed. */
final class UnextractedPassages implements GraphVisitor {
    private final List<String> ids = new ArrayList<>();

    private UnextractedPassages() {}

    static List<String> idsIn(GraphView graph) {
        UnextractedPassages unextracted = new UnextractedPassages();
        graph.scan(unextracted);
        return unextracted.ids;
    }

    @Override
    public Set<RowKind> kinds() {
        return EnumSet.of(RowKind.PASSAGE);
    }

    @Override
    public Set<Extraction.State> states() {
        return EnumSet.of(Extraction.State.WAITING, Extraction.State.FAILED);
    }

    @Override
    public void passage(Embedded<Passage> passage) {
        ids.add(passage.value().id());
    }
}
