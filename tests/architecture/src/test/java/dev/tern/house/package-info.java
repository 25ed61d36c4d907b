/** The arrows between packages, read from the classes of all modules. */
@NullMarked
package dev.tern.house;

import org.jspecify.annotations.NullMarked;
