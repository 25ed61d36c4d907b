package dev.tern.server.settings;

/** The role of a caller; each role includes the ones declared before it. */
public enum Role {
    /** May ask and look up. */
    READ,
    /** May also add and remove documents, edit and export graphs. */
    WRITE,
    /** May do everything, including dropping graphs. */
    ADMIN;

    /** Returns true if this role includes another. */
    public boolean covers(Role needed) {
        return compareTo(needed) >= 0;
    }
}
