package dev.tern.server.api;

import dev.tern.query.Answer;
import dev.tern.query.QueryListener;
import dev.tern.query.trace.Trace;
import dev.tern.server.front.Exchange;
import dev.tern.server.front.HttpEndpoint;
import dev.tern.server.front.ProblemConverter;
import dev.tern.server.graphs.Graphs;
import dev.tern.server.graphs.ServedGraph;
import dev.tern.server.json.AnswerJson;
import dev.tern.server.json.ComparisonJson;
import java.io.IOException;
import java.util.List;

/** Answers questions: at once, as a stream of steps, or in several modes. Thread-safe. */
public final class QuestionEndpoints {
    private final Graphs graphs;
    private final QuestionRunner questions;

    public QuestionEndpoints(Graphs graphs, QuestionRunner asking) {
        this.graphs = graphs;
        this.questions = asking;
    }

    public List<HttpEndpoint> endpoints() {
        return List.of(
                HttpEndpoint.question("/api/v1/graphs/{graph}/ask", this::ask).withinScope(),
                HttpEndpoint.question("/api/v1/graphs/{graph}/ask/stream", this::stream)
                        .withinScope(),
                HttpEndpoint.question("/api/v1/graphs/{graph}/retrieve", this::retrieve)
                        .withinScope(),
                HttpEndpoint.question("/api/v1/graphs/{graph}/compare", this::compare)
                        .withinScope());
    }

    /** An answer to a validated question; {@code items} is true for the items of its trace. */
    private interface Answering {
        void answer(QuestionRunner.ValidatedQuestion validatedQuestion, boolean items);
    }

    private void answer(Exchange exchange, Answering answering) throws IOException {
        QuestionBody body = exchange.json(QuestionBody.class).withWhatCounts();
        try (ServedGraph graph = LookupEndpoints.graph(graphs, exchange)) {
            QuestionRunner.ValidatedQuestion validatedQuestion =
                    questions.question(body, exchange.caller(), graph, exchange.id());
            exchange.keep(validatedQuestion.bytes());
            answering.answer(validatedQuestion, body.tracesItems());
        }
    }

    private void ask(Exchange exchange) throws IOException {
        answer(exchange, (validatedQuestion, items) -> {
            Answer answer = questions.ask(validatedQuestion);
            exchange.send(200, AnswerJson.of(answer, validatedQuestion.cost().get(), items));
        });
    }

    private void retrieve(Exchange exchange) throws IOException {
        answer(
                exchange,
                (validatedQuestion, items) ->
                        exchange.send(200, AnswerJson.of(questions.retrieve(validatedQuestion), items)));
    }

    private void compare(Exchange exchange) throws IOException {
        answer(exchange, (validatedQuestion, items) -> {
            List<Answer> answers = questions.compare(validatedQuestion);
            exchange.send(
                    200,
                    ComparisonJson.of(answers.getFirst().retrieval().question().text(), answers, items));
        });
    }

    /** Streams an answer; a refused question gets an error status, a later failure an event. */
    private void stream(Exchange exchange) throws IOException {
        answer(
                exchange,
                (validatedQuestion, items) -> questions.admitted(validatedQuestion, () -> {
                    EventStream.answer(
                            exchange,
                            events -> {
                                Answer answer = questions.answer(
                                        validatedQuestion,
                                        questions.listenerFor(validatedQuestion, new StepEvents(events)));
                                events.send(
                                        "answer",
                                        AnswerJson.of(
                                                answer, validatedQuestion.cost().get(), items));
                            },
                            (events, failure) -> events.send(
                                    "problem", ProblemConverter.details(failure, exchange.caller(), exchange.id())));
                    return "";
                }));
    }

    /** Sends an event at the start and end of every step, and the words of the answer. */
    private record StepEvents(EventStream events) implements QueryListener {
        @Override
        public void stepStarted(String name) {
            events.send("begin", new StepBegin(name));
        }

        @Override
        public void stepEnded(Trace.Step step) {
            events.send("step", AnswerJson.StepJson.of(step, true));
        }

        @Override
        public void answerPart(String part) {
            events.send("words", new AnswerDelta(part));
        }
    }

    record StepBegin(String name) {}

    /** The event with the next words of the answer. */
    record AnswerDelta(String text) {}
}
