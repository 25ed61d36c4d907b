/**
 * The contract of every {@link dev.tern.store.GraphStore}, as a library for third-party stores: a
 * store's test extends {@link dev.tern.store.contract.GraphStoreContract}, or, if the store keeps
 * its graphs, {@link dev.tern.store.contract.DurableGraphStoreContract}.
 */
@NullMarked
package dev.tern.store.contract;

import org.jspecify.annotations.NullMarked;
