package dev.tern.server.settings;

/** What a caller may do; each role may do what those before it may. */
public enum Role {
    /** Ask, look up, export. */
    READ,
    /** Add and remove documents. */
    WRITE,
    /** May do everything, drop graphs too. */
    ADMIN;

    /** Whether a caller of this role may do what another role is needed for. */
    public boolean covers(Role needed) {
        return compareTo(needed) >= 0;
    }
}
