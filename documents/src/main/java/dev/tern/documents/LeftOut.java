package dev.tern.documents;

import java.util.List;

/**
 * The exclusions from folders.
 *
 * @param globs files and folders that the user named
 * @param ignoreFiles whether ignore files are obeyed too
 */
record LeftOut(Globs globs, boolean ignoreFiles) {
    static final LeftOut NOTHING = new LeftOut(new Globs(List.of()), false);
}
