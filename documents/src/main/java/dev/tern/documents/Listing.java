package dev.tern.documents;

import java.util.List;

/**
 * The files and addresses to load, found without opening anything.
 *
 * @param bytes their total size
 * @param streams the number of places of unknown size: standard input and web pages
 * @param skipped the excluded places, each with its reason, at most {@value #MAX_NAMED_SKIPPED}
 */
public record Listing(long files, long bytes, long streams, List<String> skipped) {
    /** The maximum number of excluded places that are named. */
    static final int MAX_NAMED_SKIPPED = 10;

    public Listing {
        skipped = List.copyOf(skipped);
    }
}
