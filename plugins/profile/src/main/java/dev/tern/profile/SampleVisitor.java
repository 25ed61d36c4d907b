package dev.tern.profile;

import dev.tern.graph.Embedded;
import dev.tern.graph.Entity;
import dev.tern.graph.Passage;
import dev.tern.profile.ProfileListener.ProfileStep;
import dev.tern.store.GraphStatistics;
import dev.tern.store.GraphVisitor;
import dev.tern.store.RowKind;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Draws the sample: passages with their vectors, and entities. Not thread-safe. */
final class SampleVisitor implements GraphVisitor {
    private final HashSample<Embedded<Passage>> passages;
    private final HashSample<Entity> entities;
    private final GraphStatistics counts;
    private final ProfileListener listener;
    private long visited;

    SampleVisitor(int limit, long seed, GraphStatistics counts, ProfileListener listener) {
        this.passages = new HashSample<>(limit, seed);
        this.entities = new HashSample<>(limit, seed);
        this.counts = counts;
        this.listener = listener;
    }

    @Override
    public Set<RowKind> kinds() {
        return EnumSet.of(RowKind.PASSAGE, RowKind.ENTITY);
    }

    @Override
    public void passage(Embedded<Passage> passage) {
        passages.offer(passage.value().id(), passage);
        report();
    }

    @Override
    public void entity(Embedded<Entity> entity) {
        entities.offer(entity.value().id(), entity.value());
        report();
    }

    private void report() {
        visited++;
        listener.progress(ProfileStep.DRAWING, visited, counts.passages() + counts.entities());
    }

    List<Embedded<Passage>> passages() {
        return passages.values();
    }

    List<Entity> entities() {
        return entities.values();
    }
}
