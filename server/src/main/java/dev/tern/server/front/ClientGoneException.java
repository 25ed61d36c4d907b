package dev.tern.server.front;

/** Thrown if the client leaves or its body stops coming; no more of the response is written. */
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
