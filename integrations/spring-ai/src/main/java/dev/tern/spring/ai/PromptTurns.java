package dev.tern.spring.ai;

import dev.tern.query.conversation.Turn;
import dev.tern.query.conversation.TurnCollector;
import java.util.List;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.rag.Query;

/** Converts a history to turns: each user message with its last reply, without tool calls. */
final class PromptTurns {
    private PromptTurns() {}

    static List<Turn> before(Query query) {
        TurnCollector turns = new TurnCollector();
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
