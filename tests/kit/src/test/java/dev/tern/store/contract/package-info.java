/** The contract, applied to the reference store. */
@NullMarked
package dev.tern.store.contract;

import org.jspecify.annotations.NullMarked;
