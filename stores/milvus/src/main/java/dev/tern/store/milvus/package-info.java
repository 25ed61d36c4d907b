/**
 * Keeps graphs in Milvus: its Lite server, standalone, cluster and Zilliz Cloud.
 *
 * <p>A graph is three collections. The passage is the record of truth; the other two are indexes
 * over passages, and every look-up goes through a plain column or a vector:
 *
 * <pre>
 *   G_entities    id | name | vector
 *   G_relations   id | key, part | text | first and second entity id | all entity ids
 *                    | passage id | document id | vector
 *   G_passages    id | document id, ordinal | title, its two keys | text | statements
 *                    | metadata | vector
 * </pre>
 *
 * <p><b>Folders.</b> {@code client} talks to the server, {@code schema} defines the collections and
 * converts a graph to rows. {@code read} and {@code write} use both; {@code filter} narrows reads,
 * and {@code view} answers the look-ups of a query.
 *
 * <p><b>Words.</b> Where the server has BM25, the passages of a new graph have their words too
 * ({@link dev.tern.store.Words}), separated by spaces, and the server's sparse vector of them. The
 * schema of its collection shows it.
 *
 * <p><b>Relations.</b> One row for each statement of a passage, and for a statement of more than
 * two entities one row for each two of them, numbered by {@code part}: so the relations that touch
 * a frontier are found by two plain columns, {@code first in [...] or second in [...]}, on every
 * server; looking into an array scans the collection on Milvus Lite.
 *
 * <p><b>Order of writing.</b> Relations, entities, passages; of removal: relations, orphaned
 * entities, passages. The passage comes last both times, so repeating an interrupted write or
 * removal finds the rest and finishes it. A passage that can be read is complete. Relations go
 * before entities because another process may be removing an entity that it believes orphaned: it
 * looks again after removing, and restores it; if it looked before our relation came, then our
 * entity comes after its removal.
 *
 * <p><b>Readers in this process</b> see each batch whole or not at all: a lock keeps them waiting
 * during writes. Readers in other processes see its passages arrive request by request, each
 * complete.
 *
 * <p><b>Consistency.</b> A strongly consistent read on a real server waits for the server's next
 * time tick, up to 200 ms. Only the first read of each collection pays for it in a view: later
 * bounded reads of the same collection see the same state, for a query node never goes back in
 * time. While a view looks up its first entities or passages, the relations are read ahead, so that
 * the collections wait concurrently. With several replicas a later read can be answered by a node
 * that is a tick behind.
 */
@NullMarked
package dev.tern.store.milvus;

import org.jspecify.annotations.NullMarked;
