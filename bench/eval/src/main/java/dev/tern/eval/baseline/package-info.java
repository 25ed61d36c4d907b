/**
 * Baselines for Tern: other retrieval methods over the same graph and vectors.
 *
 * <p>{@link dev.tern.eval.baseline.Baseline} lists them. Some read the whole graph into memory, so
 * that their times are not comparable with the times of a store.
 */
@NullMarked
package dev.tern.eval.baseline;

import org.jspecify.annotations.NullMarked;
