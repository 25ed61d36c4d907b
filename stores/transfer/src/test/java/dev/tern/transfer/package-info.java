/** Tests of copying. */
@NullMarked
package dev.tern.transfer;

import org.jspecify.annotations.NullMarked;
