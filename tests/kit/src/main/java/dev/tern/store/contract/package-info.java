/**
 * The contract of every {@link dev.tern.store.GraphStore}, as a library for third-party stores. A
 * store's test extends {@link dev.tern.store.contract.GraphStoreContract}, or, if graphs outlive
 * the store object, {@link dev.tern.store.contract.DurableGraphStoreContract}.
 */
@NullMarked
package dev.tern.store.contract;

import org.jspecify.annotations.NullMarked;
