/**
 * Evaluates retrieval: {@link dev.tern.eval.Evaluation} runs every question of a set with every
 * {@link dev.tern.eval.RetrievalMethod}, {@link dev.tern.eval.EvaluationSummary} summarises several
 * sets, {@link dev.tern.eval.EvaluationTables} and {@link dev.tern.eval.EvaluationJson} format the
 * summary.
 *
 * <p>Tern's modes are called through the public {@link dev.tern.GraphRag}, so that the code which
 * users run is measured.
 */
@NullMarked
package dev.tern.eval;

import org.jspecify.annotations.NullMarked;
