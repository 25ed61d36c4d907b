/** Files readable by their owner only, locks, and atomic writes. */
@NullMarked
package dev.tern.files;

import org.jspecify.annotations.NullMarked;
