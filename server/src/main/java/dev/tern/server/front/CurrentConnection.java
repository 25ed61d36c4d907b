package dev.tern.server.front;

/** Holds the client's connection for each thread that handles requests. */
public final class CurrentConnection {
    private static final ThreadLocal<ClientConnection> CURRENT =
            ThreadLocal.withInitial(() -> ClientConnection.ALWAYS_CONNECTED);

    private CurrentConnection() {}

    /** Returns the connection of this thread's request, or one whose client never leaves. */
    public static ClientConnection current() {
        return CURRENT.get();
    }

    /** Sets the connection of this thread's requests. */
    public static void bind(ClientConnection clientConnection) {
        CURRENT.set(clientConnection);
    }
}
