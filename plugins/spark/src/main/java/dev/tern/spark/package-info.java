/**
 * Indexing on Spark: {@link dev.tern.spark.TernIndexing} adds the documents of a Dataset to a graph
 * in Milvus.
 *
 * <p>The driver reads the configuration and checks the input before a task starts; each task opens
 * its own store, with models that the tasks of an executor share, and adds its documents by the
 * steps of the core. Ids come from content, so that a repeated task replaces its rows instead of
 * adding others.
 */
@NullMarked
package dev.tern.spark;

import org.jspecify.annotations.NullMarked;
