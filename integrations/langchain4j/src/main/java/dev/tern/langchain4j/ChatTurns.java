package dev.tern.langchain4j;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.rag.query.Query;
import dev.tern.query.conversation.Turn;
import dev.tern.query.conversation.Turns;
import java.util.List;

/** A chat memory as turns: what the user said, and what was last said to it; tools' calls and replies are left out. */
final class ChatTurns {
    /** The attribute of a user message that holds what the user wrote, where its text holds passages too. */
    static final String WRITTEN = "tern.written";

    private ChatTurns() {}

    /** The turns before a query; none where it comes without a memory. */
    static List<Turn> before(Query query) {
        Turns turns = new Turns();
        if (query.metadata() == null || query.metadata().chatMemory() == null) {
            return List.of();
        }
        for (ChatMessage message : query.metadata().chatMemory()) {
            if (message instanceof UserMessage user) {
                turns.user(written(user));
            } else if (message instanceof AiMessage said && said.text() != null) {
                turns.reply(said.text());
            }
        }
        return turns.all();
    }

    private static String written(UserMessage message) {
        if (message.attributes().get(WRITTEN) instanceof String written) {
            return written;
        }
        return message.hasSingleText() ? message.singleText() : "";
    }
}
