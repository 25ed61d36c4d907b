package dev.tern.spring.ai;

import dev.tern.query.conversation.Turn;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.rag.Query;

/** A history as turns: what the user said, and what was last said to it; tools' calls and replies are left out. */
final class PromptTurns {
    private PromptTurns() {}

    /** The turns before a query. */
    static List<Turn> before(Query query) {
        List<Turn> turns = new ArrayList<>();
        String question = null;
        String answer = null;
        for (Message message : query.history()) {
            String text = message.getText();
            if (message instanceof UserMessage && text != null) {
                add(turns, question, answer);
                question = text;
                answer = null;
            } else if (message instanceof AssistantMessage && text != null && !text.isBlank()) {
                answer = text;
            }
        }
        // A question without an answer is the one that is being asked.
        add(turns, question, answer);
        return turns;
    }

    private static void add(List<Turn> turns, @Nullable String question, @Nullable String answer) {
        if (question != null && answer != null) {
            turns.add(new Turn(question, answer));
        }
    }
}
