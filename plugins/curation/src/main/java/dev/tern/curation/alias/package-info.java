/** Aliases: {@link dev.tern.curation.alias.AliasFinder} suggests merges, and finds doubtful ones. */
@NullMarked
package dev.tern.curation.alias;

import org.jspecify.annotations.NullMarked;
