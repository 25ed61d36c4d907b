package dev.tern.query.conversation;

import java.util.ArrayList;
import java.util.List;

/**
 * Makes turns from the messages of a chat: each text message of the user with its last reply that
 * has text. Omits messages without such a reply, and messages without text. Not thread-safe.
 */
public final class TurnCollector {
    private final List<Turn> done = new ArrayList<>();
    private String question = "";
    private String answer = "";

    /** Adds a message of the user; its text is blank for other content, such as a picture. */
    public void user(String text) {
        end();
        question = text;
    }

    /** Adds a reply to the latest message; a blank reply, as with calls of tools, is ignored. */
    public void reply(String text) {
        if (!text.isBlank()) {
            answer = text;
        }
    }

    /** Returns the turns so far, oldest first; a message without a reply is not among them. */
    public List<Turn> all() {
        List<Turn> all = new ArrayList<>(done);
        if (isTurn()) {
            all.add(new Turn(question, answer));
        }
        return all;
    }

    private void end() {
        if (isTurn()) {
            done.add(new Turn(question, answer));
        }
        answer = "";
    }

    private boolean isTurn() {
        return !question.isBlank() && !answer.isEmpty();
    }
}
