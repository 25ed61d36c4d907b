package dev.tern.app.config;

/** The effect of a setting, which decides if an untrusted {@code tern.yaml} may set it. */
enum SettingEffect {
    /** An effect on work in the project's folder only: any value is allowed. */
    FOLDER,
    /** A path for reading or writing: allowed in the project's folder, with links resolved. */
    PATH,
    /** The recipient of secrets: allowed if all are the project's; a path as in {@link #PATH}. */
    ADDRESS,
    /** A limit of spending or a price: allowed unless the user's own file sets another value. */
    SPENDING,
    /** A decision of the owner, such as on trust and the server's callers: never allowed. */
    OWNER
}
