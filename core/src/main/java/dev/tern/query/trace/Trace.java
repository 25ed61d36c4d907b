package dev.tern.query.trace;

import dev.tern.graph.Entity;
import dev.tern.graph.Passage;
import dev.tern.graph.Relation;
import dev.tern.graph.Scored;
import dev.tern.model.Meter;
import dev.tern.settings.Mode;
import dev.tern.text.TextTruncation;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/** Records the input, output and cost of every step of a query. Immutable. */
public final class Trace {
    /** The maximum number of items listed for a step; the counts are complete. */
    public static final int MAX_ITEMS = 100;

    private static final int PASSAGE_CHARACTERS = 120;

    private final Mode mode;
    private final List<Step> steps;

    private Trace(Mode mode, List<Step> steps) {
        this.mode = mode;
        this.steps = List.copyOf(steps);
    }

    /** Returns the trace of these steps. */
    public static Trace of(Mode mode, List<Step> steps) {
        return new Trace(mode, steps);
    }

    /** Returns the method of retrieval. */
    public Mode mode() {
        return mode;
    }

    /** Returns the steps in the order they ran. */
    public List<Step> steps() {
        return steps;
    }

    /** Returns the sum of the costs of all steps. */
    public Cost total() {
        return steps.stream().map(Step::cost).reduce(Cost.NONE, Cost::plus);
    }

    @Override
    public String toString() {
        return mode + " " + steps;
    }

    /**
     * One step of a query. Only Tern implements it, so that later versions can add values.
     */
    public sealed interface Step {
        /**
         * Returns the step's name as in the method: understand, recognise, seed, expand, rank,
         * themes, spread, choose, collect or answer.
         */
        String name();

        /** Returns the number of items in the input. */
        int inCount();

        /** Returns the first {@value #MAX_ITEMS} items of the input. */
        List<Item> in();

        /** Returns the number of items in the output. */
        int outCount();

        /** Returns the first {@value #MAX_ITEMS} items of the output. */
        List<Item> out();

        /** Returns remarks for a reader: a fallback, a limit that was reached. */
        List<String> notes();

        /** Returns the cost of the step. */
        Cost cost();

        /** Creates a step; its input and output are counted whole, and their first items kept. */
        static Step of(String name, List<Item> in, List<Item> out, List<String> notes, Cost cost) {
            return new StepValues(name, in.size(), in, out.size(), out, notes, cost);
        }
    }

    private record StepValues(
            String name, int inCount, List<Item> in, int outCount, List<Item> out, List<String> notes, Cost cost)
            implements Step {
        private StepValues {
            in = first(in);
            out = first(out);
            notes = List.copyOf(notes);
        }

        private static List<Item> first(List<Item> items) {
            return List.copyOf(items.subList(0, Math.min(items.size(), MAX_ITEMS)));
        }

        @Override
        public String toString() {
            return String.format(Locale.ROOT, "%s: %,d in, %,d out, %.1f ms", name, inCount, outCount, cost.millis());
        }
    }

    /**
     * An input or output of a step. Only Tern implements it, so that later versions can add values.
     */
    public sealed interface Item {
        /** Returns the kind of the item. */
        Kind kind();

        /** Returns the id of an entity, a passage or a theme, or the key of a relation; otherwise "". */
        String id();

        /** Returns the text of the item. */
        String text();

        /** Returns the item's number in the chat model's prompt or reply, from 1, if it has one. */
        OptionalInt number();

        /** Returns the item's score, higher is better, if it has one. */
        OptionalDouble score();

        /** The kind of an item. */
        enum Kind {
            /** The question or a part of it. */
            QUESTION,
            /** A name recognised in the question. */
            NAME,
            /** An item that is an entity. */
            ENTITY,
            /** An item that is a relation. */
            RELATION,
            /** A passage; its id is the passage's, its text the document's id and first words. */
            PASSAGE,
            /** An item that is a theme; its text consists of names of the theme. */
            THEME,
            /** The reason given by a chat model. */
            THOUGHT,
            /** An item that is an answer. */
            ANSWER
        }

        /** Returns a text without an id or a score. */
        static Item of(Kind kind, String text) {
            return new ItemValues(kind, "", text, OptionalInt.empty(), OptionalDouble.empty());
        }

        /** Returns a question or a part of it. */
        static Item question(String text) {
            return of(Kind.QUESTION, text);
        }

