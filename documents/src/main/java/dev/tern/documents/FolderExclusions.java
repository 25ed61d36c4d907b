package dev.tern.documents;

import java.util.List;

/**
 * The files and folders to leave out when folders are read.
 *
 * @param globs patterns of files and folders to leave out
 * @param ignoreFiles true if ignore files are obeyed too
 */
record FolderExclusions(Globs globs, boolean ignoreFiles) {
    static final FolderExclusions NOTHING = new FolderExclusions(new Globs(List.of()), false);
}
