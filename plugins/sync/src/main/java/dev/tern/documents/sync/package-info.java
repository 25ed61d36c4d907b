/**
 * Keeps a graph in step with folders and sites: {@link dev.tern.documents.sync.SourceSync} adds what is new, replaces what has changed and
 * removes what is gone.
 *
 * <p>Which documents belong to a source, and of which content they were made, stands in their own metadata: {@code sync_source},
 * {@code sync_version} and, where a file gave several documents, {@code sync_item}. So a run that is killed at any moment leaves
 * nothing that disagrees with the graph, and the next one compares what is there with what the graph has. The table of sources is
 * kept in notes of the graph, one for each source, written at the beginning and at the end of a run.
 *
 * <p>Nothing is removed that may still be there: only what a whole listing of the place lacks, or what its server says is gone.
 */
@NullMarked
package dev.tern.documents.sync;

import org.jspecify.annotations.NullMarked;
