package dev.tern.server.front;

import java.time.Duration;

/** Whether the client of a request still waits for its answer. Thread-safe. */
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
     * @param whenGone called once, on another thread, if the client goes
     */
    Watch watch(Runnable whenGone);

    /** A body that comes. */
    interface Arrival {
        /** How long it may still take; not positive where it has taken too long. */
        Duration left();

        /**
         * A piece of it has come.
         *
         * @param bytes how long it is
         * @throws RuntimeException if that is too much
         */
        void came(int bytes);

        /** The error for a body that takes too long. */
        RuntimeException late();
    }

    /** The body of the request is read from now on. */
    default void receiving(Arrival body) {}

    /** The head of a request has been read, and its answer is worked on. */
    default void begun() {}

    /** The request has been answered. */
    default void ended() {}

    /** Nothing more is read of the request, whose connection is about to be closed. */
    default void leave() {}
}
