package dev.tern.openai;

import dev.tern.model.TokenEstimator;
import dev.tern.query.Answer;
import dev.tern.query.QueryListener;
import dev.tern.server.api.EventStream;

/** Converts one answer to the format of an API, as a whole or as a stream. */
abstract class AnswerFormat {
    final String graph;
    final ChatRequest request;
    final long created;
    final AnswerLimit limit;

    AnswerFormat(String graph, ChatRequest request, long created) {
        this.graph = graph;
        this.request = request;
        this.created = created;
        this.limit = new AnswerLimit(request.tokenLimit());
    }

    abstract Object whole(Answer answer);

    abstract PieceSender sending(EventStream events);

    abstract void fail(EventStream events, OpenAiError error);

    /** Sends the pieces of a streamed answer. */
    abstract static class PieceSender implements QueryListener {
        private final AnswerLimit limit;
        private final StringBuilder content = new StringBuilder();

        PieceSender(AnswerLimit limit) {
            this.limit = limit;
        }

        /** Sends the events before the text, so that clients see progress. */
        abstract void begin();

        abstract void piece(String more);

        /** Sends the last events; {@code sent} is the text of all events before. */
        abstract void finish(String sent, Answer answer);

        @Override
        public final void answerPart(String part) {
            String more = limit.truncate(content.isEmpty() ? part.stripLeading() : part);
            if (!more.isEmpty()) {
                content.append(more);
                piece(more);
            }
        }

        /** Sends the answer, up to the limit, if it differs from the text sent; ends the stream. */
        final void end(Answer answer) {
            // The model's text may have been replaced, because no passage supports it.
            boolean dropped = !content.toString().strip().equals(answer.text());
            if (dropped && !limit.isReached()) {
                answerPart(content.isEmpty() ? answer.text() : "\n\n" + answer.text());
            }
            finish(content.toString(), answer);
        }
    }

    /** Limits an answer's {@linkplain TokenEstimator estimated} tokens. Not thread-safe. */
    static final class AnswerLimit {
        private long quarters;
        private boolean reached;

        AnswerLimit(int tokens) {
            this.quarters = 4L * tokens;
        }

        /** Returns true if text was cut off. */
        boolean isReached() {
            return reached;
        }

        /** Returns the beginning of a text that still fits, and counts its tokens as used. */
        String truncate(String text) {
            int end = 0;
            while (end < text.length() && !reached) {
                int next = text.offsetByCodePoints(end, 1);
                int needed = TokenEstimator.quarters(text.substring(end, next));
                if (needed > quarters) {
                    reached = true;
                } else {
                    quarters -= needed;
                    end = next;
                }
            }
            return text.substring(0, end);
        }
    }
}
