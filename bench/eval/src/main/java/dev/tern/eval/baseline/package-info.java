/**
 * What Tern is measured against: other ways to find passages, over the same graph and the same vectors. They are here to be
 * compared with and are no part of the library.
 *
 * <p>{@link dev.tern.eval.baseline.Baseline} names them and makes them. Those that need the whole graph read it once into
 * memory, so their times are not those of a store.
 */
@NullMarked
package dev.tern.eval.baseline;

import org.jspecify.annotations.NullMarked;
