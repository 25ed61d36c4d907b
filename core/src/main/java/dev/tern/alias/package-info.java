/** Aliases: {@link dev.tern.alias.EntityAliases} suggests names to merge, and doubtful merges. */
@NullMarked
package dev.tern.alias;

import org.jspecify.annotations.NullMarked;
