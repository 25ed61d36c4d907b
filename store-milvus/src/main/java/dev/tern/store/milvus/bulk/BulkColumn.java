package dev.tern.store.milvus.bulk;

/**
 * A column of the files of a table.
 *
 * @param name as the collection has it
 * @param type of its values
 */
public record BulkColumn(String name, Type type) {
    /** What a column holds, none of it ever null. */
    public enum Type {
        /** A {@code String}. */
        TEXT,
        /** An {@code Integer} of 32 bits. */
        INTEGER,
        /** A {@code List<String>}, which may be empty. */
        TEXTS,
        /** A {@code String} of JSON. */
        JSON,
        /** A {@code float[]} of the graph's dimension. */
        VECTOR
    }
}
