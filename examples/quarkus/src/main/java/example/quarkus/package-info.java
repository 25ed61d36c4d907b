/** A web application that asks a graph of its documents. */
@NullMarked
package example.quarkus;

import org.jspecify.annotations.NullMarked;
