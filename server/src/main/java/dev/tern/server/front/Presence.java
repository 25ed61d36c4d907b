package dev.tern.server.front;

/** Whether whoever sent a request still waits for its answer. Thread-safe. */
public interface Presence {
    /** Of those who come by no connection. */
    Presence ALWAYS = new Presence() {
        @Override
        public Watch watch(Runnable whenGone) {
            return () -> {};
        }
    };

    /** What is looked at until it is closed. */
    interface Watch extends AutoCloseable {
        @Override
        void close();
    }

    /**
     * Looks at the connection from now on; not while its request is still read.
     *
     * @param whenGone called once, on another thread, if whoever asked goes
     */
    Watch watch(Runnable whenGone);

    /** The head of a request has been read, and its answer is worked on. */
    default void begun() {}

    /** The request has been answered. */
    default void ended() {}

    /** That of the request that this thread answers. */
    static Presence here() {
        return Presences.here();
    }

    /** Says whose requests this thread answers from now on. */
    static void here(Presence presence) {
        Presences.here(presence);
    }
}
