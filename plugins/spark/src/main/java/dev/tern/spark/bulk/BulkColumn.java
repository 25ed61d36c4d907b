package dev.tern.spark.bulk;

/**
 * A column of the files of a table.
 *
 * @param name the name in the collection
 * @param type the type of its values
 */
public record BulkColumn(String name, Type type) {
    /** The type of a column's values, which are never null. */
    public enum Type {
        /** Values of type {@code String}. */
        TEXT,
        /** Values of type {@code Integer}. */
        INTEGER,
        /** Values of type {@code List<String>}, which may be empty. */
        TEXTS,
        /** Values of type {@code String} that are JSON objects. */
        JSON,
        /** Values of type {@code float[]}, of the graph's dimension. */
        VECTOR
    }
}
