/**
 * Keeps graphs in Milvus: its Lite server, standalone, cluster and Zilliz Cloud.
 *
 * <p>A graph is three collections. The passages are the source of truth, from which the other two
 * can be rebuilt. Every look-up uses a plain column or a vector:
 *
 * <pre>
 *   G_entities    id | name | vector
 *   G_relations   id | key, part | text | first and second entity id | all entity ids
 *                    | passage id | document id | metadata | vector
 *   G_passages    id | document id, ordinal | title, its two keys | text | statements
 *                    | metadata | vector
 * </pre>
 *
 * <p><b>Folders.</b> {@code client} talks to the server, {@code schema} defines the collections and
 * converts a graph to rows. {@code read} and {@code write} use both; {@code filter} narrows reads,
 * and {@code view} answers the look-ups of a query.
 *
 * <p><b>Words.</b> If the server has BM25, the passages of a new graph also have their words
 * ({@link dev.tern.store.SearchWords}), separated by spaces, and a sparse vector that the server
 * computes from them. The schema of the passages' collection shows if a graph has them.
 *
 * <p><b>Relations.</b> A statement of a passage is one row, or several rows of at most two entities
 * each, numbered by {@code part}, if it has more than two. So every server finds the relations of
 * some entities by two plain columns, {@code first in [...] or second in [...]}; a search inside
 * an array is at least 15 times slower on Milvus Lite.
 *
 * <p><b>Order.</b> A write stores relations, then entities, then passages; a removal deletes
 * relations, then orphaned entities, then passages. Because passages come last, an interrupted
 * write or removal that is repeated finds the remaining rows and finishes; and a passage that can
 * be read is complete. Relations are stored before entities because another process may be removing
 * an entity as orphaned. That process looks for relations again after the removal, and restores the
 * entity if it finds one. If it looks before the writer stores the relation, the writer stores the
 * entity after the removal.
 *
 * <p><b>Readers of the same store</b> see each batch whole or not at all: a lock keeps them waiting
 * during writes. Readers of other stores, in this process or another, see the passages of a batch
 * arrive request by request, each complete.
 *
 * <p><b>Consistency.</b> A strongly consistent read waits for the server's next time tick, up to
 * 200 ms, except on Milvus Lite. In a view only the first read of each collection waits: later
 * bounded reads of the same collection see at least the same state, because a query node never goes
 * back in time. While a view looks up its first entities or passages, the relations are read ahead,
 * so that the collections wait concurrently. With several replicas a later read can be answered by
 * a node that is a tick behind.
 */
@NullMarked
package dev.tern.store.milvus;

import org.jspecify.annotations.NullMarked;
