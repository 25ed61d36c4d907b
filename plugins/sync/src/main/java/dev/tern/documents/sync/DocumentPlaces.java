package dev.tern.documents.sync;

import dev.tern.error.TernException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The places that an application names in its configuration, as {@value #PROPERTY}.
 *
 * @param places in the order in which they are named, each with a name of its own
 */
public record DocumentPlaces(List<Named> places) {
    /** The property that names them. */
    public static final String PROPERTY = "tern.documents";

    /** The property that lets a place have moved. */
    public static final String MOVED = "tern.documents-moved";

    /** Copies the list, so that the record is immutable. */
    public DocumentPlaces {
        places = List.copyOf(places);
    }

    /**
     * A place and how it was written.
     *
     * @param text as it stands in the configuration
     * @param place what it means
     */
    public record Named(String text, SyncPlace place) {
        /** What is wrong with it now, and who can mend it; empty if nothing is. A site is not asked. */
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
                    + ": the operator of the application makes the folder, or sets the property to another or to the"
                    + " address of a site");
        }
    }

    /**
     * The places of a configuration.
     *
     * @param texts paths of folders and addresses of sites; blank ones are none
     * @param directory where relative paths start
     * @throws TernException the operator's fault, if one is neither, or two have the same name
     */
    public static DocumentPlaces of(List<String> texts, Path directory) {
        List<Named> places = new ArrayList<>();
        for (String text : texts) {
            if (text.isBlank()) {
                continue;
            }
            Named named = named(text.strip(), directory);
            Optional<Named> same = places.stream()
                    .filter(other -> other.place().name().equals(named.place().name()))
                    .findFirst();
            if (same.isPresent()) {
                throw TernException.operator(PROPERTY + " names \"" + same.get().text() + "\" and \"" + text
                        + "\", and a graph would know both as \""
                        + named.place().name()
                        + "\": give one of the folders another name, or name the folder that holds both");
            }
            places.add(named);
        }
        return new DocumentPlaces(places);
    }

    private static Named named(String text, Path directory) {
        try {
            return new Named(text, SyncPlace.of(text, Optional.empty(), directory, Optional.empty()));
        } catch (TernException e) {
            throw TernException.operator(
                    PROPERTY + " names \"" + text + "\", which cannot be read: " + e.getMessage(), e);
        }
    }

    /**
     * Holds an application that cannot do without its documents to them.
     *
     * @throws TernException the operator's fault, if a folder is not there
     */
    public void require() {
        places.stream().flatMap(named -> named.problem().stream()).findFirst().ifPresent(problem -> {
            throw TernException.operator(problem);
        });
    }
}
