/**
 * Evaluates retrieval: {@link dev.tern.eval.Evaluation} runs every question of a set with every
 * {@link dev.tern.eval.RetrievalMethod}, {@link dev.tern.eval.EvaluationSummary} summarises several
 * sets, {@link dev.tern.eval.EvaluationTables} and {@link dev.tern.eval.EvaluationJson} format the
 * summary.
 *
 * <p>Tern's own modes go through {@link dev.tern.GraphRag} like every other caller, so that the
 * served code is measured.
 */
@NullMarked
package dev.tern.eval;

import org.jspecify.annotations.NullMarked;
