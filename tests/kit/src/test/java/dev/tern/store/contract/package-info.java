/** The contract, passed by the reference. */
@NullMarked
package dev.tern.store.contract;

import org.jspecify.annotations.NullMarked;
