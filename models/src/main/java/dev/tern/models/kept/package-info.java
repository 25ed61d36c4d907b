/**
 * What outlives a process: replies and vectors that were paid, what they cost, and the runs that asked for them.
 *
 * <p>{@link dev.tern.models.kept.ModelCache} may be deleted at any time and costs money to fill again; {@link
 * dev.tern.models.kept.AccountBook} is small and is never trimmed. Each is one SQLite file that several processes use at
 * the same time, and that a kill at any moment leaves whole.
 */
@NullMarked
package dev.tern.models.kept;

import org.jspecify.annotations.NullMarked;
