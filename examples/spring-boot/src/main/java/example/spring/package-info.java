/** A web application that asks a graph. */
@NullMarked
package example.spring;

import org.jspecify.annotations.NullMarked;
