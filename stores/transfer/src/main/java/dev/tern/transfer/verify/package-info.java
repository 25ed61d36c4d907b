/**
 * Checks that a graph is whole ({@link dev.tern.transfer.verify.Verification}), and rebuilds its
 * rows from its passages ({@link dev.tern.transfer.verify.Reindex}).
 */
@NullMarked
package dev.tern.transfer.verify;

import org.jspecify.annotations.NullMarked;
