package dev.tern.cli.ask;

import dev.tern.graph.Passage;
import dev.tern.graph.Scored;
import dev.tern.query.Answer;
import dev.tern.query.conversation.Turn;
import java.util.List;

/**
 * A question of a chat and its answer.
 *
 * @param question the question as typed
 * @param understood the question as answered, rewritten as standalone where possible
 */
record ChatTurn(String question, String understood, String answer, List<Passage> passages) {
    static ChatTurn of(String question, Answer answer) {
        return new ChatTurn(
                question,
                answer.retrieval().question().text(),
                answer.text(),
                answer.passages().stream().map(Scored::value).toList());
    }

    /** Returns the turn as history for later questions. */
    Turn turn() {
        return new Turn(understood, answer);
    }

    String markdown() {
        StringBuilder text = new StringBuilder("## ").append(oneLine(question)).append("\n\n");
        if (!understood.equals(question)) {
            text.append("*Understood as: ").append(oneLine(understood)).append("*\n\n");
        }
        text.append(answer).append("\n\n");
        for (int i = 0; i < passages.size(); i++) {
            Passage passage = passages.get(i);
            text.append(i + 1).append(". **").append(oneLine(name(passage))).append("**");
            if (!passage.source().equals(passage.documentId())) {
                text.append(", ").append(oneLine(passage.source()));
            }
            text.append("\n\n   > ")
                    .append(passage.text().strip().replace("\n", "\n   > "))
                    .append("\n\n");
        }
        return text.toString();
    }

    private static String name(Passage passage) {
        int page = passage.position().page();
        String document = passage.documentId() + (page == 0 ? "" : ", page " + page);
        return passage.title().isBlank() ? document : passage.title() + " (" + document + ")";
    }

    private static String oneLine(String text) {
        return text.replaceAll("\\s+", " ").strip();
    }
}
