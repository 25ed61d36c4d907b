/** Tests of finding and mending damage. */
@NullMarked
package dev.tern.verify;

import org.jspecify.annotations.NullMarked;
