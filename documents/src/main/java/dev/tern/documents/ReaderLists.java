package dev.tern.documents;

import static java.util.Objects.requireNonNull;

import dev.tern.text.WordLists;
import java.util.Properties;
import java.util.stream.Stream;

/** Reads lists of words and names, used by readers of documents, from a resource. */
final class ReaderLists {
    private static final Properties LISTS = WordLists.read(ReaderLists.class.getResourceAsStream("readers.properties"));

    private ReaderLists() {}

    /** Returns the entries of a list in their order. */
    static Stream<String> of(String name) {
        return Stream.of(requireNonNull(LISTS.getProperty(name)).split(" ")).map(entry -> entry.replace('_', ' '));
    }
}
