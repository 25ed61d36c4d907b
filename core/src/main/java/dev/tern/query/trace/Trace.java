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
 * The input, output and cost of every step of a query. Immutable. Keeps the results of the steps
 * until their items are read.
 */
public final class Trace {
    /** The maximum number of inputs, and of outputs, listed for a step; counts include all. */
    public static final int MAX_ITEMS = LazyList.MAX_ELEMENTS;

    private static final int PASSAGE_CHARACTERS = 120;

    private final Mode mode;
    private final List<Step> steps;

    private Trace(Mode mode, List<Step> steps) {
        this.mode = mode;
        this.steps = List.copyOf(steps);
    }

    /** Returns a trace of steps in the order they ran. */
    public static Trace of(Mode mode, List<Step> steps) {
        return new Trace(mode, steps);
    }

    /** Returns the mode of the query. */
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

    /** One step of a query. Only Tern implements it, so that later versions can add values. */
    public sealed interface Step {
        /**
         * Returns the name of the step: understand, recognise, seed, expand, rank, themes, spread,
         * choose, collect or answer.
         */
        String name();

        /** Returns the number of all items of the input. */
        int inCount();

        /** Returns the first {@value #MAX_ITEMS} items of the input. */
        List<Item> in();

        /** Returns the number of all items of the output. */
        int outCount();

        /** Returns the first {@value #MAX_ITEMS} items of the output. */
        List<Item> out();

        /** Returns remarks for a reader: a fallback, a limit that was reached. */
        List<String> remarks();

        /** Returns the cost of the step. */
        Cost cost();

        /** Returns a step with the given items as its input and output. */
        static Step of(String name, List<Item> in, List<Item> out) {
            List<Item> input = List.copyOf(in);
            List<Item> output = List.copyOf(out);
            return of(name, new LazyList<>(() -> input), new LazyList<>(() -> output), List.of(), Cost.NONE);
        }

        /** Returns a step whose items are made when somebody reads them. */
        static Step of(String name, LazyList<Item> in, LazyList<Item> out, List<String> remarks, Cost cost) {
            return new StepValues(name, in, out, List.copyOf(remarks), cost);
        }

        /** Returns this step with remarks. */
        Step withRemarks(List<String> remarks);

        /** Returns this step with its cost. */
        Step withCost(Cost cost);
    }

