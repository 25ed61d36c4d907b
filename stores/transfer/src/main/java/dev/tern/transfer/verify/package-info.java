/**
 * Finds out whether a graph is whole ({@link dev.tern.transfer.verify.Verification}), and makes its
 * rows anew from its passages ({@link dev.tern.transfer.verify.Reindex}).
 */
@NullMarked
package dev.tern.transfer.verify;

import org.jspecify.annotations.NullMarked;
