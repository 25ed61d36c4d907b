/**
 * Answers questions: {@link dev.tern.query.Querying} runs the steps of the method, each with a
 * package of its own. {@link dev.tern.query.Queries} is the entry point.
 */
@NullMarked
package dev.tern.query;

import org.jspecify.annotations.NullMarked;
