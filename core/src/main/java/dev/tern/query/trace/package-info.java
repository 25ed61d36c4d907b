/** The record of a query: what each step was given, returned and cost. */
@NullMarked
package dev.tern.query.trace;

import org.jspecify.annotations.NullMarked;
