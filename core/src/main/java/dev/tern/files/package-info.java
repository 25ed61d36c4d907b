/** Files that are for their owner alone. */
@NullMarked
package dev.tern.files;

import org.jspecify.annotations.NullMarked;
