package dev.tern.spring.ai;

import dev.tern.query.conversation.Turn;
import dev.tern.query.conversation.Turns;
import java.util.List;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.rag.Query;

/** A history as turns: what the user said, and what was last said to it; tools' calls and replies are left out. */
final class PromptTurns {
    private PromptTurns() {}

    /** The turns before a query. */
    static List<Turn> before(Query query) {
        Turns turns = new Turns();
        for (Message message : query.history()) {
            String text = message.getText() == null ? "" : message.getText();
            if (message instanceof UserMessage) {
                turns.user(text);
            } else if (message instanceof AssistantMessage) {
                turns.reply(text);
            }
        }
        return turns.all();
    }
}
