/** Tests of copying. */
@NullMarked
package dev.tern.copy;

import org.jspecify.annotations.NullMarked;
