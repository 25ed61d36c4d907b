package dev.tern.documents.sync;

import dev.tern.documents.SourceLoader;
import dev.tern.error.TernException;
import dev.tern.graph.SyncMetadata;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A folder or site to synchronise with.
 *
 * @param name the name, of 1 to {@value #MAX_NAME} characters; a folder's document ids begin with
 *     it
 * @param address the folder's absolute path, or the address of the site
 * @param exclude patterns of files that are left out of a folder; empty to keep the patterns of
 *     the last run
 */
public record SyncPlace(String name, String address, Optional<List<String>> exclude) {
    /** The maximum number of characters of a name. */
    public static final int MAX_NAME = 100;

    /**
     * Checks the name, and copies the patterns.
     *
     * @throws TernException the user's fault, if the name is blank, too long or has control
     *     characters
     */
    public SyncPlace {
        exclude = exclude.map(List::copyOf);
        boolean fits =
                !name.isBlank() && name.length() <= MAX_NAME && name.chars().noneMatch(Character::isISOControl);
        if (!fits) {
            throw TernException.user("the name of a source is \"" + name + "\"; it must have 1 to " + MAX_NAME
                    + " characters without control characters: set one with --name");
        }
    }

    /**
     * Parses a place that a user named. The place is not read.
     *
     * @param place a path or an address
     * @param name the name; empty for {@link SourceLoader#folderName}, or a site's host and path
     * @param directory the base of relative paths
     * @throws TernException the user's fault, if {@code place} is blank or no path, an address has
     *     a secret or a fragment, or the name is invalid
     */
    public static SyncPlace of(String place, Optional<String> name, Path directory, Optional<List<String>> exclude) {
        if (place.isBlank()) {
            throw TernException.user("a PLACE is blank; for the folder that you are in, write .");
        }
        if (SyncMetadata.isSite(place)) {
            if (!SourceLoader.shownAddress(place).equals(place)) {
                throw TernException.user(SourceLoader.shownAddress(place)
                        + " looks as if it had a secret, or has a fragment; a source is stored in the graph,"
                        + " where every reader would see it");
            }
            String bare = place.replaceFirst("(?i)^https?://", "").replaceAll("[?].*|(?<!/)/++$", "");
            return new SyncPlace(name.orElse(bare.substring(0, Math.min(bare.length(), MAX_NAME))), place, exclude);
        }
        try {
            Path folder = directory.resolve(place).toAbsolutePath().normalize();
            return new SyncPlace(
                    name.orElseGet(() -> SourceLoader.folderName(place, directory)), folder.toString(), exclude);
        } catch (InvalidPathException e) {
            throw TernException.user("\"" + place + "\" is not a path: " + e.getReason(), e);
        }
    }

    /** Returns true if the address is a web address. */
    public boolean isSite() {
        return SyncMetadata.isSite(address);
    }
}
