/**
 * Persistent data of models: paid replies and vectors, their costs, and the runs that used them.
 *
 * <p>{@link dev.tern.models.kept.ModelCache} may be deleted at any time, but costs money to refill;
 * {@link dev.tern.models.kept.AccountBook} is small and is never trimmed. Each is a SQLite file
 * that several processes share and that survives a kill at any moment.
 */
@NullMarked
package dev.tern.models.kept;

import org.jspecify.annotations.NullMarked;
