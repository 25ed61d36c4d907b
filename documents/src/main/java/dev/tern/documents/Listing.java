package dev.tern.documents;

import java.util.List;

/**
 * The number and size of the files and addresses to load, found without opening any.
 *
 * @param bytes the total size of the files
 * @param streams the number of places of unknown size: standard input and web pages
 * @param skipped the first {@value #MAX_NAMED_SKIPPED} skipped places, each with its reason
 */
public record Listing(long files, long bytes, long streams, List<String> skipped) {
    /** The maximum number of skipped places that are named. */
    static final int MAX_NAMED_SKIPPED = 10;

    public Listing {
        skipped = List.copyOf(skipped);
    }
}
