package dev.tern.server.api;

import dev.tern.query.Answer;
import dev.tern.query.QueryListener;
import dev.tern.query.trace.Trace;
import dev.tern.server.front.Exchange;
import dev.tern.server.front.Faults;
import dev.tern.server.front.HttpEndpoint;
import dev.tern.server.graphs.Graphs;
import dev.tern.server.graphs.ServedGraph;
import dev.tern.server.json.AnswerJson;
import dev.tern.server.json.ComparisonJson;
import java.io.IOException;
import java.util.List;

/** Answers questions: at once, as a stream of steps, and in all modes. Thread-safe. */
public final class QuestionEndpoints {
    private final Graphs graphs;
    private final Asking asking;

    public QuestionEndpoints(Graphs graphs, Asking asking) {
        this.graphs = graphs;
        this.asking = asking;
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

    private interface Answering {
        void answer(Asking.Asked asked);
    }

    private void answer(Exchange exchange, Answering answering) throws IOException {
        QuestionBody body = exchange.json(QuestionBody.class).withWhatCounts();
        try (ServedGraph graph = Lookups.graph(graphs, exchange)) {
            Asking.Asked asked = asking.question(body, exchange.caller(), graph, exchange.id());
            exchange.keep(asked.bytes());
            answering.answer(asked);
        }
    }

    private void ask(Exchange exchange) throws IOException {
        answer(exchange, asked -> exchange.send(200, AnswerJson.of(asking.ask(asked))));
    }

    private void retrieve(Exchange exchange) throws IOException {
        answer(exchange, asked -> exchange.send(200, AnswerJson.of(asking.retrieve(asked))));
    }

    private void compare(Exchange exchange) throws IOException {
        answer(exchange, asked -> {
            List<Answer> answers = asking.compare(asked);
            exchange.send(
                    200,
                    ComparisonJson.of(answers.getFirst().retrieval().question().text(), answers));
        });
    }

    /** Streams an answer; errors before its start have an error status, later ones are events. */
    private void stream(Exchange exchange) throws IOException {
        answer(
                exchange,
                asked -> asking.admitted(asked, () -> {
                    EventStream.answer(
                            exchange,
                            events -> {
                                Answer answer = asking.answer(asked, asking.listenerFor(asked, new Steps(events)));
                                events.send("answer", AnswerJson.of(answer));
                            },
                            (events, failure) ->
                                    events.send("problem", Faults.details(failure, exchange.caller(), exchange.id())));
                    return "";
                }));
    }

    /** Sends an event at the start and end of every step, and the words of the answer. */
    private record Steps(EventStream events) implements QueryListener {
        @Override
        public void begun(String name) {
            events.send("begin", new Begun(name));
        }

        @Override
        public void ended(Trace.Step step) {
            events.send("step", step);
        }

        @Override
        public void words(String part) {
            events.send("words", new Words(part));
        }
    }

    /**
     * The event at the start of a step.
     *
     * @param name its name
     */
    record Begun(String name) {}

    /**
     * The event with the next part of the answer.
     *
     * @param text the next words
     */
    record Words(String text) {}
}
