package dev.tern.server.api;

import dev.tern.GraphRag;
import dev.tern.query.Answer;
import dev.tern.query.Mode;
import dev.tern.query.QueryListener;
import dev.tern.query.Question;
import dev.tern.query.Retrieval;
import dev.tern.query.Trace;
import dev.tern.server.front.Caller;
import dev.tern.server.front.Endpoint;
import dev.tern.server.front.Exchange;
import dev.tern.server.front.Faults;
import dev.tern.server.front.Problem;
import dev.tern.server.front.Quotas;
import dev.tern.server.graphs.Graphs;
import dev.tern.server.graphs.ServedGraph;
import dev.tern.server.json.AnswerJson;
import dev.tern.server.json.ComparisonJson;
import dev.tern.server.metrics.Metrics;
import dev.tern.server.settings.ServerSettings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asking, in one answer, in steps, and in all modes. Thread-safe. */
public final class Questions {
    private static final Logger LOG = LoggerFactory.getLogger(Questions.class);
    private static final int RETRY_SECONDS = 2;

    private final Graphs graphs;
    private final ServerSettings settings;
    private final Quotas quotas;
    private final Metrics metrics;
    private final Semaphore places;

    /** Questions to some graphs. */
    public Questions(Graphs graphs, ServerSettings settings, Quotas quotas, Metrics metrics) {
        this.graphs = graphs;
        this.settings = settings;
        this.quotas = quotas;
        this.metrics = metrics;
        this.places = new Semaphore(settings.limits().questions());
    }

    /** The endpoints. */
    public List<Endpoint> endpoints() {
        return List.of(
                Endpoint.ask("/api/v1/graphs/{graph}/ask", this::ask),
                Endpoint.ask("/api/v1/graphs/{graph}/ask/stream", this::stream),
                Endpoint.ask("/api/v1/graphs/{graph}/retrieve", this::retrieve),
                Endpoint.ask("/api/v1/graphs/{graph}/compare", this::compare));
    }

    private record Asked(GraphRag rag, Question question) {}

    private Asked asked(Exchange exchange) throws IOException {
        QuestionBody body = exchange.json(QuestionBody.class);
        ServedGraph graph = Lookups.graph(graphs, exchange);
        Question question = body.toQuestion(graph.rag(), settings.limits());
        if (settings.questionsLogged()) {
            LOG.info("request {} asks: {}", exchange.id(), question.text());
        }
        return new Asked(graph.rag(), question);
    }

    private void ask(Exchange exchange) throws IOException {
        Asked asked = asked(exchange);
        Answer answer = admitted(exchange.caller(), () -> asked.rag().ask(asked.question()));
        count(exchange.caller(), answer.trace());
        exchange.send(200, AnswerJson.of(answer));
    }

    private void retrieve(Exchange exchange) throws IOException {
        Asked asked = asked(exchange);
        Retrieval found = admitted(exchange.caller(), () -> asked.rag().retrieve(asked.question()));
        count(exchange.caller(), found.trace());
        exchange.send(200, AnswerJson.of(found));
    }

    private void compare(Exchange exchange) throws IOException {
        Asked asked = asked(exchange);
        List<Answer> answers = admitted(exchange.caller(), () -> compared(exchange.caller(), asked));
        exchange.send(200, ComparisonJson.of(asked.question().text(), answers));
    }

    private List<Answer> compared(Caller caller, Asked asked) {
        List<Answer> answers = new ArrayList<>();
        for (Mode mode : asked.rag().modes()) {
            Question question = asked.question();
            Answer answer =
                    asked.rag().ask(new Question(question.text(), mode, question.entities(), question.parameters()));
            count(caller, answer.trace());
            answers.add(answer);
        }
        return answers;
    }

    /** What is wrong with the question is told by the status; what goes wrong later, by an event. */
    private void stream(Exchange exchange) throws IOException {
        Asked asked = asked(exchange);
        admitted(exchange.caller(), () -> {
            try (EventStream events = new EventStream(exchange)) {
                try {
                    Answer answer = asked.rag().ask(asked.question(), new Steps(events));
                    count(exchange.caller(), answer.trace());
                    events.send("answer", AnswerJson.of(answer));
                } catch (EventStream.Gone e) {
                    LOG.debug("request {}: whoever asked has gone", exchange.id(), e);
                } catch (RuntimeException e) {
                    events.send("problem", Faults.details(e, exchange.id()));
                }
            }
            return "";
        });
    }

    /** Sends every step as it begins and ends, and the words of the answer. */
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
     * A step begins.
     *
     * @param name its name
     */
    record Begun(String name) {}

    /**
     * More of the answer.
     *
     * @param text the next words
     */
    record Words(String text) {}

    private <T> T admitted(Caller caller, Supplier<T> work) {
        quotas.requireTokens(caller);
        if (!places.tryAcquire()) {
            throw Problem.unavailable(
                    settings.limits().questions() + " questions are under way, which is the limit (questions)",
                    RETRY_SECONDS);
        }
        metrics.questionBegun();
        try {
            return work.get();
        } finally {
            metrics.questionEnded();
            places.release();
        }
    }

    private void count(Caller caller, Trace trace) {
        metrics.question(trace);
        quotas.used(caller.name(), trace.total().inputTokens() + trace.total().outputTokens());
    }
}
