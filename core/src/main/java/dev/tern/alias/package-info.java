/** Aliases: {@link dev.tern.alias.AliasFinder} suggests merges, and finds doubtful ones. */
@NullMarked
package dev.tern.alias;

import org.jspecify.annotations.NullMarked;
