package dev.tern.server.front;

/** A connection has a thread of its own, which answers its requests. */
final class Presences {
    private static final ThreadLocal<Presence> HERE = ThreadLocal.withInitial(() -> Presence.ALWAYS);

    private Presences() {}

    static Presence here() {
        return HERE.get();
    }

    static void here(Presence presence) {
        HERE.set(presence);
    }
}
