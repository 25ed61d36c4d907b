/** Failures: {@link dev.tern.error.TernException} names the reason and the party at fault. */
@NullMarked
package dev.tern.error;

import org.jspecify.annotations.NullMarked;
