/**
 * The suite that every {@link dev.tern.store.GraphStore} passes, as a library, so that stores kept elsewhere can pass it
 * too: a store's test extends {@link dev.tern.store.contract.GraphStoreContract}, or, if the store keeps its graphs,
 * {@link dev.tern.store.contract.DurableGraphStoreContract}.
 */
@NullMarked
package dev.tern.store.contract;

import org.jspecify.annotations.NullMarked;
