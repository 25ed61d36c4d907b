package dev.tern.app.config;

/** The effect of a setting, which decides if an untrusted {@code tern.yaml} may set it. */
enum Reach {
    /** It changes how Tern works in the project's folder: any value. */
    FOLDER,
    /** It sets a path for reading or writing: one in the project's folder, links resolved. */
    PATH,
    /** It sets the target of a secret: any value if the secret is the project's own. */
    ADDRESS,
    /** It limits spending: any value, unless the user's own file has set another. */
    SPENDING,
    /** It sets the server's callers, or the place of trusted data: no value. */
    OWNER
}
