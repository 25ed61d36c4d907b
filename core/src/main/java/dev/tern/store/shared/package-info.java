/** Classes that Tern's stores and the writers of a graph share; other modules do not see them. */
@NullMarked
package dev.tern.store.shared;

import org.jspecify.annotations.NullMarked;
