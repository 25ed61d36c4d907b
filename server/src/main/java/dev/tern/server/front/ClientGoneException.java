package dev.tern.server.front;

/** Thrown if the client has disconnected before the response ended: nothing more is written. */
public final class ClientGoneException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception of a lost client.
     *
     * @param how the way in which the server noticed
     */
    public ClientGoneException(String how) {
        super(how, null, false, false);
    }
}
