package dev.tern.server.front;

/** Thrown if the client has gone before the response: nothing more is written to it. */
public final class ClientGoneException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception of a lost client.
     *
     * @param how the way it was noticed
     */
    public ClientGoneException(String how) {
        super(how, null, false, false);
    }
}
