/** Where texts of any script can be cut. */
@NullMarked
package dev.tern.text;

import org.jspecify.annotations.NullMarked;
