/**
 * From a question to an answer: {@link dev.tern.query.Querying} is the method, step after step, and each step has a package of
 * its own. {@link dev.tern.query.Queries} is the way in.
 */
@NullMarked
package dev.tern.query;

import org.jspecify.annotations.NullMarked;
