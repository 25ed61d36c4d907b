/**
 * Synchronises a graph with folders and sites: {@link dev.tern.documents.sync.SourceSync} adds new
 * documents, replaces changed ones and removes missing ones.
 *
 * <p>The source of a document and the version of its content are in its own metadata:
 * {@code sync_source}, {@code sync_version} and, for files with several documents,
 * {@code sync_item}. So the state cannot disagree with the graph, even after a kill: the next run
 * compares the place with the graph. The table of sources is in notes of the graph, one for each
 * source, written at the beginning and at the end of a run.
 *
 * <p>Nothing is removed that may still exist: only items that a complete listing lacks, or that the
 * server reports as gone.
 */
@NullMarked
package dev.tern.documents.sync;

import org.jspecify.annotations.NullMarked;
