/**
 * The parts of a graph, as immutable records.
 *
 * <p>A {@link SourceDocument} is split into {@link dev.tern.graph.Passage passages}, the record of
 * truth. A passage carries {@link dev.tern.graph.Statement statements}, mostly {@link
 * dev.tern.graph.Triplet triplets}; the distinct names in them are {@link dev.tern.graph.Entity
 * entities}, the distinct statements are {@link dev.tern.graph.Relation relations}. Every id is
 * computed from content ({@link dev.tern.graph.ContentId}), so the same thing has the same id
 * whenever it is added.
 *
 * <p>This package depends on the JDK and on Tern's packages {@code dev.tern.text} and {@code
 * dev.tern.error} only.
 */
@NullMarked
package dev.tern.graph;

import org.jspecify.annotations.NullMarked;
