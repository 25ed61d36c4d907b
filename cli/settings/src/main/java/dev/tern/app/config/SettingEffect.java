package dev.tern.app.config;

/** The effect of a setting, which decides if an untrusted {@code tern.yaml} may set it. */
enum SettingEffect {
    /** Affects only work in the project's folder: any value is allowed. */
    FOLDER,
    /** A path for reading or writing: allowed in the project's folder, with links resolved. */
    PATH,
    /** The target of a secret: allowed if the secret is the project's own. */
    ADDRESS,
    /** A limit of spending: allowed unless the user's own file has set another value. */
    SPENDING,
    /** The server's callers, or the place of trusted data: never allowed. */
    OWNER
}
