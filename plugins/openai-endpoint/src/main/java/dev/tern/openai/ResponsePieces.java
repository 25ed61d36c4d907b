package dev.tern.openai;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.tern.openai.ChatCompletion.AnswerDetails;
import dev.tern.openai.ModelResponse.FlatCitation;
import dev.tern.openai.ModelResponse.OutputMessage;
import dev.tern.openai.ModelResponse.OutputText;
import dev.tern.openai.ModelResponse.Reason;
import dev.tern.openai.ModelResponse.Usage;
import dev.tern.query.Answer;
import dev.tern.query.QueryListener;
import dev.tern.server.api.EventStream;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Converts an answer to the newer API, whole or streamed; for one question. */
final class ResponsePieces {
    private static final String DELTA = "response.output_text.delta";

    private final String id = "resp_" + UUID.randomUUID();
    private final String message = "msg_" + UUID.randomUUID();
    private final String graph;
    private final ChatRequest request;
    private final long created;
    private final AnswerLimit limit;

    ResponsePieces(String graph, ChatRequest request, long created) {
        this.graph = graph;
        this.request = request;
        this.created = created;
        this.limit = new AnswerLimit(request.mostTokens());
    }

    /** Returns the answer in one piece. */
    ModelResponse whole(Answer answer) {
        return finished(limit.taken(answer.text()), answer);
    }

    private String status() {
        return limit.isReached() ? "incomplete" : "completed";
    }

    private ModelResponse finished(String content, Answer answer) {
        OutputText text = OutputText.of(content, FlatCitation.of(graph, content, answer));
        return response(
                status(),
                List.of(message(status(), List.of(text))),
                Usage.of(answer.trace().total()),
                AnswerDetails.of(graph, answer));
    }

    private OutputMessage message(String status, List<OutputText> content) {
        return new OutputMessage("message", message, status, "assistant", content);
    }

    private ModelResponse response(
            String status, List<OutputMessage> output, @Nullable Usage usage, @Nullable AnswerDetails details) {
        Reason reason = status.equals("incomplete") ? new Reason("max_output_tokens") : null;
        return new ModelResponse(
                id,
                "response",
                created,
                status,
                request.model(),
                null,
                reason,
                output,
                false,
                "auto",
                List.of(),
                usage,
                details);
    }

    /**
     * An event of a stream; each kind has some of the fields.
     *
     * @param type its kind
     * @param number from 0
     * @param response the response so far
     * @param outputIndex always 0: there is one message
     * @param item the message
     * @param itemId the id of the message
     * @param contentIndex always 0: there is one text
     * @param part the text with its citations
     * @param delta the next words
     * @param text the whole text
     */
    private record Event(
            String type,
            @JsonProperty("sequence_number") int number,
            @Nullable ModelResponse response,
            @JsonProperty("output_index") @Nullable Integer outputIndex,
            @Nullable OutputMessage item,
            @JsonProperty("item_id") @Nullable String itemId,
            @JsonProperty("content_index") @Nullable Integer contentIndex,
            @Nullable OutputText part,
            @Nullable String delta,
            @Nullable String text,
            @Nullable List<String> logprobs) {}

    /** Sends the events of a streamed answer. */
    final class Sending implements QueryListener {
        private final EventStream events;
        private final StringBuilder content = new StringBuilder();
        private int sent;

        Sending(EventStream events) {
            this.events = events;
        }

        /** Sends the events before the first words. */
        void begin() {
            response("response.created", ResponsePieces.this.response("in_progress", List.of(), null, null));
            response("response.in_progress", ResponsePieces.this.response("in_progress", List.of(), null, null));
            item("response.output_item.added", message("in_progress", List.of()));
            part("response.content_part.added", OutputText.of("", List.of()));
        }

        @Override
        public void words(String part) {
            String more = limit.taken(content.isEmpty() ? part.stripLeading() : part);
            if (!more.isEmpty()) {
                content.append(more);
                send(new Event(DELTA, sent, null, 0, null, message, 0, null, more, null, List.of()));
            }
        }

        /** Sends the events after the last words. */
        void end(Answer answer) {
            // The model's words may have been replaced, because no passage supports them.
            if (!content.toString().strip().equals(answer.text()) && !limit.isReached()) {
                words(content.isEmpty() ? answer.text() : "\n\n" + answer.text());
            }
            ModelResponse whole = finished(content.toString(), answer);
            OutputMessage said = whole.output().getFirst();
            OutputText text = said.content().getFirst();
            send(new Event(
                    "response.output_text.done", sent, null, 0, null, message, 0, null, null, text.text(), List.of()));
            part("response.content_part.done", text);
            item("response.output_item.done", said);
            response("response." + status(), whole);
        }

        private void response(String type, ModelResponse response) {
            send(new Event(type, sent, response, null, null, null, null, null, null, null, null));
        }

        private void item(String type, OutputMessage item) {
            send(new Event(type, sent, null, 0, item, null, null, null, null, null, null));
        }

        private void part(String type, OutputText part) {
            send(new Event(type, sent, null, 0, null, message, 0, part, null, null, null));
        }

        private void send(Event event) {
            events.send(event.type(), event);
            sent++;
        }
    }
}
