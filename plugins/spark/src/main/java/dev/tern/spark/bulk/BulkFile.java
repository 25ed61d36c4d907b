package dev.tern.spark.bulk;

/**
 * A file of rows.
 *
 * @param table the table of the rows
 * @param path a path on the server's disk, or a key in its bucket
 * @param rows the expected number of rows; 1 or more
 */
public record BulkFile(BulkTable table, String path, long rows) {
    public BulkFile {
        if (rows < 1) {
            throw new IllegalArgumentException("the file " + path + " has " + rows + " rows; it must have 1 or more");
        }
    }
}
