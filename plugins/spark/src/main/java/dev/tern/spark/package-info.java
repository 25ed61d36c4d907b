/**
 * Indexing on Spark: {@link dev.tern.spark.TernIndexing} brings the documents of a Dataset into a graph in Milvus.
 *
 * <p>The driver reads the configuration and looks at the input before a task starts; each task opens the store and the models of
 * its own and adds its documents by the steps of the core. Ids come from content, so tasks that Spark runs again or twice end in
 * the graph that one process makes.
 */
@NullMarked
package dev.tern.spark;

import org.jspecify.annotations.NullMarked;
