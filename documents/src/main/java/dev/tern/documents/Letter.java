package dev.tern.documents;

import java.util.List;

/**
 * The facts of a mail message that are no text of it.
 *
 * @param to its receivers, with commas between, or empty
 * @param message its id, or empty
 * @param thread the id of the message that its thread began with, which may be its own; or empty
 * @param attachments the names of what is attached, in the order of the files that the parser wrote
 */
record Letter(String to, String message, String thread, List<String> attachments) {
    /** A document that is no message. */
    static final Letter NONE = new Letter("", "", "", List.of());

    Letter {
        attachments = List.copyOf(attachments);
    }
}
