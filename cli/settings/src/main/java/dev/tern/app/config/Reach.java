package dev.tern.app.config;

/** What a setting can affect, and so whether an untrusted {@code tern.yaml} of a project may decide it. */
enum Reach {
    /** It changes how Tern works in the project's folder: anything. */
    FOLDER,
    /** It says where something is read or kept: a path in the project's folder, symbolic links followed. */
    PATH,
    /** It says where a secret goes: anything, as long as the secret is the project's own as well. */
    ADDRESS,
    /** It limits what is spent: anything, unless the user's own file has said something else. */
    SPENDING,
    /** It says who may call the server, or where Tern keeps what it later believes: nothing. */
    OWNER
}
