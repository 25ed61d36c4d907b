package dev.tern.server.front;

/** The client of a request has gone before it was answered: nothing more is written to its connection. */
public final class ClientLeft extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * A client that has gone.
     *
     * @param how in which way it was seen
     */
    public ClientLeft(String how) {
        super(how, null, false, false);
    }
}
