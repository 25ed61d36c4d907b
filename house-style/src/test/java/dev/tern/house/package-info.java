/** The house rules as ordinary tests over the whole tree: arrows, format, sizes, links, words, the search for a JDK. */
@NullMarked
package dev.tern.house;

import org.jspecify.annotations.NullMarked;
