package dev.tern.query.conversation;

import java.util.ArrayList;
import java.util.List;

/**
 * Makes turns of the messages of a chat, one after the other: each message of the user with text, and what was last said to it. What is said
 * to a message without text, such as a picture, belongs to no turn. Not thread-safe.
 */
public final class Turns {
    private final List<Turn> done = new ArrayList<>();
    private String question = "";
    private String answer = "";

    /** Takes a message of the user, with an empty text where it is none. */
    public void user(String text) {
        end();
        question = text;
    }

    /** Takes what was said to the user; a blank text, as with calls of tools, is nothing. */
    public void reply(String text) {
        if (!text.isBlank()) {
            answer = text;
        }
    }

    /** The turns so far; a message without a reply is none yet, being the one that is asked now. */
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
