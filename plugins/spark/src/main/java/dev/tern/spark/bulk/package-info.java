/**
 * Makes a new graph in Milvus of files that the server reads by itself, which is quicker than sending every row.
 *
 * <p>Files are Parquet with one column for each of {@link dev.tern.spark.bulk.BulkTable#columns}, made of batches by
 * {@link dev.tern.spark.bulk.BulkRows}, the same rows that upsert sends. An import puts rows beside rows and asks nothing:
 * who writes the files leaves each id in once.
 *
 * <p>{@link dev.tern.spark.bulk.BulkImport} makes the three collections under the graph's name with a mark that keeps others from
 * using or listing them, has the server import file by file, counts, and takes the mark away: in this one step the graph is
 * there. What it has done stands in a {@link dev.tern.spark.bulk.BulkJournal}, so that a run that was killed goes on.
 */
@NullMarked
package dev.tern.spark.bulk;

import org.jspecify.annotations.NullMarked;
