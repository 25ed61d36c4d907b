package dev.tern.store.shared;

import dev.tern.graph.ContentId;
import dev.tern.graph.MetadataFilter;
import dev.tern.graph.Passage;
import dev.tern.graph.Statement;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphView;
import dev.tern.store.GraphVisitor;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The ids and keys, among given ones, that stored rows or extracted statements contain. */
public record PresentNames(Set<String> entities, Set<String> relations) {
    private static final int AT_ONCE = 500;

    /** Returns the ones of some entity ids and relation keys that are in a graph. */
    public static PresentNames in(GraphStore store, Collection<String> entityIds, Collection<String> relationKeys) {
        PresentNames present = new PresentNames(new HashSet<>(), new HashSet<>());
        if (entityIds.isEmpty() && relationKeys.isEmpty()) {
            return present;
        }
        try (GraphView view = store.view()) {
            lookUp(
                    entityIds,
                    ids -> view.entities(ids).stream()
                            .map(entity -> entity.value().id()),
                    present.entities);
            lookUp(
                    relationKeys,
                    keys -> view.relations(GraphView.RelationsBy.KEY, keys).stream()
                            .map(relation -> relation.value().key()),
                    present.relations);
        }
        found(store, statement -> {
            present.relations.add(statement.relationKey());
            statement.entities().forEach(name -> present.entities.add(ContentId.ofEntity(name)));
        });
        present.entities.retainAll(Set.copyOf(entityIds));
        present.relations.retainAll(Set.copyOf(relationKeys));
        return present;
    }

    /** Returns an extracted statement that matches, from passages that naming rules changed. */
    public static Optional<Statement> statement(GraphStore store, Predicate<Statement> wanted) {
        List<Statement> all = new ArrayList<>();
        found(store, statement -> {
            if (all.isEmpty() && wanted.test(statement)) {
                all.add(statement);
            }
        });
        return all.stream().findFirst();
    }

    private static void found(GraphStore store, Consumer<Statement> each) {
        try (GraphView renamed = store.latest().visible(MetadataFilter.exists(Passage.RENAMED))) {
            renamed.scan(GraphVisitor.ofPassages(
                    passage -> passage.extractedStatements().forEach(each)));
        }
    }

    private static void lookUp(
            Collection<String> wanted, Function<List<String>, Stream<String>> lookup, Set<String> found) {
        List<String> all = wanted.stream().distinct().toList();
        for (int start = 0; start < all.size(); start += AT_ONCE) {
            lookup.apply(all.subList(start, Math.min(start + AT_ONCE, all.size())))
                    .forEach(found::add);
        }
    }
}
