/** Extracts the names and statements of passages by rules, without a model. */
@NullMarked
package dev.tern.offline.extract;

import org.jspecify.annotations.NullMarked;
