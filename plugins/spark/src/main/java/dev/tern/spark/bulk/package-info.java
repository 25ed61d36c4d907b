/**
 * Creates a new graph in Milvus from files that the server imports, faster than sending every row.
 *
 * <p>Files are Parquet with one column for each of {@link dev.tern.spark.bulk.BulkTable#columns},
 * made of batches by {@link dev.tern.spark.bulk.BulkRows}, the same rows as in an upsert. An import
 * does not replace rows: the files must hold each id once.
 *
 * <p>{@link dev.tern.spark.bulk.BulkImport} creates the three collections under the graph's name
 * with a mark that hides them, has the server import the files, counts the rows, and marks the
 * import as done: this last step publishes the graph. Its progress is in a {@link
 * dev.tern.spark.bulk.BulkJournal}, so that a killed run can be resumed.
 */
@NullMarked
package dev.tern.spark.bulk;

import org.jspecify.annotations.NullMarked;
