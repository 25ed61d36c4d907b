package dev.tern.store.contract;

import dev.tern.store.GraphStore;

/** Opens the empty graph that each part of the contract starts with. */
interface OpenGraph {
    /** Opens an empty graph that no other test uses; closed by the caller. */
    GraphStore openEmpty();
}
