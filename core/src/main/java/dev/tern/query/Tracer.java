package dev.tern.query;

import dev.tern.error.TernException;
import dev.tern.graph.Entity;
import dev.tern.graph.Passage;
import dev.tern.graph.Relation;
import dev.tern.graph.Scored;
import dev.tern.model.Meter;
import dev.tern.query.Trace.Item;
import dev.tern.query.Trace.Item.Kind;
import dev.tern.query.rerank.ChatReranker;
import dev.tern.query.seed.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.Supplier;

/** Writes the trace of a query while it runs; for one thread. */
final class Tracer {
    private static final int PASSAGE_CHARACTERS = 120;

    private final Meter meter;
    private final QueryListener listener;
    private final List<Trace.Step> steps = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();

    Tracer(Meter meter, QueryListener listener) {
        this.meter = meter;
        this.listener = listener;
    }

    /** Runs a query, and says at its end what it took, whatever that end is. */
    <T> T heard(Supplier<T> query) {
        try {
            return query.get();
        } finally {
            listener.over(Trace.Cost.of(meter));
        }
    }

    /**
     * Runs a step and records it; what it notes while it runs is kept with it.
     *
     * @throws TernException if the thread is interrupted already: a step may be long, and notice only where it waits
     */
    <T> T step(String name, List<Item> in, Supplier<T> step, java.util.function.Function<T, List<Item>> out) {
        if (Thread.currentThread().isInterrupted()) {
            throw TernException.user("the query was interrupted before its step " + name);
        }
        notes.clear();
        listener.begun(name);
        int roundTrips = meter.roundTrips();
        int storeCalls = meter.storeCalls();
        int modelCalls = meter.modelCalls();
        long inputTokens = meter.inputTokens();
        long outputTokens = meter.outputTokens();
        long start = System.nanoTime();
        T result = step.get();
        double millis = (System.nanoTime() - start) / 1e6;
        Trace.Cost cost = new Trace.Cost(
                meter.roundTrips() - roundTrips,
                meter.storeCalls() - storeCalls,
                meter.modelCalls() - modelCalls,
                meter.inputTokens() - inputTokens,
                meter.outputTokens() - outputTokens,
                millis);
        List<Item> items = out.apply(result);
        Trace.Step ended = new Trace.Step(name, in.size(), in, items.size(), items, notes, cost);
        steps.add(ended);
        listener.ended(ended);
        return result;
    }

    void note(String note) {
        notes.add(note);
    }

    Trace trace(Mode mode) {
        return Trace.of(mode, steps);
    }

    static Item item(Kind kind, String text) {
        return new Item(kind, "", text, OptionalInt.empty(), OptionalDouble.empty());
    }

    static Item entity(Scored<Entity> entity) {
        return new Item(
                Kind.ENTITY,
                entity.value().id(),
                entity.value().name(),
                OptionalInt.empty(),
                OptionalDouble.of(entity.score()));
    }

    static Item relation(Scored<Relation> relation) {
        return new Item(
                Kind.RELATION,
                relation.value().key(),
                relation.value().text(),
                OptionalInt.empty(),
                OptionalDouble.of(relation.score()));
    }

    static Item passage(Scored<Passage> passage) {
        String text = passage.value().textToEmbed().replace('\n', ' ');
        String start = text.length() <= PASSAGE_CHARACTERS ? text : shorten(text);
        return new Item(
                Kind.PASSAGE,
                passage.value().id(),
                passage.value().documentId() + ": " + start,
                OptionalInt.empty(),
                OptionalDouble.of(passage.score()));
    }

    /** The first characters, never half of a surrogate pair. */
    private static String shorten(String text) {
        int end = Character.isHighSurrogate(text.charAt(PASSAGE_CHARACTERS - 1))
                ? PASSAGE_CHARACTERS - 1
                : PASSAGE_CHARACTERS;
        return text.substring(0, end) + "...";
    }

    /** Relations as the chat model saw them. */
    static List<Item> numbered(List<Relation> relations) {
        List<Item> items = new ArrayList<>();
        for (Relation relation : relations) {
            items.add(new Item(
                    Kind.RELATION,
                    relation.key(),
                    relation.text(),
                    OptionalInt.of(items.size() + 1),
                    OptionalDouble.empty()));
        }
        return items;
    }

    /** Where the walk begins. */
    static List<Item> seeds(Seeds seeds) {
        List<Item> items = new ArrayList<>();
        seeds.entities().forEach(entity -> items.add(entity(entity)));
        seeds.relations().forEach(relation -> items.add(relation(relation)));
        return items;
    }

    /** What the chat model chose, and what it thought. */
    static List<Item> choice(ChatReranker.Choice choice) {
        List<Item> items = new ArrayList<>(numbered(choice.relations()));
        if (!choice.thought().isEmpty()) {
            items.add(item(Kind.THOUGHT, choice.thought()));
        }
        return items;
    }
}
