package dev.tern.query;

import dev.tern.model.Meter;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * The record of a query: what every step was given, what it returned, what it cost. The same in the library, the command
 * line and JSON.
 *
 * @param mode how passages were found
 * @param steps the steps in the order they ran
 * @param total the sum of the steps
 */
public record Trace(Mode mode, List<Step> steps, Cost total) {
    /** The most items that a step lists; the counts are always whole. */
    public static final int MAX_ITEMS = 100;

    /** Copies. */
    public Trace {
        steps = List.copyOf(steps);
    }

    /** The trace of these steps. */
    public static Trace of(Mode mode, List<Step> steps) {
        Cost total = Cost.NONE;
        for (Step step : steps) {
            total = total.plus(step.cost());
        }
        return new Trace(mode, steps, total);
    }

    /**
     * One step.
     *
     * @param name the step's name as in the method: recognise, seed, expand, rerank, collect or answer
     * @param inCount how many things went in
     * @param in the first of them
     * @param outCount how many things came out
     * @param out the first of them
     * @param notes what a reader should know: a fallback, a limit that was reached
     * @param cost what the step cost
     */
    public record Step(
            String name, int inCount, List<Item> in, int outCount, List<Item> out, List<String> notes, Cost cost) {
        /** Copies, and keeps the first {@value #MAX_ITEMS} items. */
        public Step {
            in = List.copyOf(in.subList(0, Math.min(in.size(), MAX_ITEMS)));
            out = List.copyOf(out.subList(0, Math.min(out.size(), MAX_ITEMS)));
            notes = List.copyOf(notes);
        }
    }

    /**
     * A thing that went into a step or came out of it.
     *
     * @param kind what it is
     * @param id its id where it has one, otherwise empty
     * @param text what it says
     * @param number the number it was shown to the chat model under
     * @param score its score, higher is better
     */
    public record Item(Kind kind, String id, String text, OptionalInt number, OptionalDouble score) {
        /** What an item is. */
        public enum Kind {
            /** The question or a part of it. */
            QUESTION,
            /** A name recognised in the question. */
            NAME,
            /** An entity. */
            ENTITY,
            /** A relation. */
            RELATION,
            /** A passage; its id is the passage's, its text the document's id and the first words. */
            PASSAGE,
            /** What a chat model thought. */
            THOUGHT,
            /** An answer. */
            ANSWER
        }
    }

    /**
     * What something cost.
     *
     * @param roundTrips how often the query waited for the store; calls that are under way at the same time are one
     * @param storeCalls calls of the store
     * @param modelCalls calls of the chat model and of the embedding model
     * @param inputTokens tokens sent to models, where they say so
     * @param outputTokens tokens received from chat models, where they say so
     * @param millis time on the clock, in milliseconds
     */
    public record Cost(
            int roundTrips, int storeCalls, int modelCalls, long inputTokens, long outputTokens, double millis) {
        /** Nothing. */
        public static final Cost NONE = new Cost(0, 0, 0, 0, 0, 0);

        /** What was counted, without the time on the clock. */
        public static Cost of(Meter meter) {
            return new Cost(
                    meter.roundTrips(),
                    meter.storeCalls(),
                    meter.modelCalls(),
                    meter.inputTokens(),
                    meter.outputTokens(),
                    0);
        }

        /** The sum of two costs. */
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
