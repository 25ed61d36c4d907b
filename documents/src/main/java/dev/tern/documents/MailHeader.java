package dev.tern.documents;

import java.util.List;

/**
 * The header fields of a mail message.
 *
 * @param to the names or addresses of its recipients, separated by commas, or empty
 * @param message its Message-ID without brackets, or empty
 * @param thread the id of the first known message of its thread, possibly its own; or empty
 * @param attachments the names of the attachments, in the order of the files that the parser wrote
 */
record MailHeader(String to, String message, String thread, List<String> attachments) {
    /** The value for a document that is not a message. */
    static final MailHeader NONE = new MailHeader("", "", "", List.of());

    MailHeader {
        attachments = List.copyOf(attachments);
    }
}
