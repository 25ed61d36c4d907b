package dev.tern.openai;

import dev.tern.openai.ChatCompletion.AnswerChoice;
import dev.tern.openai.ChatCompletion.AnswerDetails;
import dev.tern.openai.ChatCompletion.AnswerPart;
import dev.tern.openai.ChatCompletion.TokensUsed;
import dev.tern.query.Answer;
import dev.tern.query.QueryListener;
import dev.tern.server.api.EventStream;
import dev.tern.server.json.Json;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Converts an answer to completions of the API, whole or streamed; for one question. */
final class AnswerPieces {
    /** The data of the event that ends a stream. */
    static final String DONE = "[DONE]";

    private static final String WHOLE = "chat.completion";
    private static final String PIECE = "chat.completion.chunk";

    private final String id = "chatcmpl-" + UUID.randomUUID();
    private final String graph;
    private final ChatRequest request;
    private final long created;
    private final AnswerLimit limit;

    AnswerPieces(String graph, ChatRequest request, long created) {
        this.graph = graph;
        this.request = request;
        this.created = created;
        this.limit = new AnswerLimit(request.mostTokens());
    }

    /** Returns the answer in one piece. */
    ChatCompletion whole(Answer answer) {
        String content = limit.taken(answer.text());
        AnswerPart message = new AnswerPart("assistant", content, UrlCitations.of(graph, content, answer));
        return completion(
                WHOLE,
                List.of(new AnswerChoice(0, message, null, finishReason())),
                TokensUsed.of(answer.trace().total()),
                AnswerDetails.of(graph, answer));
    }

    private String finishReason() {
        return limit.isReached() ? "length" : "stop";
    }

    private ChatCompletion completion(
            String object, List<AnswerChoice> choices, @Nullable TokensUsed usage, @Nullable AnswerDetails details) {
        return new ChatCompletion(id, object, created, request.model(), choices, usage, details);
    }

    /** Sends the pieces of a streamed answer. */
    final class Sending implements QueryListener {
        private final EventStream events;
        private final StringBuilder content = new StringBuilder();

        Sending(EventStream events) {
            this.events = events;
        }

        /** Sends a first piece without words, so that clients see progress. */
        void begin() {
            send(new AnswerPart("assistant", "", null), null, null);
        }

        @Override
        public void words(String part) {
            String more = limit.taken(content.isEmpty() ? part.stripLeading() : part);
            if (!more.isEmpty()) {
                content.append(more);
                send(new AnswerPart(null, more, null), null, null);
            }
        }

        /** Sends the last piece. */
        void end(Answer answer) {
            // The model's words may have been replaced, because no passage supports them.
            boolean dropped = !content.toString().strip().equals(answer.text());
            if (dropped && !limit.isReached()) {
                words(content.isEmpty() ? answer.text() : "\n\n" + answer.text());
            }
            AnswerPart last = new AnswerPart(null, null, UrlCitations.of(graph, content.toString(), answer));
            send(last, finishReason(), AnswerDetails.of(graph, answer));
            if (request.usageWanted()) {
                TokensUsed used = TokensUsed.of(answer.trace().total());
                events.send(Json.line(completion(PIECE, List.of(), used, null)));
            }
            events.send(DONE);
        }

        private void send(AnswerPart part, @Nullable String finishReason, @Nullable AnswerDetails details) {
            AnswerChoice choice = new AnswerChoice(0, null, part, finishReason);
            events.send(Json.line(completion(PIECE, List.of(choice), null, details)));
        }
    }
}
