package dev.tern.langchain4j;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.rag.query.Query;
import dev.tern.query.conversation.Turn;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A chat memory as turns: what the user said, and what was last said to it; tools' calls and replies are left out. */
final class ChatTurns {
    private ChatTurns() {}

    /** The turns before a query; none where it comes without a memory. */
    static List<Turn> before(Query query) {
        List<Turn> turns = new ArrayList<>();
        if (query.metadata() == null || query.metadata().chatMemory() == null) {
            return turns;
        }
        String question = null;
        String answer = null;
        for (ChatMessage message : query.metadata().chatMemory()) {
            if (message instanceof UserMessage user && user.hasSingleText()) {
                add(turns, question, answer);
                question = user.singleText();
                answer = null;
            } else if (message instanceof AiMessage said && said.text() != null) {
                answer = said.text();
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
