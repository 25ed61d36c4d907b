/**
 * From a question to an answer: {@link dev.tern.query.Querying} holds the steps in order, each step has a package of its
 * own, and {@link dev.tern.query.Trace} is the record of what they did.
 */
@NullMarked
package dev.tern.query;

import org.jspecify.annotations.NullMarked;