    private record StepValues(
            String name, LazyList<Item> inItems, LazyList<Item> outItems, List<String> remarks, Cost cost)
            implements Step {
        @Override
        public int inCount() {
            return inItems.size();
        }

        @Override
        public List<Item> in() {
            return inItems.first();
        }

        @Override
        public int outCount() {
            return outItems.size();
        }

        @Override
        public List<Item> out() {
            return outItems.first();
        }

        @Override
        public Step withRemarks(List<String> others) {
            return Step.of(name, inItems, outItems, others, cost);
        }

        @Override
        public Step withCost(Cost other) {
            return Step.of(name, inItems, outItems, remarks, other);
        }

        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT, "%s: %,d in, %,d out, %.1f ms", name, inCount(), outCount(), cost.millis());
        }
    }

    /** An input or output of a step. Only Tern implements it: later versions can add values. */
    public sealed interface Item {
        /** Returns the kind, on which the meaning of the text depends. */
        Kind kind();

        /** Returns the id of an entity, passage or theme, the key of a relation, or else "". */
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
            /** An entity of the graph. */
            ENTITY,
            /** A relation of the graph. */
            RELATION,
            /** A passage; the text is its document's id and its beginning. */
            PASSAGE,
            /** A theme; the text consists of names of the theme. */
            THEME,
            /** The reason that a chat model gave for its choice. */
            THOUGHT,
            /** The answer to the question. */
            ANSWER
        }

        /** Returns an item without an id, a number or a score. */
        static Item of(Kind kind, String text) {
            return new ItemValues(kind, "", text, OptionalInt.empty(), OptionalDouble.empty());
        }

        /** Returns an item for a question, or for a part of it. */
        static Item question(String text) {
            return of(Kind.QUESTION, text);
        }

        /** Returns an item for an entity with its score. */
        static Item entity(Scored<Entity> entity) {
            return scored(Kind.ENTITY, entity.value().id(), entity.value().name(), entity.score());
        }

        /** Returns an item for a relation with its score. */
        static Item relation(Scored<Relation> relation) {
            Relation value = relation.value();
            return scored(Kind.RELATION, value.key(), value.text(), relation.score());
        }

        /** Returns an item for a passage with its score. */
        static Item passage(Scored<Passage> passage) {
            Passage value = passage.value();
            String text = TextTruncation.withEllipsis(value.textToEmbed().replace('\n', ' '), PASSAGE_CHARACTERS);
            return scored(Kind.PASSAGE, value.id(), value.documentId() + ": " + text, passage.score());
        }

        /** Returns an item for a theme with its score and some of its names. */
        static Item theme(String id, String names, double score) {
            return scored(Kind.THEME, id, names, score);
        }

        private static Item scored(Kind kind, String id, String text, double score) {
            return new ItemValues(kind, id, text, OptionalInt.empty(), OptionalDouble.of(score));
        }

        /** Returns items for relations, numbered from 1 in this order, without scores. */
        static List<Item> numbered(List<Relation> relations) {
            List<Item> items = new ArrayList<>();
            for (Relation relation : relations) {
                OptionalInt number = OptionalInt.of(items.size() + 1);
                items.add(
                        new ItemValues(Kind.RELATION, relation.key(), relation.text(), number, OptionalDouble.empty()));
            }
            return items;
        }
    }

    private record ItemValues(Item.Kind kind, String id, String text, OptionalInt number, OptionalDouble score)
            implements Item {
        @Override
        public String toString() {
            return (number.isPresent() ? number.getAsInt() + ". " : "")
                    + text
                    + (score.isPresent() ? String.format(Locale.ROOT, " (%.3f)", score.getAsDouble()) : "");
        }
    }

    /** The cost of a step or query. Only Tern implements it: later versions can add values. */
    public sealed interface Cost {
        /** A cost of zero. */
        Cost NONE = new CostValues(0, 0, 0, 0, 0, 0, 0);

        /** Returns the number of round trips to the store; the calls of a round count as one. */
        int roundTrips();

        /** Returns the number of calls of the store. */
        int storeCalls();

        /** Returns the number of calls of chat and embedding models. */
        int modelCalls();

        /** Returns the number of calls of chat models. */
        int chatCalls();

        /** Returns the tokens sent to models, as reported; estimated for a failed chat call. */
        long inputTokens();

        /** Returns the tokens received from chat models, as reported; estimated for a failure. */
        long outputTokens();

        /** Returns the wall-clock time in milliseconds; 0 if it was not measured. */
        double millis();

        /** Returns the counts of a meter, without the wall-clock time. */
        static Cost of(Meter meter) {
            return new CostValues(
                    meter.roundTrips(),
                    meter.storeCalls(),
                    meter.modelCalls(),
                    meter.chatCalls(),
                    meter.inputTokens(),
                    meter.outputTokens(),
                    0);
        }

        /** Returns this cost with a wall-clock time. */
        default Cost withMillis(double took) {
            return new CostValues(
                    roundTrips(), storeCalls(), modelCalls(), chatCalls(), inputTokens(), outputTokens(), took);
        }

        /** Returns this cost minus an earlier one. */
        default Cost since(Cost earlier) {
            return plus(-1, earlier);
        }

        /** Returns the sum of two costs. */
        default Cost plus(Cost other) {
            return plus(1, other);
        }

        private Cost plus(int times, Cost other) {
            return new CostValues(
                    roundTrips() + times * other.roundTrips(),
                    storeCalls() + times * other.storeCalls(),
                    modelCalls() + times * other.modelCalls(),
                    chatCalls() + times * other.chatCalls(),
                    inputTokens() + times * other.inputTokens(),
                    outputTokens() + times * other.outputTokens(),
                    millis() + times * other.millis());
        }
    }

    private record CostValues(
            int roundTrips,
            int storeCalls,
            int modelCalls,
            int chatCalls,
            long inputTokens,
            long outputTokens,
            double millis)
            implements Cost {
        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT, "%.1f ms, %,d round trips, %,d model calls", millis, roundTrips, modelCalls);
        }
    }
}
