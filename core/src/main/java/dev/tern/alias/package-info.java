/** Aliases: {@link dev.tern.alias.AliasFinder} suggests names to merge, and doubtful merges. */
@NullMarked
package dev.tern.alias;

import org.jspecify.annotations.NullMarked;
