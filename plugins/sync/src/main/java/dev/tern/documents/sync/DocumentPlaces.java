package dev.tern.documents.sync;

import dev.tern.error.TernException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The places in an application's configuration, under {@value #PROPERTY}.
 *
 * @param places in configured order, with unique names
 */
public record DocumentPlaces(List<NamedPlace> places) {
    /** The name of the configuration property that lists the places. */
    public static final String PROPERTY = "tern.documents.locations";

    /** The property that permits a source of the graph to change its address. */
    public static final String MOVED = "tern.documents.moved";

    public DocumentPlaces {
        places = List.copyOf(places);
    }

    /**
     * A place with its configured text.
     *
     * @param text the text as configured
     * @param place the parsed place
     */
    public record NamedPlace(String text, SyncPlace place) {
        /**
         * Returns the reason why the folder cannot be read now, and the remedy; empty if the folder
         * exists, or if the place is a site, which is not contacted.
         */
        public Optional<String> problem() {
            if (place.isSite()) {
                return Optional.empty();
            }
            Path folder = Path.of(place.address());
            if (Files.isDirectory(folder)) {
                return Optional.empty();
            }
            return Optional.of(PROPERTY + " names \"" + text + "\", and "
                    + (Files.exists(folder) ? folder + " is a file" : "there is no folder " + folder)
                    + ": create the folder, or set the property to another folder or the address of a site");
        }
    }

    /**
     * Parses the places of a configuration.
     *
     * @param texts paths of folders and addresses of sites; blank ones are skipped
     * @param directory the base of relative paths
     * @throws TernException the operator's fault, if a text is no valid place, or two places have
     *     the same name
     */
    public static DocumentPlaces of(List<String> texts, Path directory) {
        List<NamedPlace> places = new ArrayList<>();
        for (String text : texts) {
            if (text.isBlank()) {
                continue;
            }
            NamedPlace named = named(text.strip(), directory);
            Optional<NamedPlace> same = places.stream()
                    .filter(other -> other.place().name().equals(named.place().name()))
                    .findFirst();
            if (same.isPresent()) {
                throw TernException.operator(PROPERTY + " names \"" + same.get().text() + "\" and \"" + text
                        + "\", and both would have the name \""
                        + named.place().name()
                        + "\": rename one of the folders, or give their parent folder");
            }
            places.add(named);
        }
        return new DocumentPlaces(places);
    }

    private static NamedPlace named(String text, Path directory) {
        try {
            // The absolute path gives a folder the same name from any working directory.
            String place = SyncPlace.of(text, Optional.of(PROPERTY), directory, Optional.empty())
                    .address();
            return new NamedPlace(text, SyncPlace.of(place, Optional.empty(), directory, Optional.empty()));
        } catch (TernException e) {
            throw TernException.operator(
                    PROPERTY + " names \"" + text + "\", which cannot be read: " + e.getMessage(), e);
        }
    }

    /**
     * Checks the places of an application that requires its documents.
     *
     * @throws TernException the operator's fault, if a folder does not exist
     */
    public void require() {
        places.stream().flatMap(named -> named.problem().stream()).findFirst().ifPresent(problem -> {
            throw TernException.operator(problem);
        });
    }
}
