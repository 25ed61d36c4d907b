package dev.tern.openai;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.tern.openai.ChatCompletion.AnswerDetails;
import dev.tern.openai.ModelResponse.FlatCitation;
import dev.tern.openai.ModelResponse.OutputMessage;
import dev.tern.openai.ModelResponse.OutputText;
import dev.tern.openai.ModelResponse.Reason;
import dev.tern.openai.ModelResponse.Usage;
import dev.tern.query.Answer;
import dev.tern.server.api.EventStream;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Converts an answer to the Responses API, as a whole or as a stream of events. */
final class ResponsePieces extends AnswerFormat {
    private static final String DELTA = "response.output_text.delta";
    private static final String DONE = "response.output_text.done";

    private final String id = "resp_" + UUID.randomUUID();
    private final String message = "msg_" + UUID.randomUUID();

    ResponsePieces(String graph, ChatRequest request, long created) {
        super(graph, request, created);
    }

    @Override
    ModelResponse whole(Answer answer) {
        return finished(limit.truncate(answer.text()), answer);
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
     * @param number the sequence number, from 0
     * @param outputIndex always 0: there is one message
     * @param contentIndex always 0: there is one text
     * @param part the text with its citations
     * @param delta the next words
     */
    private record ResponseEvent(
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

    @Override
    PieceSender sending(EventStream events) {
        return new ResponseEvents(events);
    }

    @Override
    void fail(EventStream events, OpenAiError error) {
        events.send("error", error);
    }

    private final class ResponseEvents extends PieceSender {
        private final EventStream events;
        private int sent;

        private ResponseEvents(EventStream events) {
            super(limit);
            this.events = events;
        }

        @Override
        void begin() {
            response("response.created", startEvent());
            response("response.in_progress", startEvent());
            item("response.output_item.added", message("in_progress", List.of()));
            part("response.content_part.added", OutputText.of("", List.of()));
        }

        private ModelResponse startEvent() {
            return ResponsePieces.this.response("in_progress", List.of(), null, null);
        }

        @Override
        void piece(String more) {
            send(new ResponseEvent(DELTA, sent, null, 0, null, message, 0, null, more, null, List.of()));
        }

        @Override
        void finish(String content, Answer answer) {
            ModelResponse whole = finished(content, answer);
            OutputMessage said = whole.output().getFirst();
            OutputText text = said.content().getFirst();
            send(new ResponseEvent(DONE, sent, null, 0, null, message, 0, null, null, text.text(), List.of()));
            part("response.content_part.done", text);
            item("response.output_item.done", said);
            response("response." + status(), whole);
        }

        private void response(String type, ModelResponse response) {
            send(new ResponseEvent(type, sent, response, null, null, null, null, null, null, null, null));
        }

        private void item(String type, OutputMessage item) {
            send(new ResponseEvent(type, sent, null, 0, item, null, null, null, null, null, null));
        }

        private void part(String type, OutputText part) {
            send(new ResponseEvent(type, sent, null, 0, null, message, 0, part, null, null, null));
        }

        private void send(ResponseEvent event) {
            events.send(event.type(), event);
            sent++;
        }
    }
}
