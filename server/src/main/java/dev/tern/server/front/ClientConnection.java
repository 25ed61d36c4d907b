package dev.tern.server.front;

import java.util.function.IntConsumer;

/** Watches the client of a connection, and receives the stages of its requests. Thread-safe. */
public interface ClientConnection {
    /** A client that never leaves, for callers without a connection. */
    ClientConnection ALWAYS_CONNECTED = new ClientConnection() {
        @Override
        public ConnectionWatch watch(Runnable whenGone) {
            return () -> {};
        }
    };

    /** A watch on a connection, until closed. */
    interface ConnectionWatch extends AutoCloseable {
        @Override
        void close();
    }

    /**
     * Watches the connection from now on; to be called only after its request was read.
     *
     * @param whenGone called once, on another thread, if the client goes
     */
    ConnectionWatch watch(Runnable whenGone);

    /**
     * Called when the body of the request is going to be read.
     *
     * @param came takes the length of each piece, and throws if that is too much
     */
    default void receiving(IntConsumer came) {}

    /** Called when the head of a request has been read, before it is handled. */
    default void requestStarted() {}

    /** Called after the response. */
    default void requestEnded() {}

    /** Called when nothing more is read, before the connection is closed. */
    default void leave() {}
}
