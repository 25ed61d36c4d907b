package dev.tern.server.front;

/** Holds the presence of the client of each connection's thread. */
public final class CurrentConnection {
    private static final ThreadLocal<ClientConnection> CURRENT =
            ThreadLocal.withInitial(() -> ClientConnection.ALWAYS_CONNECTED);

    private CurrentConnection() {}

    /** Returns the presence of the client of this thread's request. */
    public static ClientConnection current() {
        return CURRENT.get();
    }

    /** Sets the client of this thread's requests. */
    public static void bind(ClientConnection clientConnection) {
        CURRENT.set(clientConnection);
    }
}
