package dev.tern.graph;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Computes ids from content: the first 128 bits of a SHA-256, as 32 lower-case hexadecimal digits,
 * which need no escaping in filters.
 *
 * <p>Each part of an id is hashed with its length in front, so that different lists of parts differ
 * in their bytes. The kind of the thing is one part, so that an entity and a relation of the same
 * text have different ids.
 */
public final class ContentId {
    private static final int BYTES = 16;

    /** Cloned for each hash: a clone costs a tenth of {@link MessageDigest#getInstance}. */
    private static final MessageDigest SHA_256 = prototype();

    private ContentId() {}

    /** Returns true if a text has the form of an id. */
    public static boolean isValid(String text) {
        boolean valid = text.length() == 2 * BYTES;
        for (int i = 0; valid && i < text.length(); i++) {
            char c = text.charAt(i);
            valid = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
        }
        return valid;
    }

    /** Returns the id of the entity with a name, in any case and spacing. */
    public static String ofEntity(String name) {
        return hash("entity", EntityName.normalise(name));
    }

    /**
     * Returns the key of a relation, equal for statements with the same normalised text and the
     * same entities in the same order.
     *
     * @param text the statement's text, normalised by this method
     * @param entityIds the ids of the entities, in the order of the statement
     */
    public static String ofRelation(String text, List<String> entityIds) {
        return hash("relation", EntityName.normalise(text), entityIds.stream().collect(Collectors.joining(",")));
    }

    /** Returns the id of the row that records that a passage states a relation. */
    public static String ofRelationRow(String relationKey, String passageId) {
        return hash("row", relationKey, passageId);
    }

    /** Returns the id of a passage, from its document and its text. */
    public static String ofPassage(String documentId, String text) {
        return hash("passage", documentId, text);
    }

    /**
     * Returns the id of a passage whose text occurs earlier in its document too, from its document,
     * its text and its heading.
     */
    public static String ofPassage(String documentId, String text, String heading) {
        return hash("passage", documentId, text, heading);
    }

    /** Returns the id of a note, from all its parts. */
    public static String ofNote(List<String> parts) {
        return hash(Stream.concat(Stream.of("note"), parts.stream()).toArray(String[]::new));
    }

    private static String hash(String... parts) {
        MessageDigest sha = sha256();
        for (String part : parts) {
            byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
            int length = bytes.length;
            sha.update(
                    new byte[] {(byte) (length >>> 24), (byte) (length >>> 16), (byte) (length >>> 8), (byte) length});
            sha.update(bytes);
        }
        return HexFormat.of().formatHex(sha.digest(), 0, BYTES);
    }

    private static MessageDigest sha256() {
        try {
            return (MessageDigest) SHA_256.clone();
        } catch (CloneNotSupportedException e) {
            throw new AssertionError("the platform's SHA-256 can be cloned", e);
        }
    }

    private static MessageDigest prototype() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has SHA-256", e);
        }
    }
}
