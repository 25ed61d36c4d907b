/** The library's front door: {@link dev.tern.GraphRag}. */
@NullMarked
package dev.tern;

import org.jspecify.annotations.NullMarked;
