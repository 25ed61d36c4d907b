/**
 * Keeps graphs in a directory, without a server.
 *
 * <pre>
 *   store directory/
 *     tern-store          the marker: this directory is Tern's
 *     default/            a graph: one Lucene index, the id of the writing process, and for a
 *                         large graph the times at which its files were verified
 *     another_graph/
 * </pre>
 *
 * <p>One index holds passages, relations and entities, so that one commit is one batch. Every row
 * is a Lucene document with index entries, one vector, and one block of bytes with its content
 * ({@code RowBytes}). So to read a thousand relations, a store reads a thousand short byte strings.
 *
 * <p>A view reads the newest commit at the time when it is opened. Readers take no lock. They list
 * the directory whenever they open a view, and so notice new commits of any process.
 *
 * <p>The entry point is {@link dev.tern.store.lucene.LuceneGraphStore}; how vectors are searched is
 * described in {@code NearestSearch}, when a vector graph is built in {@code VectorGraphFormat},
 * and when segments are merged in {@code SegmentMergePolicy}.
 */
@NullMarked
package dev.tern.store.lucene;

import org.jspecify.annotations.NullMarked;
