package dev.tern.cli;

import dev.tern.graph.Embedded;
import dev.tern.graph.Entity;
import dev.tern.graph.Passage;
import dev.tern.graph.Statement;
import dev.tern.store.GraphBatch;
import dev.tern.store.GraphStore;
import dev.tern.store.GraphVisitor;
import dev.tern.store.RelationRow;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A graph of real text in memory, repeated with other names to any size: the passages nearest to
 * the questions come first, so that the smallest part of it can answer them.
 */
final class RealText {
    private static final Pattern WORD = Pattern.compile("\\p{L}+");

    private final Map<String, Embedded<Passage>> passages = new LinkedHashMap<>();
    private final Map<String, float[]> relations = new HashMap<>();
    private final Map<String, float[]> entities = new HashMap<>();
    private final List<Embedded<Passage>> order = new ArrayList<>();
    private final Set<String> nameWords;
    private RenamedCopy copy;

    /**
     * A question with its passages.
     *
     * @param text the question
     * @param passages the ids of the passages nearest to it
     */
    record Asked(String text, List<String> passages) {}

    /** Creates the contents of a graph, in the order of the questions. */
    RealText(GraphStore store, List<Asked> questions) {
        store.latest().scan(new GraphVisitor() {
            @Override
            public void passage(Embedded<Passage> passage) {
                passages.put(passage.value().id(), passage);
            }

            @Override
            public void relation(Embedded<RelationRow> relation) {
                relations.put(relation.value().key(), relation.vector());
            }

            @Override
            public void entity(Embedded<Entity> entity) {
                entities.put(entity.value().id(), entity.vector());
            }
        });
        nameWords = nameWords();
        for (Asked question : questions) {
            question.passages().forEach(this::next);
        }
        // By ids, which are hashes, to mix the data sets.
        passages.keySet().stream().sorted().toList().forEach(this::next);
        copy = new RenamedCopy(0, nameWords, dimension());
    }

    private void next(String id) {
        Embedded<Passage> passage = passages.remove(id);
        if (passage != null) {
            order.add(passage);
        }
    }

    private int dimension() {
        return order.getFirst().vector().length;
    }

    /** Returns the words written with a capital more often than without. */
    private Set<String> nameWords() {
        Map<String, Integer> capitals = new HashMap<>();
        for (Embedded<Passage> passage : passages.values()) {
            Matcher words = WORD.matcher(
                    passage.value().title() + "\n" + passage.value().text());
            while (words.find()) {
                String word = words.group();
                boolean isCapital = Character.isUpperCase(word.codePointAt(0));
                capitals.merge(word.toLowerCase(Locale.ROOT), isCapital ? 1 : -1, Integer::sum);
            }
        }
        return capitals.entrySet().stream()
                .filter(word -> word.getValue() > 0)
                .map(Map.Entry::getKey)
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Returns the number of passages with so many relations. */
    long passagesOf(long wantedRelations) {
        long stated = 0;
        long count = 0;
        while (stated < wantedRelations) {
            stated += order.get((int) (count++ % order.size()))
                    .value()
                    .statements()
                    .size();
        }
        return count;
    }

    /** Returns a range of passages with their vectors, the preparation of a batch. */
    Part part(long from, long to) {
        Part part = new Part(new ArrayList<>(), new HashMap<>(), new HashMap<>());
        for (long i = from; i < to; i++) {
            int number = Math.toIntExact(i / order.size());
            if (number != copy.number()) {
                copy = new RenamedCopy(number, nameWords, dimension());
            }
            Embedded<Passage> real = order.get((int) (i % order.size()));
            Embedded<Passage> renamed = copy.passage(real);
            part.passages.add(renamed);
            for (Statement statement : real.value().statements()) {
                Statement other = copy.statement(statement);
                part.relations.put(
                        other.relationKey(), copy.vector(statement.text(), vector(relations, statement.relationKey())));
                for (String name : statement.entities()) {
                    part.entities.put(
                            Entity.named(copy.text(name)).id(),
                            copy.vector(
                                    name, vector(entities, Entity.named(name).id())));
                }
            }
        }
        return part;
    }

    private static float[] vector(Map<String, float[]> vectors, String id) {
        return Objects.requireNonNull(vectors.get(id), () -> "the graph of the real text has no vector of " + id);
    }

    /** Passages to write, with the vectors of their relations and entities. */
    record Part(List<Embedded<Passage>> passages, Map<String, float[]> relations, Map<String, float[]> entities) {
        GraphBatch batch() {
            return new GraphBatch(PreparedVectors.MODEL, passages, relations, entities, Set.of());
        }
    }
}
