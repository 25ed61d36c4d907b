/** Graphs in Milvus: its Lite server, standalone, cluster and Zilliz Cloud. */
@NullMarked
package dev.tern.store.milvus;

import org.jspecify.annotations.NullMarked;
