/** The house rules about sources, as ordinary tests over the whole tree: format, sizes, names, circles, links, pages. */
@NullMarked
package dev.tern.house;

import org.jspecify.annotations.NullMarked;
