package dev.tern.store.milvus.schema;

import dev.tern.error.TernException;

/** The fields of the three collections and their limits. */
public final class Fields {
    public static final String ID = "id";
    public static final String VECTOR = "vector";
    public static final String NAME = "name";
    public static final String KEY = "relation_key";
    public static final String PART = "part";
    public static final String TEXT = "text";
    public static final String TEXT_REST = "text_rest";
    public static final String FIRST_ENTITY = "first_entity_id";
    public static final String SECOND_ENTITY = "second_entity_id";
    public static final String ENTITIES = "entity_ids";
    public static final String PASSAGE = "passage_id";
    public static final String DOCUMENT = "document_id";
    public static final String ORDINAL = "ordinal";
    public static final String TITLE = "title";
    public static final String TITLE_KEY = "title_key";
    public static final String BARE_TITLE_KEY = "bare_title_key";
    public static final String STATEMENTS = "statements";
    public static final String STATEMENTS_REST = "statements_rest";
    public static final String METADATA = "metadata";
    /** The metadata that a row is filtered by. */
    public static final String FACETS = "facets";

    public static final String STATE = "state";
    public static final String ORIGIN = "origin";
    public static final String WORDS = "words";
    public static final String WORDS_VECTOR = "words_vector";

    /** The maximum number of bytes of a state's name. */
    public static final int STATE_BYTES = 16;

    /** The length of an id in bytes. */
    public static final int ID_BYTES = 32;

    /** The maximum number of pieces after the first one of a long text. */
    public static final int MORE_PIECES = 63;

    /** The maximum number of bytes of a text that is kept in pieces. */
    public static final int LONG_TEXT_BYTES = (MORE_PIECES + 1) * (LongText.PIECE_BYTES - 3);

    /** The maximum number of bytes of a JSON field. */
    public static final int JSON_BYTES = 65_535;

    private Fields() {}

    /**
     * Throws if a text has too many bytes in UTF-8.
     *
     * @throws TernException the user's fault, naming the row, the field, its bytes and the limit
     */
    public static void require(String row, String field, String text, int limit) {
        // Three bytes hold any UTF-16 unit, so most texts need no counting.
        if (text.length() > limit / 3) {
            int bytes = LongText.bytes(text);
            if (bytes > limit) {
                throw TernException.user(row + " has a " + field + " of " + bytes + " bytes; Milvus keeps at most "
                        + limit + ", and nothing was written");
            }
        }
    }
}
