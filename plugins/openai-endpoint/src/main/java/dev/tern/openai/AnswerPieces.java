package dev.tern.openai;

import dev.tern.openai.ChatCompletion.AnswerChoice;
import dev.tern.openai.ChatCompletion.AnswerDetails;
import dev.tern.openai.ChatCompletion.AnswerPart;
import dev.tern.openai.ChatCompletion.TokensUsed;
import dev.tern.query.Answer;
import dev.tern.server.api.EventStream;
import dev.tern.server.json.Json;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Converts an answer to chat completions, whole or in chunks. */
final class AnswerPieces extends AnswerFormat {
    /** The data of the event that ends a stream. */
    private static final String DONE = "[DONE]";

    private static final String WHOLE = "chat.completion";
    private static final String PIECE = "chat.completion.chunk";

    private final String id = "chatcmpl-" + UUID.randomUUID();

    AnswerPieces(String graph, ChatRequest request, long created) {
        super(graph, request, created);
    }

    @Override
    ChatCompletion whole(Answer answer) {
        String content = limit.truncate(answer.text());
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

    @Override
    PieceSender sending(EventStream events) {
        return new Pieces(events);
    }

    @Override
    void fail(EventStream events, OpenAiError error) {
        events.send(Json.line(error));
        events.send(DONE);
    }

    private final class Pieces extends PieceSender {
        private final EventStream events;

        private Pieces(EventStream events) {
            super(limit);
            this.events = events;
        }

        @Override
        void begin() {
            send(new AnswerPart("assistant", "", null), null, null);
        }

        @Override
        void piece(String more) {
            send(new AnswerPart(null, more, null), null, null);
        }

        @Override
        void finish(String sent, Answer answer) {
            AnswerPart last = new AnswerPart(null, null, UrlCitations.of(graph, sent, answer));
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
