/** Tests of the one exception. */
@NullMarked
package dev.tern.error;

import org.jspecify.annotations.NullMarked;
