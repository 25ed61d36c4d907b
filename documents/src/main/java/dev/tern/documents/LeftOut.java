package dev.tern.documents;

import java.util.List;

/**
 * What is left out of folders.
 *
 * @param globs files and folders that the user named
 * @param ignoreFiles whether what ignore files name is left out too
 */
record LeftOut(Globs globs, boolean ignoreFiles) {
    static final LeftOut NOTHING = new LeftOut(new Globs(List.of()), false);
}
