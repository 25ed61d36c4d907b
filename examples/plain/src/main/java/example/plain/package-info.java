/** A plain Java program that asks a graph. */
@NullMarked
package example.plain;

import org.jspecify.annotations.NullMarked;
