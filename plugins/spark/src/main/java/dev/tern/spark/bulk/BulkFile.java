package dev.tern.spark.bulk;

/**
 * A file of rows.
 *
 * @param table that the rows are of
 * @param path where the server finds it: a path of its own disk, which it reads from, or a key in its bucket
 * @param rows how many it has, as a check; 1 or more
 */
public record BulkFile(BulkTable table, String path, long rows) {
    /** Checks how many rows it has. */
    public BulkFile {
        if (rows < 1) {
            throw new IllegalArgumentException("the file " + path + " has " + rows + " rows; it must have 1 or more");
        }
    }
}
