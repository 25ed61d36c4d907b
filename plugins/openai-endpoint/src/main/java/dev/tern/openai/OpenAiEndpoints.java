package dev.tern.openai;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.tern.query.Answer;
import dev.tern.server.api.Asking;
import dev.tern.server.api.EndpointProvider;
import dev.tern.server.api.EventStream;
import dev.tern.server.front.ErrorForm;
import dev.tern.server.front.Exchange;
import dev.tern.server.front.Faults;
import dev.tern.server.front.HttpEndpoint;
import dev.tern.server.graphs.Graphs;
import dev.tern.server.graphs.ServedGraph;
import dev.tern.server.json.Json;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** The endpoints of OpenAI's API that list models and complete chats. Thread-safe. */
public final class OpenAiEndpoints implements EndpointProvider {
    @Override
    public List<HttpEndpoint> endpoints(Parts server) {
        return List.of(
                HttpEndpoint.get("/v1/models", exchange -> list(server.graphs(), exchange))
                        .withinScope(),
                HttpEndpoint.get("/v1/models/{model}", exchange -> one(server.graphs(), exchange))
                        .withinScope(),
                HttpEndpoint.question("/v1/chat/completions", exchange -> complete(server, exchange))
                        .withinScope());
    }

    @Override
    public Optional<ErrorForm> errors() {
        return Optional.of(new ErrorForm("/v1/", OpenAiError::status, OpenAiError::of));
    }

    /**
     * A model as clients see it.
     *
     * @param object always {@code model}
     * @param created always 0: graphs have no date
     */
    private record ModelEntry(
            String id,
            String object,
            long created,
            @JsonProperty("owned_by") String ownedBy) {
        static ModelEntry of(ModelName name) {
            return new ModelEntry(name.id(), "model", 0, "tern");
        }
    }

    /**
     * All models that a caller may access.
     *
     * @param object always {@code list}
     */
    private record ModelList(String object, List<ModelEntry> data) {}

    private static void list(Graphs graphs, Exchange exchange) {
        List<ModelName> names = ModelName.all(graphs, exchange.caller());
        exchange.send(
                200, new ModelList("list", names.stream().map(ModelEntry::of).toList()));
    }

    private static void one(Graphs graphs, Exchange exchange) {
        ModelName wanted = ModelName.of(exchange.path("model"), graphs, exchange.caller());
        if (!ModelName.all(graphs, exchange.caller()).contains(wanted)) {
            throw ModelName.missing();
        }
        exchange.send(200, ModelEntry.of(wanted));
    }

    private static void complete(Parts server, Exchange exchange) throws IOException {
        ChatRequest request = exchange.json(ChatRequest.class);
        ModelName model = ModelName.of(request.model(), server.graphs(), exchange.caller());
        try (ServedGraph graph = server.graphs().find(model.graph()).orElseThrow(ModelName::missing)) {
            Asking asking = server.asking();
            Asking.Asked asked = asking.question(request.question(model), exchange.caller(), graph, exchange.id());
            exchange.keep(asked.bytes());
            AnswerPieces pieces = new AnswerPieces(
                    graph.name(),
                    request.withoutMessages(),
                    server.clock().instant().getEpochSecond());
            if (request.streamed()) {
                stream(asking, exchange, asked, pieces);
            } else {
                exchange.send(200, pieces.whole(asking.ask(asked)));
            }
        }
    }

    /** Streams an answer; a rejected question gets an error status, a later failure an event. */
    private static void stream(Asking asking, Exchange exchange, Asking.Asked asked, AnswerPieces pieces) {
        asking.admitted(asked, () -> {
            EventStream.answer(
                    exchange,
                    events -> {
                        AnswerPieces.Sending sending = pieces.new Sending(events);
                        sending.begin();
                        Answer answer = asking.answer(asked, asking.listenerFor(asked, sending));
                        sending.end(answer);
                    },
                    (events, failure) -> {
                        events.send(Json.line(OpenAiError.of(Faults.told(failure, exchange.caller(), exchange.id()))));
                        events.send(AnswerPieces.DONE);
                    });
            return "";
        });
    }
}
