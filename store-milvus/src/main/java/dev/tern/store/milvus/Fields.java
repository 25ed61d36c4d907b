package dev.tern.store.milvus;

import dev.tern.error.TernException;

/** The fields of the three collections, and what fits into them. */
final class Fields {
    static final String ID = "id";
    static final String VECTOR = "vector";
    static final String NAME = "name";
    static final String KEY = "relation_key";
    static final String PART = "part";
    static final String TEXT = "text";
    static final String TEXT_REST = "text_rest";
    static final String FIRST_ENTITY = "first_entity_id";
    static final String SECOND_ENTITY = "second_entity_id";
    static final String ENTITIES = "entity_ids";
    static final String PASSAGE = "passage_id";
    static final String DOCUMENT = "document_id";
    static final String ORDINAL = "ordinal";
    static final String TITLE = "title";
    static final String TITLE_KEY = "title_key";
    static final String BARE_TITLE_KEY = "bare_title_key";
    static final String STATEMENTS = "statements";
    static final String STATEMENTS_REST = "statements_rest";
    static final String METADATA = "metadata";
    /** What a row is filtered by. */
    static final String FACETS = "facets";

    static final String STATE = "state";
    static final String ORIGIN = "origin";
    static final String WORDS = "words";
    static final String WORDS_VECTOR = "words_vector";

    /** The longest name of a state. */
    static final int STATE_BYTES = 16;

    /** The length of an id. */
    static final int ID_BYTES = 32;

    /** How many pieces of a long text follow the first. */
    static final int MORE_PIECES = 63;

    /** The most bytes of a text that is kept in pieces. */
    static final int LONG_TEXT_BYTES = (MORE_PIECES + 1) * (LongText.PIECE_BYTES - 3);

    /** The most bytes of a field of JSON. */
    static final int JSON_BYTES = 65_535;

    private Fields() {}

    /**
     * Refuses a text that has too many bytes.
     *
     * @throws TernException the user's fault, naming the row, the field, its bytes and the limit
     */
    static void require(String row, String field, String text, int limit) {
        // Three bytes hold any unit of UTF-16, so most texts need no counting.
        if (text.length() > limit / 3) {
            int bytes = LongText.bytes(text);
            if (bytes > limit) {
                throw TernException.user(row + " has a " + field + " of " + bytes + " bytes; Milvus keeps at most "
                        + limit + ", and nothing was written");
            }
        }
    }
}
