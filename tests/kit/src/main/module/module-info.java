/** The contract for third-party stores: {@link dev.tern.store.contract.GraphStoreContract}. */
module dev.tern.store.contract {
    requires transitive dev.tern;
    requires transitive org.assertj.core;
    requires transitive org.junit.jupiter.api;
    requires static org.jspecify;

    exports dev.tern.store.contract;
}
