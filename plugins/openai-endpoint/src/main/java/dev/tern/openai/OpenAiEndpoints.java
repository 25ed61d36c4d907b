package dev.tern.openai;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.tern.graph.MetadataFilter;
import dev.tern.model.Meter;
import dev.tern.query.Answer;
import dev.tern.query.trace.Trace;
import dev.tern.server.api.EndpointProvider;
import dev.tern.server.api.EventStream;
import dev.tern.server.api.QuestionRunner;
import dev.tern.server.front.ErrorForm;
import dev.tern.server.front.Exchange;
import dev.tern.server.front.HttpEndpoint;
import dev.tern.server.front.ProblemConverter;
import dev.tern.server.graphs.Graphs;
import dev.tern.server.graphs.ServedGraph;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The endpoints of OpenAI's API: models, chats, responses and embeddings. Thread-safe. */
public final class OpenAiEndpoints implements EndpointProvider {
    @Override
    public List<HttpEndpoint> endpoints(Parts server) {
        return List.of(
                HttpEndpoint.get("/v1/models", exchange -> list(server.graphs(), exchange))
                        .withinScope(),
                HttpEndpoint.get("/v1/models/{model}", exchange -> sendModel(server.graphs(), exchange))
                        .withinScope(),
                HttpEndpoint.question("/v1/chat/completions", exchange -> complete(server, exchange))
                        .withinScope(),
                HttpEndpoint.question("/v1/responses", exchange -> respond(server, exchange))
                        .withinScope(),
                HttpEndpoint.question("/v1/embeddings", exchange -> embed(server, exchange))
                        .withinScope());
    }

    @Override
    public Optional<ErrorForm> errors() {
        return Optional.of(new ErrorForm("/v1/", OpenAiError::status, OpenAiError::of));
    }

    /** A model as clients see it; {@code created} is always 0, because graphs have no date. */
    private record ModelEntry(
            String id,
            String object,
            long created,
            @JsonProperty("owned_by") String ownedBy) {
        static ModelEntry of(ModelName name) {
            return new ModelEntry(name.id(), "model", 0, "tern");
        }
    }

    /** All models that a caller may access; {@code object} is always {@code list}. */
    private record ModelList(String object, List<ModelEntry> data) {}

    private static void list(Graphs graphs, Exchange exchange) {
        List<ModelName> names = ModelName.all(graphs, exchange.caller());
        exchange.send(
                200, new ModelList("list", names.stream().map(ModelEntry::of).toList()));
    }

    private static void sendModel(Graphs graphs, Exchange exchange) {
        ModelName wanted = ModelName.of(exchange.path("model"), graphs, exchange.caller());
        if (!ModelName.all(graphs, exchange.caller()).contains(wanted)) {
            throw ModelName.missing();
        }
        exchange.send(200, ModelEntry.of(wanted));
    }

    private static void complete(Parts server, Exchange exchange) throws IOException {
        answer(server, exchange, exchange.json(ChatRequest.class), AnswerPieces::new);
    }

    private static void respond(Parts server, Exchange exchange) throws IOException {
        answer(server, exchange, exchange.json(ResponseRequest.class).chat(), ResponsePieces::new);
    }

    private interface FormatFactory {
        AnswerFormat of(String graph, ChatRequest request, long created);
    }

    private static void answer(Parts server, Exchange exchange, ChatRequest request, FormatFactory forms) {
        ModelName model = ModelName.of(request.model(), server.graphs(), exchange.caller());
        try (ServedGraph graph = server.graphs().find(model.graph()).orElseThrow(ModelName::missing)) {
            QuestionRunner questions = server.asking();
            QuestionRunner.ValidatedQuestion validatedQuestion =
                    questions.question(request.question(model), exchange.caller(), graph, exchange.id());
            exchange.keep(validatedQuestion.bytes());
            AnswerFormat form = forms.of(
                    graph.name(),
                    request.withoutMessages(),
                    server.clock().instant().getEpochSecond());
            if (request.streamed()) {
                stream(questions, exchange, validatedQuestion, form);
            } else {
                exchange.send(200, form.whole(questions.ask(validatedQuestion)));
            }
        }
    }

    /** Streams an answer; a refused question gets an error status, a later failure an event. */
    private static void stream(
            QuestionRunner questions,
            Exchange exchange,
            QuestionRunner.ValidatedQuestion validatedQuestion,
            AnswerFormat form) {
        questions.admitted(validatedQuestion, () -> {
            EventStream.answer(
                    exchange,
                    events -> {
                        AnswerFormat.PieceSender sending = form.sending(events);
                        sending.begin();
                        Answer answer =
                                questions.answer(validatedQuestion, questions.listenerFor(validatedQuestion, sending));
                        sending.end(answer);
                    },
                    (events, failure) -> form.fail(
                            events,
                            OpenAiError.of(ProblemConverter.problemOf(failure, exchange.caller(), exchange.id()))));
            return "";
        });
    }

    private static void embed(Parts server, Exchange exchange) throws IOException {
        EmbeddingsRequest request = exchange.json(EmbeddingsRequest.class);
        List<String> texts = request.texts();
        ModelName model = ModelName.of(request.model(), server.graphs(), exchange.caller());
        try (ServedGraph graph = server.graphs().find(model.graph()).orElseThrow(ModelName::missing)) {
            exchange.send(200, server.asking().lookUp(exchange.caller(), graph, MetadataFilter.everything(), heard -> {
                Meter meter = new Meter(heard);
                try {
                    Map<String, float[]> vectors = graph.embedder(meter).embed(texts, () -> {});
                    return request.answer(texts, vectors, meter.inputTokens());
                } finally {
                    heard.queryEnded(Trace.Cost.of(meter));
                }
            }));
        }
    }
}
