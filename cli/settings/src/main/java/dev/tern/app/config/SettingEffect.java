package dev.tern.app.config;

/** The effect of a setting, which decides if an untrusted {@code tern.yaml} may set it. */
enum SettingEffect {
    /** An effect on work in the project's folder only: any value is allowed. */
    FOLDER,
    /** A path for reading or writing: allowed in the project's folder, with links resolved. */
    PATH,
    /** The recipient of a secret: allowed unless it would get a secret from outside the project. */
    ADDRESS,
    /** A limit of spending: allowed unless the user's own file has set another value. */
    SPENDING,
    /** A decision of the owner, such as on trust and the server's callers: never allowed. */
    OWNER
}
