/**
 * Aliases: {@link dev.tern.alias.AliasFinder} suggests names to merge, and finds doubtful merges.
 */
@NullMarked
package dev.tern.alias;

import org.jspecify.annotations.NullMarked;
