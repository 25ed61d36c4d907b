package dev.tern.store.contract;

import dev.tern.store.GraphStore;

/** The base of each part of the contract: an empty graph. */
interface OpenGraph {
    /** Opens an empty graph that no other test uses; closed by the caller. */
    GraphStore openEmpty();
}
