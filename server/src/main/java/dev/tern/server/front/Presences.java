package dev.tern.server.front;

/** Holds the presence of the client of each connection's thread. */
public final class Presences {
    private static final ThreadLocal<Presence> CURRENT = ThreadLocal.withInitial(() -> Presence.ALWAYS);

    private Presences() {}

    /** Returns the presence of the client of this thread's request. */
    public static Presence current() {
        return CURRENT.get();
    }

    /** Sets the client of this thread's requests. */
    public static void bind(Presence presence) {
        CURRENT.set(presence);
    }
}
