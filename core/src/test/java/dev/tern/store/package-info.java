/** Tests of what every store shares. */
@NullMarked
package dev.tern.store;

import org.jspecify.annotations.NullMarked;