        /** Returns an entity with its score. */
        static Item entity(Scored<Entity> entity) {
            return scored(Kind.ENTITY, entity.value().id(), entity.value().name(), entity.score());
        }

        /** Returns a relation with its score. */
        static Item relation(Scored<Relation> relation) {
            return scored(
                    Kind.RELATION, relation.value().key(), relation.value().text(), relation.score());
        }

        /** Returns a passage with its score. */
        static Item passage(Scored<Passage> passage) {
            String text = passage.value().textToEmbed().replace('\n', ' ');
            return scored(
                    Kind.PASSAGE,
                    passage.value().id(),
                    passage.value().documentId() + ": " + TextTruncation.withEllipsis(text, PASSAGE_CHARACTERS),
                    passage.score());
        }

        /** Returns a theme with its score, by some of its names. */
        static Item theme(String id, String names, double score) {
            return scored(Kind.THEME, id, names, score);
        }

        /** Returns a passage with its number in the prompt. */
        static Item numbered(int number, Passage passage) {
            Item item = passage(new Scored<>(passage, 0));
            return new ItemValues(item.kind(), item.id(), item.text(), OptionalInt.of(number), OptionalDouble.empty());
        }

        private static Item scored(Kind kind, String id, String text, double score) {
            return new ItemValues(kind, id, text, OptionalInt.empty(), OptionalDouble.of(score));
        }

        /** Returns relations with their numbers in the prompt or the choice, from 1. */
        static List<Item> numbered(List<Relation> relations) {
            List<Item> items = new ArrayList<>();
            for (Relation relation : relations) {
                items.add(new ItemValues(
                        Kind.RELATION,
                        relation.key(),
                        relation.text(),
                        OptionalInt.of(items.size() + 1),
                        OptionalDouble.empty()));
            }
            return items;
        }
    }

    private record ItemValues(Item.Kind kind, String id, String text, OptionalInt number, OptionalDouble score)
            implements Item {}

    /**
     * The cost of a step or a query. Only Tern implements it, so that later versions can add values.
     */
    public sealed interface Cost {
        /** A cost of zero. */
        Cost NONE = of(0, 0, 0, 0, 0, 0);

        /** Returns the number of round trips to the store; concurrent calls count as one. */
        int roundTrips();

        /** Returns the number of calls of the store. */
        int storeCalls();

        /** Returns the number of calls of chat and embedding models. */
        int modelCalls();

        /** Returns the tokens sent to models, as far as they are reported. */
        long inputTokens();

        /** Returns the tokens received from chat models, as far as they are reported. */
        long outputTokens();

        /** Returns the wall-clock time, in milliseconds. */
        double millis();

        /** Creates a cost; times are in milliseconds. */
        static Cost of(
                int roundTrips, int storeCalls, int modelCalls, long inputTokens, long outputTokens, double millis) {
            return new CostValues(roundTrips, storeCalls, modelCalls, inputTokens, outputTokens, millis);
        }

        /** Returns the counts of a meter, without the wall-clock time. */
        static Cost of(Meter meter) {
            return of(
                    meter.roundTrips(),
                    meter.storeCalls(),
                    meter.modelCalls(),
                    meter.inputTokens(),
                    meter.outputTokens(),
                    0);
        }

        /**
         * Returns the cost since an earlier count.
         *
         * @param tookMillis the time between the two, in milliseconds
         */
        default Cost since(Cost earlier, double tookMillis) {
            return of(
                    roundTrips() - earlier.roundTrips(),
                    storeCalls() - earlier.storeCalls(),
                    modelCalls() - earlier.modelCalls(),
                    inputTokens() - earlier.inputTokens(),
                    outputTokens() - earlier.outputTokens(),
                    tookMillis);
        }

        /** Returns the sum of two costs. */
        default Cost plus(Cost other) {
            return of(
                    roundTrips() + other.roundTrips(),
                    storeCalls() + other.storeCalls(),
                    modelCalls() + other.modelCalls(),
                    inputTokens() + other.inputTokens(),
                    outputTokens() + other.outputTokens(),
                    millis() + other.millis());
        }
    }

    private record CostValues(
            int roundTrips, int storeCalls, int modelCalls, long inputTokens, long outputTokens, double millis)
            implements Cost {}
}
