package dev.tern.server.front;

/** The presence of the client whose requests a thread answers: a connection has a thread of its own. */
public final class Presences {
    private static final ThreadLocal<Presence> CURRENT = ThreadLocal.withInitial(() -> Presence.ALWAYS);

    private Presences() {}

    /** That of the request that this thread answers. */
    public static Presence current() {
        return CURRENT.get();
    }

    /** Sets the client whose requests this thread answers from now on. */
    public static void bind(Presence presence) {
        CURRENT.set(presence);
    }
}
