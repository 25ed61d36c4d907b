/** The record of a query: input, output and cost of each step. */
@NullMarked
package dev.tern.query.trace;

import org.jspecify.annotations.NullMarked;
