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
 * is a Lucene document with index entries to find it by, one vector, and one block of bytes with
 * its content ({@code RowBytes}): reading a thousand relations is reading a thousand short byte
 * strings.
 *
 * <p>A view reads the last commit at its opening. Readers take no lock, and notice a new commit of
 * any process by listing the directory whenever a view is opened.
 *
 * <p>The entry point is {@link dev.tern.store.lucene.LuceneGraphStore}; how vectors are searched is
 * described in {@code NearestSearch}, when a vector graph is built in {@code VectorGraphFormat},
 * and when segments are merged in {@code SegmentMergePolicy}.
 */
@NullMarked
package dev.tern.store.lucene;

import org.jspecify.annotations.NullMarked;
