/** Tests of finding and repairing damage. */
@NullMarked
package dev.tern.transfer.verify;

import org.jspecify.annotations.NullMarked;
