package dev.tern.server.front;

import java.util.function.IntConsumer;

/** A client's connection, which can be watched and receives the stages of requests. Thread-safe. */
public interface ClientConnection {
    /** A client that never leaves, for callers without a connection. */
    ClientConnection ALWAYS_CONNECTED = new ClientConnection() {
        @Override
        public ConnectionWatch watch(Runnable whenGone) {
            return () -> {};
        }
    };

    /** The watch of a connection, until it is closed. */
    interface ConnectionWatch extends AutoCloseable {
        @Override
        void close();
    }

    /**
     * Watches the connection from now on. To be called only after the request has been read.
     *
     * @param whenGone called at most once, normally on another thread, after a disconnection
     */
    ConnectionWatch watch(Runnable whenGone);

    /**
     * Called when the body of the request is going to be read.
     *
     * @param came receives the length of each piece in bytes, and throws if the body is too long
     */
    default void receiving(IntConsumer came) {}

    /** Called when the head of a request has been read, before it is handled. */
    default void requestStarted() {}

    /** Called after a response or a failure. */
    default void requestEnded() {}

    /** Called before the connection is closed with a part of the request unread. */
    default void leave() {}
}
