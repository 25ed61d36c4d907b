package dev.tern.spark.bulk;

/**
 * A column of the files of a table.
 *
 * @param name as the collection has it
 * @param type of its values
 */
public record BulkColumn(String name, Type type) {
    /** What a column holds, none of it ever null. */
    public enum Type {
        /** Its values are {@code String}s. */
        TEXT,
        /** Its values are {@code Integer}s of 32 bits. */
        INTEGER,
        /** Its values are {@code List<String>}s, which may be empty. */
        TEXTS,
        /** Its values are {@code String}s of JSON objects. */
        JSON,
        /** Its values are {@code float[]}s of the graph's dimension. */
        VECTOR
    }
}
