/** The page in a browser. */
@NullMarked
package dev.tern.page;

import org.jspecify.annotations.NullMarked;
