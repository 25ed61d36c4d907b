package dev.tern.query.conversation;

import java.util.ArrayList;
import java.util.List;

/**
 * Makes turns of the messages of a chat, in order: each text message of the user, with the last
 * reply to it. Replies to other messages, such as pictures, are ignored. Not thread-safe.
 */
public final class TurnCollector {
    private final List<Turn> done = new ArrayList<>();
    private String question = "";
    private String answer = "";

    /** Adds a message of the user, with an empty text for other content. */
    public void user(String text) {
        end();
        question = text;
    }

    /** Adds a reply to the user; a blank one, as with calls of tools, is ignored. */
    public void reply(String text) {
        if (!text.isBlank()) {
            answer = text;
        }
    }

    /** Returns the turns so far, without the last message, which has no reply yet. */
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
