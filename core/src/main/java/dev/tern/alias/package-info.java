/** One thing under several names: {@link dev.tern.alias.EntityAliases} says so, takes it back, and finds what may be said. */
@NullMarked
package dev.tern.alias;

import org.jspecify.annotations.NullMarked;
