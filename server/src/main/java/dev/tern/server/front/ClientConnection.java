package dev.tern.server.front;

import java.util.function.IntConsumer;

/** A client's connection, which can be watched, and is notified of its requests. Thread-safe. */
public interface ClientConnection {
    /** A client that never leaves, for callers without a connection. */
    ClientConnection ALWAYS_CONNECTED = new ClientConnection() {
        @Override
        public ConnectionWatch watch(Runnable whenGone) {
            return () -> {};
        }
    };

    /** The watch of a connection, which ends when it is closed. */
    interface ConnectionWatch extends AutoCloseable {
        @Override
        void close();
    }

    /**
     * Watches the connection from now on. To be called only after the request has been read.
     *
     * @param whenGone called at most once after a disconnection, normally on another thread
     */
    ConnectionWatch watch(Runnable whenGone);

    /**
     * Called when the body of the request is going to be read.
     *
     * @param came receives the length of each piece in bytes, and throws to reject the body
     */
    default void receiving(IntConsumer came) {}

    /** Called after a response or a failure. */
    default void requestEnded() {}

    /** Called before the connection is closed, if a part of the request is unread. */
    default void leave() {}
}
