/**
 * How well passages are found: {@link dev.tern.eval.BeirDataset} reads questions with the documents that answer them,
 * {@link dev.tern.eval.Evaluation} asks them all in every mode, {@link dev.tern.eval.EvaluationReport} holds the figures.
 *
 * <p>It goes through {@link dev.tern.GraphRag} like every other caller: what is measured is what is served.
 */
@NullMarked
package dev.tern.eval;

import org.jspecify.annotations.NullMarked;
