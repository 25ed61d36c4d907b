/** {@code tern eval}: measures the retrieval quality of modes on question sets. */
@NullMarked
package dev.tern.eval.command;

import org.jspecify.annotations.NullMarked;
