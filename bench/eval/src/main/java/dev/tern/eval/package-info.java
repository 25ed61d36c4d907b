/**
 * How well passages are found: {@link dev.tern.eval.Evaluation} asks every question of a set by every {@link
 * dev.tern.eval.Method}, {@link dev.tern.eval.EvaluationSummary} holds what several sets come to, {@link
 * dev.tern.eval.EvaluationTables} and {@link dev.tern.eval.EvaluationJson} show it.
 *
 * <p>Tern's own modes go through {@link dev.tern.GraphRag} like every other caller: what is measured is what is served.
 */
@NullMarked
package dev.tern.eval;

import org.jspecify.annotations.NullMarked;
