package dev.tern.documents;

import java.util.List;

/**
 * What there is to load, found without opening anything.
 *
 * @param files how many files
 * @param bytes their size
 * @param streams how many of the places are standard input or pages of the web, whose size is not known
 * @param skipped what is left out, each with its reason, as far as {@value #MOST_SKIPPED} of them
 */
public record Listing(long files, long bytes, long streams, List<String> skipped) {
    /** The most that are named. */
    static final int MOST_SKIPPED = 10;

    public Listing {
        skipped = List.copyOf(skipped);
    }
}
