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

/**
 * The record of a query: input, output and cost of every step.
 *
 * @param mode the method of retrieval
 * @param steps the steps in the order they ran
 * @param total the sum of the steps
 */
public record Trace(Mode mode, List<Step> steps, Cost total) {
    /** The maximum number of items listed for a step; the counts are complete. */
    public static final int MAX_ITEMS = 100;

    public Trace {
        steps = List.copyOf(steps);
    }

    /** Returns the trace of these steps. */
    public static Trace of(Mode mode, List<Step> steps) {
        Cost total = Cost.NONE;
        for (Step step : steps) {
            total = total.plus(step.cost());
        }
        return new Trace(mode, steps, total);
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
     * An input or output of a step.
     *
     * @param kind its kind
     * @param id its id if it has one, otherwise empty
     * @param text its text
     * @param number its number in the chat model's prompt
     * @param score its score, higher is better
     */
    public record Item(Kind kind, String id, String text, OptionalInt number, OptionalDouble score) {
        private static final int PASSAGE_CHARACTERS = 120;

        /** The kind of an item. */
        public enum Kind {
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
        public static Item of(Kind kind, String text) {
            return new Item(kind, "", text, OptionalInt.empty(), OptionalDouble.empty());
        }

        /** Returns a question or a part of it. */
        public static Item question(String text) {
            return of(Kind.QUESTION, text);
        }

        /** Returns an entity with its score. */
        public static Item entity(Scored<Entity> entity) {
            return scored(Kind.ENTITY, entity.value().id(), entity.value().name(), entity.score());
        }

        /** Returns a relation with its score. */
        public static Item relation(Scored<Relation> relation) {
            return scored(
                    Kind.RELATION, relation.value().key(), relation.value().text(), relation.score());
        }

        /** Returns a passage with its score. */
        public static Item passage(Scored<Passage> passage) {
            String text = passage.value().textToEmbed().replace('\n', ' ');
            return scored(
                    Kind.PASSAGE,
                    passage.value().id(),
                    passage.value().documentId() + ": " + TextTruncation.withEllipsis(text, PASSAGE_CHARACTERS),
                    passage.score());
        }

        /** Returns a theme with its score, by some of its names. */
        public static Item theme(String id, String names, double score) {
            return scored(Kind.THEME, id, names, score);
        }

        /** Returns a passage with its number in the prompt. */
        public static Item numbered(int number, Passage passage) {
            Item item = passage(new Scored<>(passage, 0));
            return new Item(item.kind, item.id, item.text, OptionalInt.of(number), OptionalDouble.empty());
        }

        private static Item scored(Kind kind, String id, String text, double score) {
            return new Item(kind, id, text, OptionalInt.empty(), OptionalDouble.of(score));
        }

        /** Returns relations with their numbers in the prompt or the choice, from 1. */
        public static List<Item> numbered(List<Relation> relations) {
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
    }

    /**
     * The cost of a step or a query.
     *
     * @param roundTrips number of round trips to the store; concurrent calls count as one
     * @param storeCalls calls of the store
     * @param modelCalls calls of the chat model and of the embedding model
     * @param inputTokens tokens sent to models, if reported
     * @param outputTokens tokens received from chat models, if reported
     * @param millis wall-clock time, in milliseconds
     */
    public record Cost(
            int roundTrips, int storeCalls, int modelCalls, long inputTokens, long outputTokens, double millis) {
        /** A cost of zero. */
        public static final Cost NONE = new Cost(0, 0, 0, 0, 0, 0);

        /** Returns the counts of a meter, without the wall-clock time. */
        public static Cost of(Meter meter) {
            return new Cost(
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
        public Cost since(Cost earlier, double tookMillis) {
            return new Cost(
                    roundTrips - earlier.roundTrips,
                    storeCalls - earlier.storeCalls,
                    modelCalls - earlier.modelCalls,
                    inputTokens - earlier.inputTokens,
                    outputTokens - earlier.outputTokens,
                    tookMillis);
        }

        /** Returns the sum of two costs. */
        public Cost plus(Cost other) {
            return new Cost(
                    roundTrips + other.roundTrips,
                    storeCalls + other.storeCalls,
                    modelCalls + other.modelCalls,
                    inputTokens + other.inputTokens,
                    outputTokens + other.outputTokens,
                    millis + other.millis);
        }
    }
}
