/** How Tern says that something failed, and whose fault it is. */
@NullMarked
package dev.tern.error;

import org.jspecify.annotations.NullMarked;
