package dev.tern.langchain4j;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.rag.query.Query;
import dev.tern.query.conversation.Turn;
import dev.tern.query.conversation.TurnCollector;
import java.util.List;

/** Converts a chat memory to turns: each user message with its last reply, without tool calls. */
final class ChatTurns {
    /** The attribute with the user's own text, for a user message that contains passages too. */
    static final String WRITTEN = "tern.written";

    private ChatTurns() {}

    /** Returns the turns before a query; none without a memory. */
    static List<Turn> before(Query query) {
        TurnCollector turns = new TurnCollector();
        if (query.metadata() == null || query.metadata().chatMemory() == null) {
            return List.of();
        }
        for (ChatMessage message : query.metadata().chatMemory()) {
            if (message instanceof UserMessage user) {
                turns.user(userText(user));
            } else if (message instanceof AiMessage said && said.text() != null) {
                turns.reply(said.text());
            }
        }
        return turns.all();
    }

    private static String userText(UserMessage message) {
        if (message.attributes().get(WRITTEN) instanceof String written) {
            return written;
        }
        return message.hasSingleText() ? message.singleText() : "";
    }
}
